/** `/resume`: goes on with an earlier session of this project. */
import type { SessionListItem } from '@qwen-code/qwen-code-core';
import type { Choice } from '../state/viewState.js';
import { plural } from '../../utils/text.js';
import { sessionPreview } from './sessionPreview.js';
import type { InteractiveCommand } from './types.js';

/** Sessions that are offered, the one changed last first. */
const MAX_SESSIONS = 200;

export const resumeCommand: InteractiveCommand = {
  name: 'resume',
  altNames: ['continue'],
  description: 'Go on with an earlier session',
  argumentHint: '[id]',
  modes: ['interactive'],
  async run({ sessions, config }, args) {
    if (args !== '') return { type: 'resume', sessionId: args };
    const items = await sessions.listSessions({ limit: MAX_SESSIONS });
    const others = items.filter(({ sessionId }) => sessionId !== config.getSessionId());
    if (others.length === 0)
      return { type: 'message', level: 'info', text: `There is no other session in ${config.workspace.cwd} yet.` };
    const previews = await Promise.all(others.slice(0, 20).map((item) => sessionPreview(item)));
    return {
      type: 'choose',
      title: 'Sessions of this project',
      choices: others.map((item, index) => sessionChoice(item, Date.now(), previews[index])),
      hint: 'Enter goes on with it · Esc closes',
      onChoice: (sessionId) => ({ type: 'resume', sessionId }),
    };
  },
};

/** @param now milliseconds since the epoch */
function sessionChoice(item: SessionListItem, now: number, preview?: string): Choice {
  const { sessionId, title, prompt, mtime, gitBranch, messageCount } = item;
  const facts = [
    ageText(now - mtime),
    gitBranch,
    messageCount === undefined ? undefined : plural(messageCount, 'message'),
  ].filter(Boolean);
  return {
    value: sessionId,
    label: title?.customTitle || prompt || '(no prompt)',
    description: facts.join(' · '),
    preview,
  };
}

const UNITS: ReadonlyArray<readonly [seconds: number, name: string]> = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
];

function ageText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds / 1_000);
  for (const [size, name] of UNITS) if (seconds >= size) return `${plural(Math.floor(seconds / size), name)} ago`;
  return 'just now';
}
