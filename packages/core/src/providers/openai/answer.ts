/** Turns the body of a response into answers, whichever form the server chose. */
import type { GenerateContentResponse } from '../../types.js';
import { ProviderError } from '../errors/providerError.js';
import { toProviderError } from '../errors/toProviderError.js';
import { withIdleTimeout } from '../streamIdle.js';
import { ResponseReader } from './responseReader.js';
import { readServerSentEvents } from './serverSentEvents.js';
import type { WireChunk } from './wire.js';

const END_OF_STREAM = '[DONE]';
/** A server that says that it is done and does not close the response within this time is hung up on. */
const CLOSING_MS = 250;

/** The answer to a request that asked for no stream. */
export async function readAnswer(response: Response): Promise<GenerateContentResponse> {
  const answers = readWhole(await response.text(), response);
  const parts = answers.flatMap((answer) => answer.candidates?.[0]?.content?.parts ?? []);
  const last = answers.at(-1)!;
  return { ...last, candidates: [{ ...last.candidates![0], content: { role: 'model', parts } }] };
}

/**
 * The pieces of a streamed answer. A server that answers in one piece all the same is understood, too.
 *
 * @param disconnect called when the server has been silent for `idleMs` milliseconds
 */
export async function* readStream(
  response: Response,
  idleMs: number,
  disconnect: () => void,
): AsyncGenerator<GenerateContentResponse> {
  const contentType = response.headers.get('content-type') ?? '';
  if (/json|html/.test(contentType) || !response.body) {
    yield* readWhole(await response.text(), response);
    return;
  }
  // The watch is on the bytes: a server that sends comments while it works is not silent.
  const body = withIdleTimeout(response.body as unknown as AsyncIterable<Uint8Array>, idleMs, disconnect);
  yield* readEvents(readServerSentEvents(body), disconnect);
}

async function* readEvents(
  events: AsyncIterable<{ event?: string; data: string }>,
  disconnect: () => void,
): AsyncGenerator<GenerateContentResponse> {
  const reader = new ResponseReader();
  let closing: NodeJS.Timeout | undefined;
  try {
    for await (const { event, data } of events) {
      if (closing) continue;
      if (data.startsWith(END_OF_STREAM)) {
        closing = setTimeout(disconnect, CLOSING_MS);
        yield* reader.finish(true);
        continue;
      }
      const chunk = parseChunk(data);
      if (event === 'error') throw toProviderError(chunk);
      yield* reader.push(chunk);
    }
  } catch (error) {
    // The answer is whole; how the connection ends after it is of no interest.
    if (!closing) throw error;
  } finally {
    clearTimeout(closing);
  }
  if (!closing) yield* reader.finish(false);
}

function readWhole(text: string, response: Response): GenerateContentResponse[] {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw new ProviderError(
      `The server at ${new URL(response.url).origin} answered with something that is not JSON ` +
        `(${response.headers.get('content-type') ?? 'no content type'}). Is the base URL right? It often ends in /v1.`,
      { kind: 'invalid-request', status: response.status },
      { cause },
    );
  }
  if (!isAnswer(answer)) throw toProviderError(answer);
  const reader = new ResponseReader();
  return [...reader.push(answer), ...reader.finish(true)];
}

function isAnswer(value: unknown): value is WireChunk {
  return typeof value === 'object' && value !== null && Array.isArray((value as WireChunk).choices);
}

function parseChunk(data: string): WireChunk {
  try {
    return JSON.parse(data) as WireChunk;
  } catch (cause) {
    // What a dying connection or proxy leaves of a chunk: asking again helps.
    throw new ProviderError('The server sent a torn piece of an answer.', { kind: 'network' }, { cause });
  }
}
