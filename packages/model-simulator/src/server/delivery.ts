/** Writes responses, whole or damaged. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, ResponsePosition } from '../faults.js';
import type { WireEvent, WireResponse } from '../dialects/dialect.js';

export interface StreamPlan {
  events: WireEvent[];
  contentType: string;
  fault?: Fault;
  hold?: { afterEvents: number; until: Promise<unknown> };
  /** Time from one event to the next. */
  intervalMs?: number;
  signal: AbortSignal;
  /** Takes the place of the rest for a `stream-error` fault. */
  errorEvent(body: unknown): WireEvent;
}

/** Writes a response that is not a stream; true when the client was given all of it. */
export async function deliverWhole(
  response: ServerResponse,
  wire: WireResponse,
  fault: Fault | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const isText = typeof wire.body === 'string';
  const text = wire.body === null ? '' : isText ? String(wire.body) : JSON.stringify(wire.body);
  const contentType = isText ? (text.startsWith('<') ? 'text/html' : 'text/plain; charset=utf-8') : 'application/json';
  response.writeHead(wire.status, {
    ...(wire.body !== null && { 'content-type': contentType }),
    ...(isDamage(fault) ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
    ...wire.headers,
  });
  return deliverBytes(response, [Buffer.from(text)], fault, signal);
}

/** Writes a stream event by event; true when the client was given all of it. */
export async function deliverStream(response: ServerResponse, plan: StreamPlan): Promise<boolean> {
  const { fault, signal } = plan;
  response.writeHead(200, { 'content-type': plan.contentType, 'cache-control': 'no-cache' });
  response.flushHeaders();
  const events = eventsUnder(fault, plan);
  const buffers = events.map((event) => Buffer.from(event.text));
  const turn = turns(plan.intervalMs ?? 0, signal);
  if (!plan.hold) return deliverBytes(response, buffers, fault, signal, turn);
  for (const buffer of buffers.slice(0, plan.hold.afterEvents)) {
    await turn();
    await write(response, buffer, signal);
  }
  await settledOrAborted(plan.hold.until, signal);
  return deliverBytes(response, buffers.slice(plan.hold.afterEvents), fault, signal, turn);
}

/** Waits until the next event is due. Delays do not add up: each event has its time from the first one on. */
function turns(intervalMs: number, signal: AbortSignal): () => Promise<void> {
  let due = performance.now();
  return async () => {
    await pause(due - performance.now(), signal);
    due += intervalMs;
  };
}

function eventsUnder(fault: Fault | undefined, plan: StreamPlan): WireEvent[] {
  if (fault?.type === 'no-finish') return plan.events.filter((event) => !event.closing);
  if (fault?.type !== 'stream-error') return plan.events;
  return [...plan.events.slice(0, fault.after?.events ?? 1), plan.errorEvent(fault.body)];
}

function isDamage(fault: Fault | undefined): fault is Extract<Fault, { type: 'drop' | 'cut' | 'stall' }> {
  return fault?.type === 'drop' || fault?.type === 'cut' || fault?.type === 'stall';
}

async function deliverBytes(
  response: ServerResponse,
  buffers: Buffer[],
  fault: Fault | undefined,
  signal: AbortSignal,
  turn?: () => Promise<void>,
): Promise<boolean> {
  if (!isDamage(fault)) {
    const size = fault?.type === 'chunked' ? Math.max(1, fault.bytes) : Infinity;
    for (const buffer of buffers) {
      await turn?.();
      for (let start = 0; start < buffer.length; start += size) {
        await write(response, buffer.subarray(start, Math.min(buffer.length, start + size)), signal);
      }
    }
    if (signal.aborted) return false;
    await new Promise<void>((resolve) => response.end(resolve));
    return true;
  }
  await write(response, before(buffers, fault.after ?? { bytes: 0 }), signal);
  if (fault.type === 'drop') response.destroy();
  else if (fault.type === 'cut') await new Promise<void>((resolve) => response.end(resolve));
  else await aborted(signal);
  return false;
}

function before(buffers: Buffer[], position: ResponsePosition): Buffer {
  if ('bytes' in position) return Buffer.concat(buffers).subarray(0, position.bytes);
  return Buffer.concat(buffers.slice(0, position.events));
}

/** Writes and waits until the bytes are with the operating system, so that each write is a packet of its own. */
async function write(response: ServerResponse, bytes: Buffer, signal: AbortSignal): Promise<void> {
  if (signal.aborted || bytes.length === 0) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('close', done);
      resolve();
    };
    response.once('close', done);
    response.write(bytes, done);
  });
}

/** Resolves when the client has gone. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Waits for the promise, or for the client to leave. */
export async function settledOrAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await Promise.race([promise.catch(() => undefined), aborted(signal)]);
}

/** Waits so many milliseconds, or until the client leaves. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}
