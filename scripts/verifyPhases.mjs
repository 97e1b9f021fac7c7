/**
 * Checks the phases of the compaction redesign one by one. For each phase commit, in a worktree of its own: install,
 * build, check, test. Then, at the tip, each phase that nothing later depends on is reverted alone, and what remains
 * is built, checked and tested. Prints a Markdown table.
 *
 *   scripts/verify-phases [--only P2,P4] [--skip-commits | --skip-reverts] [test name filters …]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './setup.mjs';

const PHASES = ['P6', 'P7', 'P1', 'P2', 'P4', 'P3', 'P5'];

/** Phases that no later one needs. */
const REVERTIBLE = ['P2', 'P4', 'P3', 'P5', 'P6'];

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    'skip-commits': { type: 'boolean', default: false },
    'skip-reverts': { type: 'boolean', default: false },
  },
});
const chosen = values.only ? values.only.split(',') : PHASES;
const commits = new Map(chosen.map((phase) => [phase, commitOf(phase)]));
const folder = mkdtempSync(path.join(os.tmpdir(), 'qwen-phases-'));
const rows = [];
try {
  if (!values['skip-commits']) {
    for (const [phase, commit] of commits) rows.push(verify(`${phase} alone`, commit));
  }
  if (!values['skip-reverts']) {
    for (const phase of REVERTIBLE.filter((name) => commits.has(name))) {
      rows.push(verify(`tip without ${phase}`, 'HEAD', commits.get(phase)));
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  execFileSync('git', ['worktree', 'prune'], { cwd: root });
}
console.log('\n| tree | commit | install | build | check | test |\n| --- | --- | --- | --- | --- | --- |');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
process.exit(rows.some((row) => row.includes('FAILED')) ? 1 : 0);

function commitOf(phase) {
  const found = git(['log', '--format=%h', `--grep=^${phase}: `, 'HEAD'])
    .trim()
    .split('\n')
    .filter(Boolean);
  if (found.length === 1) return found[0];
  console.error(`Expected one commit whose subject begins with "${phase}: ", found ${found.length}.`);
  process.exit(1);
}

/** One row of the table. `reverted` is a commit to take back first. */
function verify(name, commit, reverted) {
  const tree = path.join(folder, name.replaceAll(' ', '-'));
  git(['worktree', 'add', '--detach', '--quiet', tree, commit]);
  const row = [name, reverted ? `${git(['rev-parse', '--short', commit]).trim()} − ${reverted}` : commit];
  const steps = [
    ['npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']],
    ['npm', ['run', '--silent', 'build']],
    ['npm', ['run', '--silent', 'check']],
    ['npm', ['test', '--silent', '--', ...filters]],
  ];
  if (reverted) steps.unshift(['git', ['revert', '--no-commit', reverted]]);
  let failed = false;
  for (const [command, args] of steps) {
    if (failed) {
      row.push('–');
      continue;
    }
    console.error(`${name}: ${command} ${args.join(' ')}`);
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: tree, encoding: 'utf8', maxBuffer: 1e9 });
    failed = status !== 0;
    if (failed) console.error(`${stdout}\n${stderr}`);
    if (command !== 'git') row.push(failed ? 'FAILED' : (/^\d+ passed, \d+ failed.*$/m.exec(stdout)?.[0] ?? 'ok'));
  }
  git(['worktree', 'remove', '--force', tree]);
  return row;
}

function git(args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}
