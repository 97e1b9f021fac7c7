/**
 * Emits core's type declarations and compiles the type tests against them, as a consumer of the package would; then
 * compares the exported names with the literal list in packages/core/public-surface.txt (`--write` renews the list).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './setup.mjs';

const tsc = path.join(root, 'node_modules/typescript7/bin/tsc');
const output = path.join(root, '.build/core-types');
run(process.execPath, [
  tsc,
  ...['-p', 'packages/core/tsconfig.build.json', '--emitDeclarationOnly', '--outDir', output],
]);
run(process.execPath, [tsc, '-p', 'packages/core/test/types/tsconfig.json']);

const names = exportedNames(readFileSync(path.join(output, 'index.d.ts'), 'utf8'));
const listFile = path.join(root, 'packages/core/public-surface.txt');
if (process.argv.includes('--write')) {
  writeFileSync(listFile, `${names.join('\n')}\n`);
  process.exit(0);
}
const listed = readFileSync(listFile, 'utf8').trim().split('\n');
const added = names.filter((name) => !listed.includes(name));
const removed = listed.filter((name) => !names.includes(name));
if (added.length + removed.length > 0) {
  console.error('The public surface of core differs from packages/core/public-surface.txt.');
  if (added.length > 0) console.error(`  not listed: ${added.join(', ')}`);
  if (removed.length > 0) console.error(`  listed, not exported: ${removed.join(', ')}`);
  console.error('If that is meant: node scripts/checkDeclarations.mjs --write');
  process.exit(1);
}

/** Names of `export { A, type B as C } from '…'`; core's index has no other form of export. */
function exportedNames(declarations) {
  if (/export \*|export (declare|const|class|function|interface|type \w+ ?=)/.test(declarations)) {
    console.error('packages/core/src/index.ts must consist of named re-exports only.');
    process.exit(1);
  }
  const lists = [...declarations.matchAll(/export (type )?\{([^}]*)\}/g)];
  return lists
    .flatMap(([, , list]) => list.split(','))
    .map((entry) =>
      entry
        .trim()
        .replace(/^type /, '')
        .replace(/^.* as /, ''),
    )
    .filter((name) => name !== '')
    .sort();
}
