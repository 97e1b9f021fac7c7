/** `/quit`: leaves the program. */
import type { SlashCommand } from './types.js';

export const quitCommand: SlashCommand = {
  name: 'quit',
  altNames: ['exit'],
  description: 'Leave; the session can be resumed',
  modes: ['interactive'],
  whileBusy: true,
  run: () => ({ type: 'quit' }),
};
