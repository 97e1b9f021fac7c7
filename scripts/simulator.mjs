/** `npm run simulator`: sets up what is missing, then serves simulated models; see `npm run simulator -- --help`. */
import { endWithNpm, ensureInstalled, requireNode } from './setup.mjs';

requireNode();
ensureInstalled();
endWithNpm();
const { importSimulator } = await import('./bundleSimulator.mjs');
await importSimulator('command.ts');
