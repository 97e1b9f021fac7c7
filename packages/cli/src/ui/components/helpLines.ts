/** The keys and commands as help shows them. */
import { commandUsage } from '../commands/helpCommand.js';
import { KEY_TABLE } from '../keys/keyTable.js';
import type { StyledLine } from '../text/styledLine.js';
import type { ColumnSection } from '../types.js';
import { columnLines } from './columnLines.js';
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

export function helpLines(commands: readonly HelpCommand[], context: LineContext): StyledLine[] {
  const sections: ColumnSection[] = (Object.keys(TITLES) as Array<keyof typeof TITLES>).map((where) => ({
    title: TITLES[where],
    rows: KEY_TABLE.filter((entry) => entry.context === where && entry.description !== undefined).map((entry) => ({
      name: chordText(entry.chords[0]!),
      text: entry.description!,
    })),
  }));
  const commandRows = commands.map((command) => ({ name: commandUsage(command), text: command.description }));
  return columnLines(
    [...sections, { title: 'Commands', rows: commandRows }].filter(({ rows }) => rows.length > 0),
    context,
  );
}
