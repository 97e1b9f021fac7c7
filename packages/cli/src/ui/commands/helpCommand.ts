/** `/help`: the commands that can be used now. */
import type { SlashCommand } from './types.js';

export const helpCommand: SlashCommand = {
  name: 'help',
  altNames: ['?'],
  description: 'List the commands',
  modes: ['interactive', 'non_interactive'],
  run: ({ commands }) => ({ type: 'columns', sections: [{ title: 'Commands', rows: commands.map(helpRow) }] }),
};

function helpRow({ altNames = [], ...command }: SlashCommand): { name: string; text: string } {
  const others = altNames.length > 0 ? ` (also ${altNames.map((other) => `/${other}`).join(', ')})` : '';
  return { name: commandUsage(command), text: `${command.description}${others}` };
}

/** As it is typed: `/context [detail]`. */
export function commandUsage({ name, argumentHint }: Pick<SlashCommand, 'name' | 'argumentHint'>): string {
  return `/${name}${argumentHint ? ` ${argumentHint}` : ''}`;
}
