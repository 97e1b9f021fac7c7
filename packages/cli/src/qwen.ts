#!/usr/bin/env node
/**
 * Entry of the program. `--version` is answered here, before anything else is loaded; all the rest is a chunk of its
 * own, so that its compiled form can be cached by Node where Node can (22 and later).
 */
import module from 'node:module';
import { VERSION } from './version.js';

const first = process.argv[2];
if (first === '--version' || first === '-v') {
  process.stdout.write(`${VERSION}\n`);
} else {
  (module as { enableCompileCache?: () => void }).enableCompileCache?.();
  const { main } = await import('./main.js');
  await main();
}
