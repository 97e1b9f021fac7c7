/** Names with what they mean, in two columns: what is too long for its column goes on below its own beginning. */
import type { ColumnSection } from '../types.js';
import { oneLine } from '../text/sanitize.js';
import { EMPTY_LINE, line, prefixLines, span, type StyledLine } from '../text/styledLine.js';
import { padTo, textWidth } from '../text/width.js';
import { wrapText } from '../text/wrap.js';
import type { LineContext } from './display.js';

const INDENT = 2;
const GAP = 2;
/** Share of the width that the names may take; longer ones stand in a line of their own. */
const NAME_SHARE = 0.4;
/** Columns that the texts need to stand beside the names; else they stand below them. */
const NARROWEST_TEXT = 20;

export function columnLines(sections: readonly ColumnSection[], context: LineContext): StyledLine[] {
  return sections.flatMap((section, index) => [...(index > 0 ? [EMPTY_LINE] : []), ...sectionLines(section, context)]);
}

function sectionLines({ title, rows }: ColumnSection, { columns, screenReader }: LineContext): StyledLine[] {
  const heading = line(oneLine(title), 'heading', { bold: true });
  const cleaned = rows.map(({ name, text }) => ({ name: oneLine(name), text: oneLine(text) }));
  if (screenReader) return [heading, ...cleaned.map(({ name, text }) => line(`${name}: ${text}`))];
  const widths = cleaned.map(({ name }) => textWidth(name)).filter((width) => width <= columns * NAME_SHARE);
  const nameColumns = Math.max(0, ...widths);
  const isBeside = nameColumns > 0 && columns - INDENT - nameColumns - GAP >= NARROWEST_TEXT;
  const textIndent = isBeside ? INDENT + nameColumns + GAP : 2 * INDENT;
  const indent = span(' '.repeat(textIndent));
  const lines = cleaned.flatMap(({ name, text }) => {
    const texts = text === '' ? [] : wrapText(text, columns - textIndent);
    if (isBeside && textWidth(name) <= nameColumns)
      return prefixLines(
        texts.length > 0 ? texts : [EMPTY_LINE],
        span(`${' '.repeat(INDENT)}${padTo(name, nameColumns)}${' '.repeat(GAP)}`, 'accent'),
        indent,
      );
    const names = wrapText(name, columns - INDENT, { color: 'accent' });
    return [...prefixLines(names, span(' '.repeat(INDENT))), ...prefixLines(texts, indent)];
  });
  return [heading, ...lines];
}
