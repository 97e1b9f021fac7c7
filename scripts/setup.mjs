/** What every command shares: finding out what a fresh machine lacks, and doing it. Uses Node alone. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const MINIMUM_NODE = [20, 19];

/** Ends the process with a clear message when this Node is too old to run the project. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return;
  console.error(`qwen needs Node ${MINIMUM_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installs from the lockfile unless everything it names is there. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.error('Installing dependencies from package-lock.json …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

/** Whether npm's record of what it installed has every package of the lockfile in its version. */
function isInstalled() {
  const record = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    ([name, { version, optional }]) =>
      optional || !name.startsWith('node_modules/') || installed[name]?.version === version,
  );
}

/** Runs a command in the root; ends this process with its exit code when it fails. Its output goes to stderr. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    ...options,
  });
  if (result.error) {
    console.error(`Could not run ${command}: ${result.error.message}`);
    process.exit(1);
  }
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/**
 * Ends this process, as SIGTERM does, once npm is gone: npm passes a signal on to the shell between them only, which ends
 * without telling its child.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 1_000).unref();
}

/** Newest modification time (milliseconds) among the source files below a folder. */
function newestSource(directory) {
  let newest = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) newest = Math.max(newest, newestSource(file));
    else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) {
      newest = Math.max(newest, statSync(file).mtimeMs);
    }
  }
  return newest;
}

/** Whether the bundle of the cli is missing or older than any source it is made of. */
export function bundleIsStale() {
  const stamp = path.join(root, 'packages/cli/dist/.stamp');
  if (!existsSync(stamp)) return true;
  const built = Number(readFileSync(stamp, 'utf8'));
  const sources = ['core', 'cli', 'model-simulator'].map((name) => path.join(root, 'packages', name, 'src'));
  const others = ['package-lock.json', 'scripts/bundle.mjs', 'scripts/libraryPatches.mjs'].map(
    (name) => statSync(path.join(root, name)).mtimeMs,
  );
  return Math.max(...sources.map(newestSource), ...others) > built;
}

/** Builds the bundle of the cli when it is stale. */
export async function ensureBundle() {
  if (!bundleIsStale()) return;
  console.error('Building qwen …');
  const { bundleCli } = await import('./bundle.mjs');
  await bundleCli();
}
