/** Plays a conversation with the demo model in tests: answers its calls until it stops calling. */
import type { Content, GenerateContentRequest } from '@qwen-code/qwen-code-core';
import { demoReply } from './demoReply.js';
import type { DemoToolCall } from './job.js';

export const TOOL_NAMES = [
  'read_file',
  'write_file',
  'edit',
  'list_directory',
  'glob',
  'grep_search',
  'run_shell_command',
  'todo_write',
];

export type Outcome = { output: string } | { error: string };

export interface Played {
  answer: string;
  calls: DemoToolCall[];
  contents: Content[];
}

export function requestOf(contents: Content[], tools: string[] = TOOL_NAMES, system = ''): GenerateContentRequest {
  const systemInstruction = system || '# Environment\nWorking directory: /project (a git repository)\nPlatform: linux';
  const functionDeclarations = tools.map((name) => ({ name }));
  return { model: 'offline-demo', contents, config: { systemInstruction, tools: [{ functionDeclarations }] } };
}

/** Goes on until the answer; `run` plays the tools. */
export async function play(
  message: string | Content[],
  run: (call: DemoToolCall) => Outcome | Promise<Outcome>,
  options: { tools?: string[]; system?: string; maxCalls?: number } = {},
): Promise<Played> {
  const contents: Content[] =
    typeof message === 'string' ? [{ role: 'user', parts: [{ text: message }] }] : [...message];
  const calls: DemoToolCall[] = [];
  for (;;) {
    const { text, toolCalls = [] } = demoReply(requestOf(contents, options.tools, options.system));
    const asked = toolCalls.map((call, index) => ({ id: `call-${calls.length + index}`, ...call }));
    contents.push({ role: 'model', parts: [{ text }, ...asked.map((functionCall) => ({ functionCall }))] });
    if (asked.length === 0 || calls.length >= (options.maxCalls ?? Infinity))
      return { answer: text ?? '', calls, contents };
    const parts = [];
    for (const { id, name, args } of asked) {
      calls.push({ name, args });
      parts.push({ functionResponse: { id, name, response: { ...(await run({ name, args })) } } });
    }
    contents.push({ role: 'user', parts });
  }
}
