/** A unified diff as coloured lines with line numbers. */
import { plural } from '../../utils/text.js';
import { cleanText, visibleText } from '../text/sanitize.js';
import { line, span, type ColorName, type StyledLine } from '../text/styledLine.js';
import { fittingStart } from '../text/width.js';
import { wrapHard } from '../text/wrap.js';
import type { LineContext } from './display.js';

export interface DiffOptions extends LineContext {
  /** Lines of the diff; what is over is counted in a notice. */
  maximumLines: number;
  /** A person decides about it: what is hidden in it becomes visible, and no line is cut. */
  isForApproval?: boolean;
}

interface DiffCounts {
  added: number;
  removed: number;
}

interface DiffRow {
  kind: 'added' | 'removed' | 'context' | 'gap';
  number: number;
  text: string;
}

/** Columns of one line that are drawn where nobody has to see all of it. */
const LONGEST_LINE = 400;

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

export function countChanges(unifiedDiff: string): DiffCounts {
  const counts = { added: 0, removed: 0 };
  for (const { kind } of diffRows(unifiedDiff)) if (kind === 'added' || kind === 'removed') counts[kind]++;
  return counts;
}

export function diffLines(unifiedDiff: string, options: DiffOptions): StyledLine[] {
  const shown: DiffRow[] = [];
  let hidden = 0;
  let largest = 0;
  for (const row of diffRows(unifiedDiff)) {
    if (shown.length >= options.maximumLines) {
      if (row.kind !== 'gap') hidden++;
      continue;
    }
    shown.push(row);
    largest = Math.max(largest, row.number);
  }
  const digits = String(largest).length;
  const lines = shown.flatMap((row) => rowLines(row, digits, options));
  return hidden > 0 ? [...lines, line(`… ${plural(hidden, 'more line')} of the diff`, 'muted')] : lines;
}

/** Row by row: a diff can be long, and mostly only its beginning is drawn. */
function* diffRows(unifiedDiff: string): Generator<DiffRow> {
  let oldNumber = 0;
  let newNumber = 0;
  // Lines that the hunk still has: a removed line may look like the header of a file.
  let oldLeft = 0;
  let newLeft = 0;
  let isFirst = true;
  for (const text of splitLines(unifiedDiff)) {
    const hunk = HUNK.exec(text);
    if (hunk) {
      oldNumber = Number(hunk[1]);
      newNumber = Number(hunk[3]);
      oldLeft = Number(hunk[2] ?? 1);
      newLeft = Number(hunk[4] ?? 1);
      if (!isFirst) yield { kind: 'gap', number: 0, text: '' };
      isFirst = false;
    } else if (oldLeft > 0 || newLeft > 0) {
      if (text.startsWith('\\')) continue;
      const kind = text.startsWith('+') ? 'added' : text.startsWith('-') ? 'removed' : 'context';
      if (kind !== 'added') oldLeft--;
      if (kind !== 'removed') newLeft--;
      const number = kind === 'removed' ? oldNumber : newNumber;
      if (kind !== 'added') oldNumber++;
      if (kind !== 'removed') newNumber++;
      yield { kind, number, text: text.slice(1) };
    }
  }
}

function* splitLines(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end === -1 ? text.length : end);
    if (end === -1) return;
    start = end + 1;
  }
}

const LOOKS: Readonly<Record<DiffRow['kind'], { sign: string; color?: ColorName; word: string }>> = {
  added: { sign: '+', color: 'added', word: 'added' },
  removed: { sign: '-', color: 'removed', word: 'removed' },
  context: { sign: ' ', word: '' },
  gap: { sign: ' ', color: 'muted', word: '' },
};

function rowLines({ kind, number, text }: DiffRow, digits: number, options: DiffOptions): StyledLine[] {
  const { columns, screenReader, isForApproval } = options;
  if (kind === 'gap') return [line(screenReader ? '...' : `${' '.repeat(digits)} ⋮`, 'muted')];
  const { sign, color, word } = LOOKS[kind];
  const safe = isForApproval ? visibleText(text.replace(/\r$/, '')) : cleanText(text);
  if (screenReader) return [line(`${number}${word ? ` ${word}` : ''}: ${safe}`)];
  const drawn = isForApproval ? safe : shortened(safe);
  const gutter = `${String(number).padStart(digits)} `;
  const parts = wrapHard([span(drawn, color)], columns - gutter.length - 2);
  return parts.map((part, index) => [
    span(index === 0 ? gutter : ' '.repeat(gutter.length), 'muted'),
    span(index === 0 ? `${sign} ` : '  ', color),
    ...part,
  ]);
}

function shortened(text: string): string {
  if (text.length <= LONGEST_LINE) return text;
  const start = fittingStart(text, LONGEST_LINE).text;
  return start.length < text.length ? `${start}… (${(text.length - start.length).toLocaleString('en-US')} more)` : text;
}
