/** An HTTP server on loopback that records what it is asked and answers as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  json(): Record<string, unknown>;
}

export type Answer = (response: ServerResponse, request: RecordedRequest) => void;

export interface ScriptedServer extends AsyncDisposable {
  url: string;
  requests: RecordedRequest[];
  /** Resolves when the client of the latest request has closed its connection. */
  hungUp: Promise<void>;
}

/** Starts a server; the nth request gets the nth answer, later ones the last. */
export async function startScriptedServer(...answers: Answer[]): Promise<ScriptedServer> {
  const requests: RecordedRequest[] = [];
  let signalHangUp!: () => void;
  const hungUp = new Promise<void>((resolve) => (signalHangUp = resolve));
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('close', () => {
      if (!response.writableFinished) signalHangUp();
    });
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const request: RecordedRequest = {
        method: incoming.method!,
        path: incoming.url!,
        headers: incoming.headers,
        body,
        json: () => JSON.parse(body) as Record<string, unknown>,
      };
      requests.push(request);
      (answers[requests.length - 1] ?? answers.at(-1)!)(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    hungUp,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
}

/** An event stream of these data, ended properly. */
export function events(...data: unknown[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const each of data) response.write(`data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`);
    response.end();
  };
}
