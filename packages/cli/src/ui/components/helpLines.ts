/** The keys and commands as help shows them. */
import { KEY_TABLE } from '../keys/keyTable.js';
import { oneLine } from '../text/sanitize.js';
import { EMPTY_LINE, line, span, truncateLine, type StyledLine } from '../text/styledLine.js';
import { padTo, textWidth } from '../text/width.js';
import type { LineContext } from './display.js';

export interface HelpCommand {
  name: string;
  argumentHint?: string;
  description: string;
}

const TITLES = {
  app: 'Anywhere',
  compose: 'Input',
  complete: 'Completion',
  search: 'Search',
  dialog: 'Questions',
  pager: 'Whole transcript',
} as const;

/** Chords as people write them: `ctrl+x ctrl+e` → `Ctrl+X Ctrl+E`. */
function chordText(chord: string): string {
  return chord
    .split(' ')
    .map((key) =>
      key.replace(/[^+]+/g, (part) =>
        part.length === 1 && !chord.includes('+') ? part : part[0]!.toUpperCase() + part.slice(1),
      ),
    )
    .join(' ');
}

export function helpLines(commands: readonly HelpCommand[], { columns, screenReader }: LineContext): StyledLine[] {
  const sections = (Object.keys(TITLES) as Array<keyof typeof TITLES>).map((context) => ({
    title: TITLES[context],
    rows: KEY_TABLE.filter((entry) => entry.context === context && entry.description !== undefined).map((entry) => ({
      name: chordText(entry.chords[0]!),
      text: entry.description!,
    })),
  }));
  const commandRows = commands.map(({ name, argumentHint, description }) => ({
    name: `/${name}${argumentHint ? ` ${argumentHint}` : ''}`,
    text: description,
  }));
  const all = [...sections, { title: 'Commands', rows: commandRows }].filter(({ rows }) => rows.length > 0);
  return all.flatMap(({ title, rows }, index): StyledLine[] => {
    const width = Math.min(Math.max(...rows.map(({ name }) => textWidth(name))), Math.floor(columns / 2));
    return [
      ...(index > 0 ? [EMPTY_LINE] : []),
      line(title, 'heading', { bold: true }),
      ...rows.map(({ name, text }): StyledLine => {
        if (screenReader) return line(`${oneLine(name)}: ${oneLine(text)}`);
        return truncateLine([span(`  ${padTo(oneLine(name), width)}  `, 'accent'), span(oneLine(text))], columns);
      }),
    ];
  });
}
