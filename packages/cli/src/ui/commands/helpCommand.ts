/** `/help`: the commands that can be used now. */
import type { SlashCommand } from './types.js';

export const helpCommand: SlashCommand = {
  name: 'help',
  altNames: ['?'],
  description: 'List the commands',
  modes: ['interactive', 'non_interactive'],
  run: ({ commands }) => ({ type: 'output', text: formatHelp(commands) }),
};

function formatHelp(commands: readonly SlashCommand[]): string {
  const rows = commands.map(({ name, altNames = [], argumentHint, description }) => {
    const usage = `/${name}${argumentHint ? ` ${argumentHint}` : ''}`;
    const others = altNames.length > 0 ? ` (also ${altNames.map((other) => `/${other}`).join(', ')})` : '';
    return { usage, text: `${description}${others}` };
  });
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return ['Commands', ...rows.map(({ usage, text }) => `  ${usage.padEnd(width)}  ${text}`)].join('\n');
}
