/** The parts of the frame that are always the same way: below what goes on, and before anything does. */
import os from 'node:os';
import type { LineContext } from './components/display.js';
import { footerLines } from './components/footerLines.js';
import { transcriptLines } from './components/transcriptLines.js';
import type { ComposerModel } from './composer/composerModel.js';
import { drawComposer, textColumns, type ComposerFrame } from './composer/composerView.js';
import { contextThresholds } from './contextThresholds.js';
import type { Transcript, ViewState } from './state/viewState.js';
import type { CursorPosition } from './terminal/cursor.js';
import { truncateLine, type StyledLine } from './text/styledLine.js';

export const PLACEHOLDER = 'Ask, or / for commands';

/** A finished item, as it is printed. */
export function printedLines(transcript: Transcript, index: number, display: LineContext): StyledLine[] {
  const previous = transcript.at(index - 1)?.type;
  const lines = transcriptLines(transcript.at(index)!, { ...display, expanded: false, previous });
  return display.screenReader ? lines : lines.map((line) => truncateLine(line, display.columns));
}

/** @param hint in place of the mode */
export function footerOf({ session, context }: ViewState, display: LineContext, hint?: string): StyledLine[] {
  const thresholds = contextThresholds(context.windowTokens);
  return footerLines({ session, context, thresholds, home: os.homedir(), hint }, display);
}

/** The input line as it takes keys. */
export function composerFrame(composer: ComposerModel, { columns, screenReader, rows }: FrameSize): ComposerFrame {
  const look = { columns, terminalRows: rows, isScreenReader: screenReader };
  composer.setColumns(textColumns(columns));
  return drawComposer(composer.getState(), composer.rows, {
    ...look,
    placeholder: PLACEHOLDER,
    isActive: true,
    top: 0,
  });
}

export interface FrameSize extends LineContext {
  /** Rows of the terminal. */
  rows: number;
}

export interface FirstFrame {
  lines: StyledLine[];
  cursor: CursorPosition;
}

/**
 * The whole screen before anything has happened, to be shown until the library that draws all others is there.
 *
 * @returns `undefined` when it does not fit
 */
export function firstFrame(state: ViewState, composer: ComposerModel, size: FrameSize): FirstFrame | undefined {
  const printed = Array.from({ length: state.transcript.length }, (_, index) =>
    printedLines(state.transcript, index, size),
  ).flat();
  const input = composerFrame(composer, size);
  const lines = [...printed, ...input.lines, ...footerOf(state, size)];
  if (lines.length >= size.rows || !input.cursor) return undefined;
  return { lines, cursor: { ...input.cursor, row: printed.length + input.cursor.row } };
}
