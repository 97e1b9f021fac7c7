/** What a person wants a summary to pay attention to. */
import type { Content } from '../../types.js';

/** The messages to summarise, followed by the person's wish; nothing is added for an empty one. */
export function withInstructions(history: Content[], instructions: string): Content[] {
  const wish = instructions.trim();
  if (wish === '') return history;
  const text = `For the summary of this conversation, pay special attention to the following: ${wish}`;
  return [...history, { role: 'user', parts: [{ text }] }];
}
