/** A server on loopback that answers as a test tells it and keeps what it was sent. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as JSON; empty when there is none. */
  body: Record<string, unknown>;
  bodyText: string;
}

export interface TestServer {
  url: string;
  requests: ReceivedRequest[];
  /** Resolves when a client has closed its connection before its response was complete. */
  hungUp: Promise<void>;
  close(): void;
}

/** `index` counts the requests from 0. */
export type Answer = (response: ServerResponse, request: ReceivedRequest, index: number) => void;

/** The nth request gets the nth answer, later ones the last. Closed, with all connections, at the end of the test. */
export async function startServer(...answers: Answer[]): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  let signalHangUp!: () => void;
  const hungUp = new Promise<void>((resolve) => (signalHangUp = resolve));
  const server = createServer((message, response) => {
    response.on('close', () => {
      if (!response.writableFinished) signalHangUp();
    });
    void text(message).then((bodyText) => {
      const { method = '', url = '', headers } = message;
      const body = bodyText === '' ? {} : (JSON.parse(bodyText) as Record<string, unknown>);
      const request = { method, path: url, headers, body, bodyText };
      const index = requests.push(request) - 1;
      (answers[index] ?? answers.at(-1)!)(response, request, index);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, hungUp, close };
}

export function sendJson(response: ServerResponse, body: unknown, status = 200, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export function json(body: unknown, status = 200, headers: object = {}): Answer {
  return (response) => sendJson(response, body, status, headers);
}

type EventData = string | ({ type?: string } & Record<string, unknown>);

/** Sends events, strings as they are, with their `type` as the event's name, and leaves the stream open. */
export function sendEvents(response: ServerResponse, events: readonly EventData[]): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    const name = typeof event === 'string' || event.type === undefined ? '' : `event: ${event.type}\n`;
    response.write(`${name}data: ${data}\n\n`);
  }
}

/** An event stream of these events, ended properly. */
export function events(...data: EventData[]): Answer {
  return (response) => {
    sendEvents(response, data);
    response.end();
  };
}
