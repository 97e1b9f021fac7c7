import { parseObject } from '../../json.js';
import type { SimulatedUsage } from '../../reply.js';
import type { JsonObject } from '../../request.js';
import { pieces, type Completion, type WireEvent } from '../dialect.js';
import { sign } from '../signature.js';

const stopReasons = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'refusal',
  'window-exceeded': 'model_context_window_exceeded',
} as const;

export function anthropicStopReason({ finishReason }: Pick<Completion, 'finishReason'>): string {
  return stopReasons[finishReason];
}

/** Input tokens are what was neither read from nor written to the cache. */
function anthropicUsage(usage: SimulatedUsage): JsonObject {
  return {
    input_tokens: Math.max(0, usage.prompt - usage.cached - usage.cacheWritten),
    cache_creation_input_tokens: usage.cacheWritten,
    cache_read_input_tokens: usage.cached,
    cache_creation: { ephemeral_5m_input_tokens: usage.cacheWritten, ephemeral_1h_input_tokens: 0 },
    output_tokens: usage.output,
    output_tokens_details: usage.thoughts > 0 ? { thinking_tokens: usage.thoughts } : null,
    service_tier: 'standard',
  };
}

/** The body of an answer that is not streamed. */
export function completeAnthropic(completion: Completion): JsonObject {
  return {
    ...messageFrame(completion),
    content: contentBlocks(completion),
    stop_reason: anthropicStopReason(completion),
    ...usageField(completion.usage),
  };
}

function messageFrame(completion: Completion): JsonObject {
  return {
    id: `msg_${completion.id}`,
    type: 'message',
    role: 'assistant',
    model: completion.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
}

function usageField(usage: Completion['usage']): JsonObject {
  return usage === undefined ? {} : { usage: usage && anthropicUsage(usage) };
}

function contentBlocks({ thoughts, text, toolCalls }: Completion): JsonObject[] {
  return [
    ...(thoughts === '' ? [] : [{ type: 'thinking', thinking: thoughts, signature: sign(thoughts) }]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...toolCalls.map(({ id, name, argumentsText }) => ({
      type: 'tool_use',
      id,
      name,
      input: parseObject(argumentsText),
    })),
  ];
}

function event(type: string, data: JsonObject, closing = false): WireEvent {
  return { text: `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`, closing };
}

/** The events of a streamed answer. */
export function streamAnthropic(completion: Completion): WireEvent[] {
  const { usage } = completion;
  const first = usage && { ...usage, output: Math.min(1, usage.output), thoughts: 0 };
  const events = [
    event('message_start', { message: { ...messageFrame(completion), ...usageField(first) } }),
    ...blockEvents(completion).flatMap((block, index) => [
      event('content_block_start', { index, content_block: block.start }),
      ...(index === 0 ? [event('ping', {})] : []),
      ...block.deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]),
  ];
  const delta = { stop_reason: anthropicStopReason(completion), stop_sequence: null };
  events.push(event('message_delta', { delta, ...usageField(usage) }, true), event('message_stop', {}, true));
  return events;
}

function blockEvents(completion: Completion): Array<{ start: JsonObject; deltas: JsonObject[] }> {
  const { thoughts, text, toolCalls, streamCharacters } = completion;
  const blocks: Array<{ start: JsonObject; deltas: JsonObject[] }> = [];
  if (thoughts !== '') {
    const deltas = pieces(thoughts, streamCharacters).map((thinking) => ({ type: 'thinking_delta', thinking }));
    const signature = { type: 'signature_delta', signature: sign(thoughts) };
    blocks.push({ start: { type: 'thinking', thinking: '', signature: '' }, deltas: [...deltas, signature] });
  }
  if (text !== '') {
    const deltas = pieces(text, streamCharacters).map((piece) => ({ type: 'text_delta', text: piece }));
    blocks.push({ start: { type: 'text', text: '' }, deltas });
  }
  for (const { id, name, argumentsText } of toolCalls) {
    const deltas = ['', ...pieces(argumentsText, streamCharacters)].map((piece) => ({
      type: 'input_json_delta',
      partial_json: piece,
    }));
    blocks.push({ start: { type: 'tool_use', id, name, input: {} }, deltas });
  }
  return blocks;
}
