/** `npm run check`: every check that is not a test, two at a time; prints each one's output when it fails. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, requireNode, root } from './setup.mjs';

requireNode();
ensureInstalled();
const bin = (file) => [process.execPath, path.join(root, 'node_modules', file)];
const checks = [
  ['lint', ...bin('eslint/bin/eslint.js'), 'packages', '--max-warnings', '0'],
  ['types', ...bin('typescript7/bin/tsc'), '-p', '.'],
  ['declarations and public surface of core', process.execPath, path.join(root, 'scripts/checkDeclarations.mjs')],
  [
    'import directions',
    ...bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    'packages',
    '--config',
    '--output-type',
    'err',
  ],
  ['unused exports', ...bin('knip/bin/knip.js'), '--no-progress'],
  ['format', ...bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
];

let failures = 0;
const queue = [...checks];
await Promise.all([worker(), worker()]);
console.log(failures === 0 ? 'All checks passed.' : `${failures} of ${checks.length} checks failed.`);
process.exit(failures === 0 ? 0 : 1);

async function worker() {
  for (let check = queue.shift(); check; check = queue.shift()) {
    const [name, command, ...args] = check;
    const started = performance.now();
    const { code, output } = await capture(command, args);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (code === 0) continue;
    failures += 1;
    console.log(output);
  }
}

function capture(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
