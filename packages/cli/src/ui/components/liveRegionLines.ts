/** The part of the screen that is drawn again and again, as lines: never more than fit. */
import { markdownTail } from '../markdown/markdownTail.js';
import { isBlank } from '../markdown/pendingMarkdown.js';
import type { ViewState } from '../state/viewState.js';
import { plural } from '../../utils/text.js';
import { oneLine } from '../text/sanitize.js';
import { EMPTY_LINE, line, span, truncateLine, type StyledLine } from '../text/styledLine.js';
import type { LineContext } from './display.js';
import { spinnerFrame, statusLine } from './statusLine.js';
import { todoLines } from './todoLines.js';
import { toolCardLines } from './toolCardLines.js';
import { assistantLines, thoughtLines } from './transcriptLines.js';

export type LiveState = Pick<
  ViewState,
  | 'pending'
  | 'pendingContinues'
  | 'pendingThought'
  | 'tools'
  | 'todos'
  | 'queue'
  | 'activity'
  | 'turnTokens'
  | 'turnStartedAt'
>;

const TODO_LINES = 6;
const QUEUE_LINES = 3;

/** Text that is being written, of which only the end is drawn when it is long. */
export interface PendingLines {
  lines: StyledLine[];
  hiddenLines: number;
}

export function pendingLines(
  { pending, pendingContinues, pendingThought }: Pick<LiveState, 'pending' | 'pendingContinues' | 'pendingThought'>,
  context: LineContext,
  maximumRows: number,
): PendingLines {
  const thought = pendingThought
    ? [EMPTY_LINE, ...thoughtLines(pendingThought.text, undefined, { ...context, expanded: false })]
    : [];
  // A screen reader reads whole blocks, when they are in the transcript.
  if (isBlank(pending) || context.screenReader) return { lines: thought, hiddenLines: 0 };
  const { text, hiddenLines } = markdownTail(pending, maximumRows, context.columns);
  const lines = assistantLines(text, pendingContinues || hiddenLines > 0, context);
  return { lines: [...thought, EMPTY_LINE, ...lines], hiddenLines };
}

export interface LiveOptions extends LineContext {
  maximumRows: number;
  /** Milliseconds since the epoch. */
  now: number;
  /** A question is open: what goes on waits, and only what it is about stays in view. */
  isPaused?: boolean;
}

/** @param pending what `pendingLines` returned: it changes with the text only, not with the time */
export function liveRegionLines(state: LiveState, pending: PendingLines, options: LiveOptions): StyledLine[] {
  const status = options.isPaused ? [] : [...todoSection(state, options), ...statusSection(state, options)];
  const below = [...status, ...queueSection(state, options)];
  const above = [...pending.lines, ...toolSection(state, options)];
  const room = Math.max(1, options.maximumRows - below.length);
  if (above.length <= room && pending.hiddenLines === 0) return [...above, ...below].slice(-options.maximumRows);
  const kept = room > 1 ? above.slice(-(room - 1)) : [];
  const hidden = above.length - kept.length + pending.hiddenLines;
  return [line(`… ${plural(hidden, 'more line')} above`, 'muted'), ...kept, ...below].slice(-options.maximumRows);
}

function toolSection({ tools }: LiveState, options: LiveOptions): StyledLine[] {
  // The question itself shows the call that it is about.
  const shown = options.isPaused ? tools.filter(({ status }) => status !== 'awaiting-approval') : tools;
  if (shown.length === 0) return [];
  const spinner = spinnerFrame(options.now);
  return [EMPTY_LINE, ...shown.flatMap((card) => toolCardLines(card, { ...options, expanded: false, spinner }))];
}

/** Only while there is something left to do. */
function todoSection({ todos, activity }: LiveState, options: LiveOptions): StyledLine[] {
  const isOpen = todos.some(({ status }) => status !== 'completed');
  if (!isOpen || activity.type === 'idle' || options.maximumRows < 12) return [];
  return [EMPTY_LINE, ...todoLines(todos, options, TODO_LINES).slice(0, TODO_LINES + 2)];
}

function statusSection(state: LiveState, options: LiveOptions): StyledLine[] {
  if (state.activity.type === 'idle') return [];
  return [EMPTY_LINE, statusLine(state.activity, { ...options, ...state })];
}

function queueSection({ queue }: LiveState, { columns }: LiveOptions): StyledLine[] {
  const shown = queue.slice(0, QUEUE_LINES);
  const lines = shown.map(({ display }) =>
    truncateLine([span('queued › ', 'muted'), span(oneLine(display), 'user')], columns),
  );
  const hidden = queue.length - shown.length;
  return hidden > 0 ? [...lines, line(`  ${plural(hidden, 'more message')} queued`, 'muted')] : lines;
}
