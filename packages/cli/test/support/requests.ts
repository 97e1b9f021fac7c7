/** What the simulator was sent, for assertions. */
import type { Simulator } from '@qwen-code/model-simulator';

/** The text of the last message of the user in the latest request. */
export function lastPrompt({ requests }: Simulator): string {
  const { messages } = requests.at(-1)!.body as {
    messages: Array<{ role: string; content: string | Array<{ text: string }> }>;
  };
  const { content } = messages.findLast(({ role }) => role === 'user')!;
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('');
}
