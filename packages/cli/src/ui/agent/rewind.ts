/** Going back in a conversation: its history becomes what it was before one of the prompts. */
import {
  buildApiHistoryFromConversation,
  type Agent,
  type Config,
  type SessionService,
} from '@qwen-code/qwen-code-core';
import { promptText } from '../commands/rewindCommand.js';

/**
 * Takes the prompt of a record and all that followed out of the conversation.
 * @returns the prompt, for editing. @throws an error for people
 */
export async function rewindTo(
  recordId: string,
  { config, agent, sessions }: { config: Config; agent: Agent; sessions: SessionService },
): Promise<string> {
  const recorder = config.getChatRecordingService();
  await recorder?.flush();
  const { messages } = (await sessions.loadSession(config.getSessionId(), 'start')).conversation;
  const index = messages.findIndex(({ uuid }) => uuid === recordId);
  if (index === -1 || !recorder) throw new Error('That prompt is not part of the conversation any more.');
  const kept = messages.slice(0, index);
  agent.client.setHistory(buildApiHistoryFromConversation({ messages: kept }));
  recorder.recordRewind(kept.at(-1)?.uuid ?? null, messages.length - index);
  return promptText(messages[index]!);
}
