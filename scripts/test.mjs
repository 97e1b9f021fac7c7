/** `npm test`: sets up what is missing, then runs every test (or those whose names are given). */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBundle, ensureInstalled, requireNode, root } from './setup.mjs';

requireNode();
ensureInstalled();
await ensureBundle();
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
