/** A server on loopback that answers as a test tells it and keeps what it was sent. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  bodyText: string;
}

export interface TestServer {
  url: string;
  requests: ReceivedRequest[];
}

/** `index` counts the requests from 0. */
export type Answer = (response: ServerResponse, request: ReceivedRequest, index: number) => void;

/** Closed, with all its connections, at the end of the test. */
export async function startServer(answer: Answer): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((message, response) => {
    void read(message).then((bodyText) => {
      const body = bodyText === '' ? {} : (JSON.parse(bodyText) as Record<string, unknown>);
      const request = { path: message.url ?? '', headers: message.headers, body, bodyText };
      requests.push(request);
      answer(response, request, requests.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

async function read(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk;
  return text;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Sends events with their `type` as the event's name, and leaves the stream open. */
export function sendEvents(
  response: ServerResponse,
  events: readonly ({ type?: string } & Record<string, unknown>)[],
): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const name = event.type === undefined ? '' : `event: ${event.type}\n`;
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
