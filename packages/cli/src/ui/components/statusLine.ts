/** What the agent is doing, in one line. */
import type { Activity } from '../state/viewState.js';
import { formatDuration, formatTokens } from '../text/format.js';
import { oneLine } from '../text/sanitize.js';
import { EMPTY_LINE, line, span, truncateLine, type StyledLine } from '../text/styledLine.js';
import type { LineContext } from './display.js';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** Milliseconds between two frames: 8 a second. */
export const FRAME_MS = 125;

/** Characters of a token of a summary, roughly; only for a number that grows while one waits. */
const CHARACTERS_PER_TOKEN = 4;

export interface StatusOptions extends LineContext {
  /** Milliseconds since the epoch. */
  now: number;
  /** When the turn began, in milliseconds since the epoch. */
  turnStartedAt: number;
  /** Output tokens of the turn so far. */
  turnTokens: number;
}

export function spinnerFrame(now: number): string {
  return FRAMES[Math.floor(now / FRAME_MS) % FRAMES.length]!;
}

/** @returns an empty line when nothing goes on */
export function statusLine(activity: Activity, options: StatusOptions): StyledLine {
  const { columns, screenReader, now } = options;
  if (activity.type === 'idle') return EMPTY_LINE;
  const { text, facts } = describe(activity, options);
  // Nothing that changes by itself: a screen reader would read it again and again.
  if (screenReader) return line(`${text}. Escape stops.`);
  const spinner = span(`${spinnerFrame(now)} `, 'accent');
  const details = [...facts, 'Esc stops'].map((fact) => ` · ${fact}`).join('');
  return truncateLine([spinner, span(text, 'accent'), span(details, 'muted')], columns);
}

function describe(
  activity: Exclude<Activity, { type: 'idle' }>,
  { now, turnStartedAt, turnTokens }: StatusOptions,
): { text: string; facts: string[] } {
  const elapsed = wholeSeconds(now - activity.since);
  if (activity.type === 'compacting') {
    const written = Math.round(activity.outputCharacters / CHARACTERS_PER_TOKEN);
    const summary = written > 0 ? [`summary ~${formatTokens(written)}`] : [];
    return {
      text: `Compacting ${formatTokens(activity.inputTokens)} tokens`,
      facts: [...summary, elapsed],
    };
  }
  if (activity.type === 'opening') {
    const { servers } = activity;
    const text = servers.length === 0 ? 'Opening the session' : `Waiting for MCP: ${oneLine(servers.join(', '))}`;
    return { text, facts: [elapsed] };
  }
  if (activity.type === 'retrying') {
    const wait = activity.resumesAt - now;
    const text = wait > 0 ? `Trying again in ${wholeSeconds(wait)}` : 'Trying again';
    return { text, facts: [oneLine(activity.message)] };
  }
  const turn = wholeSeconds(now - (turnStartedAt || activity.since));
  return {
    text: WORDS[activity.type],
    facts: [turn, ...(turnTokens > 0 ? [`↓ ${formatTokens(turnTokens)} tokens`] : [])],
  };
}

const WORDS = { waiting: 'Waiting', thinking: 'Thinking', writing: 'Writing', tools: 'Working' } as const;

function wholeSeconds(milliseconds: number): string {
  return formatDuration(Math.max(0, Math.round(milliseconds / 1_000)) * 1_000);
}
