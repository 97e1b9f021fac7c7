/** `/clear`: begins a new conversation. */
import type { SlashCommand } from './types.js';

export const clearCommand: SlashCommand = {
  name: 'clear',
  altNames: ['reset', 'new'],
  description: 'Begin a new conversation; the old one stays on disk',
  modes: ['interactive', 'non_interactive'],
  run: () => ({ type: 'clear' }),
};
