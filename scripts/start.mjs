/** `npm start`: sets up what is missing, then runs the agent with the given arguments. */
import { endWithNpm, ensureBundle, ensureInstalled, requireNode } from './setup.mjs';

requireNode();
ensureInstalled();
await ensureBundle();
endWithNpm();
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
process.argv[1] = new URL('../packages/cli/dist/qwen.js', import.meta.url).pathname;
await import('../packages/cli/dist/qwen.js');
