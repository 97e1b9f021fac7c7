/** `!command`: runs in the person's shell, shows its output, and lets the model know of it. */
import { randomUUID } from 'node:crypto';
import type { Agent, AgentEvent, Config, Part } from '@qwen-code/qwen-code-core';

/** Characters of the output that the model is told. */
const MAX_CHARACTERS = 25_000;
const MAX_TIMEOUT_MS = 600_000;

/** How the model is told. */
const HEAD = 'I ran this command myself:\n$ ';

/** What a person typed for a message of the conversation: for a shell line what begins with `!`, else the text itself. */
export function typedText(message: string): string {
  return message.startsWith(HEAD) ? `!${message.slice(HEAD.length).split('\n', 1)[0]!}` : message;
}

/** Never throws for what the command does: it ends with the card of a call. */
export async function runShellLine(
  command: string,
  config: Config,
  agent: Agent,
  signal: AbortSignal,
  emit: (event: AgentEvent) => void,
): Promise<void> {
  const tool = config.getToolRegistry().get('run_shell_command');
  if (!tool) throw new Error('Shell commands are turned off by the settings (tools.core or tools.exclude).');
  if (command === '') throw new Error('Write a command behind the !, such as !git status.');
  const args = { command, timeout: MAX_TIMEOUT_MS };
  const callId = randomUUID();
  const request = { callId, name: tool.name, args, isClientInitiated: true, prompt_id: callId };
  const description = tool.describe(args, config.workspace);
  emit({ type: 'tool_call_start', value: { request, displayName: tool.displayName, kind: tool.kind, description } });
  const result = await tool.execute(args, {
    callId,
    signal,
    workspace: config.workspace,
    readState: config.readState,
    spillDirectory: config.getSpillDirectory(),
    maxOutputCharacters: MAX_CHARACTERS,
    onOutput: (text) => emit({ type: 'tool_call_output', callId, text }),
  });
  const { output, errorType, exitStatus, display } = result;
  const error = errorType && output;
  emit({
    type: 'tool_call_end',
    value: { callId, responseParts: [], resultDisplay: display ?? output, error, errorType, exitStatus },
  });
  const message: Part[] = [{ text: `${HEAD}${command}\n${output}` }];
  config.getChatRecordingService()?.recordUserMessage(message);
  agent.client.addHistory({ role: 'user', parts: message });
}
