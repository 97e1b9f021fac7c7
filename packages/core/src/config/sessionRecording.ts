/** The session file of a conversation: new, or going on. */
import { buildApiHistoryFromConversation } from '../session/projection.js';
import { ChatRecordingService } from '../session/chatRecordingService.js';
import { promptTokenSeed } from '../session/resumeFacts.js';
import type { ResumedSessionData } from '../session/sessionService.js';
import type { ResumedConversation } from '../core/client.js';
import type { Config } from './config.js';

/** Opens the record that the conversation is written to; `undefined` when recording is off. */
export async function openRecorder(
  config: Config,
  resumed?: ResumedSessionData,
): Promise<ChatRecordingService | undefined> {
  const { parameters, storage, workspace } = config;
  if (parameters.chatRecording === false) return undefined;
  const sessionId = config.getSessionId();
  const recorder = new ChatRecordingService({
    sessionId,
    filePath: resumed?.filePath ?? storage.sessionFile(sessionId),
    cwd: workspace.cwd,
    version: parameters.version ?? 'unknown',
    resumed: resumed && { lastUuid: resumed.lastCompletedUuid, title: resumed.title },
    onWarning: (message) => config.warn(message),
  });
  if (resumed) await recorder.open();
  return recorder;
}

/** The history and its size as the file has them. */
export function resumedConversation({ conversation }: ResumedSessionData): ResumedConversation {
  return {
    history: buildApiHistoryFromConversation(conversation),
    lastPromptTokenCount: promptTokenSeed(conversation.messages),
  };
}
