/** A list of choices as lines, and which of them a search leaves. */
import { fuzzyFilter, searchableName } from '../composer/completion/fuzzyMatch.js';
import { markdownLines } from '../markdown/markdownLines.js';
import type { Choice } from '../state/viewState.js';
import { plural } from '../../utils/text.js';
import { oneLine } from '../text/sanitize.js';
import { EMPTY_LINE, line, span, truncateLine, type Span, type StyledLine } from '../text/styledLine.js';
import { padTo, textWidth, truncateEnd } from '../text/width.js';
import type { LineContext } from './display.js';
import { windowAround } from './scrollWindow.js';

/** Matching labels first, then those whose description matches. */
export function matchingChoices(choices: readonly Choice[], query: string): readonly Choice[] {
  const words = query.trim();
  if (words === '') return choices;
  const labels = choices.map((choice) => ({ ...searchableName(choice.label), choice }));
  const byLabel = fuzzyFilter(words, labels, labels.length).map(({ choice }) => choice);
  const found = new Set(byLabel);
  const lower = words.toLowerCase();
  const byText = choices.filter((choice) => !found.has(choice) && choice.description?.toLowerCase().includes(lower));
  return [...byLabel, ...byText];
}

export interface ChoiceLinesOptions extends LineContext {
  selected: number;
  /** First choice in view when it was drawn last. */
  start?: number;
  maximumRows: number;
  /** Choices have a number that chooses them. */
  isNumbered?: boolean;
  /** Marked ones, where several can be chosen. */
  marked?: ReadonlySet<string>;
}

/** Columns from which the description stands beside the label rather than below it. */
const BESIDE_FROM = 60;

export function choiceLines(choices: readonly Choice[], options: ChoiceLinesOptions): StyledLine[] {
  const { columns, selected, maximumRows, screenReader } = options;
  if (choices.length === 0) return [line('Nothing matches.', 'muted')];
  const isBeside = columns >= BESIDE_FROM && !screenReader;
  const rowsPerChoice = !isBeside && choices.some(({ description }) => description) ? 2 : 1;
  const hasMore = choices.length * rowsPerChoice > maximumRows;
  const size = Math.max(1, Math.floor((maximumRows - (hasMore ? 1 : 0)) / rowsPerChoice));
  const { start, end } = windowAround(selected, choices.length, size, options.start);
  const shown = choices.slice(start, end);
  const labelColumns = Math.min(
    Math.floor(columns / 2),
    Math.max(...shown.map(({ label }) => textWidth(oneLine(label)))),
  );
  const lines = shown.flatMap((choice, index) =>
    choiceRow(choice, start + index, { ...options, isBeside, labelColumns }),
  );
  const hidden = choices.length - shown.length;
  const drawn = screenReader ? lines : lines.map((styled) => truncateLine(styled, columns));
  return hidden > 0 ? [...drawn, line(`  ${plural(hidden, 'more choice')}`, 'muted')] : drawn;
}

function choiceRow(
  choice: Choice,
  index: number,
  options: ChoiceLinesOptions & { isBeside: boolean; labelColumns: number },
): StyledLine[] {
  const { selected, isNumbered, marked, screenReader, isBeside, labelColumns } = options;
  const isSelected = index === selected;
  const color = isSelected ? 'accent' : undefined;
  const box = marked ? (marked.has(choice.value) ? '[x] ' : '[ ] ') : '';
  const number = isNumbered ? `${index + 1}. ` : '';
  const label = oneLine(choice.label);
  const description = choice.description === undefined ? '' : oneLine(choice.description);
  if (screenReader) {
    const facts = [isSelected ? 'selected' : '', choice.isCurrent ? 'in use' : ''].filter(Boolean).join(', ');
    return [line(`${number}${box}${label}${description ? `, ${description}` : ''}${facts ? ` (${facts})` : ''}`)];
  }
  const start: Span[] = [span(isSelected ? '› ' : '  ', 'accent'), span(number + box, isSelected ? 'accent' : 'muted')];
  const current: Span[] = choice.isCurrent ? [span(' ✓', 'success')] : [];
  if (description === '') return [[...start, span(label, color, { bold: isSelected }), ...current]];
  if (!isBeside) {
    const indent = ' '.repeat(2 + textWidth(number + box));
    return [[...start, span(label, color, { bold: isSelected }), ...current], [span(indent + description, 'muted')]];
  }
  const padded = padTo(truncateEnd(label, labelColumns), labelColumns);
  const mark = span(choice.isCurrent ? ' ✓ ' : '   ', 'success');
  return [[...start, span(padded, color, { bold: isSelected }), mark, span(description, 'muted')]];
}

/** What is to be seen of the choice under the cursor. */
export function previewLines(preview: string | undefined, context: LineContext, maximumRows: number): StyledLine[] {
  if (!preview || maximumRows < 3) return [];
  const lines = markdownLines(preview, context);
  const shown = lines.length > maximumRows - 1 ? [...lines.slice(0, maximumRows - 2), line('…', 'muted')] : lines;
  return [EMPTY_LINE, ...shown];
}
