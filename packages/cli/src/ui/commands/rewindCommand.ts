/** `/rewind`: goes back to before one of the prompts; it can be edited and sent anew. */
import type { Content, SessionRecord } from '@qwen-code/qwen-code-core';
import { typedText } from '../agent/shellLine.js';
import type { Choice } from '../state/viewState.js';
import type { InteractiveCommand } from './types.js';

export const rewindCommand: InteractiveCommand = {
  name: 'rewind',
  altNames: ['rollback'],
  description: 'Go back to before one of your prompts',
  modes: ['interactive'],
  async run({ config, sessions }) {
    const recorder = config.getChatRecordingService();
    if (!recorder)
      return {
        type: 'message',
        level: 'error',
        text: 'Rewinding needs the session file, and sessions are not recorded here (general.chatRecording is false).',
      };
    await recorder.flush();
    const id = config.getSessionId();
    const records = (await sessions.sessionExists(id))
      ? (await sessions.loadSession(id, 'start')).conversation.messages
      : [];
    const choices = rewindChoices(records);
    if (choices.length === 0) return { type: 'message', level: 'info', text: 'There is no prompt to go back to yet.' };
    return {
      type: 'choose',
      title: 'Go back to before which prompt?',
      choices,
      hint: 'Enter goes back · Esc closes · files stay as they are',
      onChoice: (recordId) => ({ type: 'rewind', recordId }),
    };
  },
};

/** What the person has sent, the latest first. */
function rewindChoices(records: readonly SessionRecord[]): Choice[] {
  return records
    .filter(({ type, subtype }) => type === 'user' && subtype === undefined)
    .map((record) => ({
      value: record.uuid,
      label: promptText(record).replace(/\s+/g, ' ').slice(0, 300),
      description: new Date(record.timestamp).toLocaleTimeString(),
    }))
    .filter(({ label }) => label !== '')
    .reverse();
}

/** The prompt as it was typed: the files that it mentions are parts of their own behind it. */
export function promptText(record: SessionRecord): string {
  const { message } = record as { message?: Content };
  return typedText(message?.parts?.find(({ text }) => text)?.text ?? '');
}
