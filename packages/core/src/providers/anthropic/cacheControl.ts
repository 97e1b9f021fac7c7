/** Marks up to which the provider caches the prompt. They do not change its tokens. */
import type Anthropic from '@anthropic-ai/sdk';
import type { BlockMessage } from './messages.js';

const EPHEMERAL: Anthropic.CacheControlEphemeral = { type: 'ephemeral' };

/** The two last turns: one reads what the request before wrote, the other writes for the next request. */
const MARKED_TURNS = 2;

/** The list with a mark on its last item; the API takes four marks a request: tools, system, two turns. */
export function withMarkOnLast<T extends object>(items: readonly T[]): T[] {
  return items.map((item, index) => (index === items.length - 1 ? { ...item, cache_control: EPHEMERAL } : item));
}

/** Messages with a mark on the last block of each of the last two user turns. */
export function withMarksOnTurns(messages: readonly BlockMessage[]): BlockMessage[] {
  const turns = messages.flatMap((message, index) => (message.role === 'user' ? [index] : [])).slice(-MARKED_TURNS);
  return messages.map((message, index) =>
    turns.includes(index) ? { ...message, content: withMarkOnLast(message.content) } : message,
  );
}
