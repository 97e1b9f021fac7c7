/** Measuring whole processes: wall time, processor time and memory of a process tree. */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';

export const QWEN = path.join(root, 'packages/cli/dist/qwen.js');

/** Ticks a second of the counters in /proc; 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Starts Node; `started` is the time just before it. `ended` resolves with the milliseconds it took, or says how it failed. */
export function launch(args, options = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`node ${args.join(' ')} exited with ${code}:\n${output}`));
    });
  });
  return { child, started, ended };
}

/** Nothing of the person's own environment, which can make Node itself start slower. */
export function environment({ simulator, home, model = 'qwen3-coder-plus' }) {
  return {
    PATH: process.env.PATH,
    HOME: home,
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: simulator.baseUrl('openai'),
    OPENAI_MODEL: model,
  };
}

/** Starts the bundled qwen against a simulator, with a home of its own. */
export function launchQwen(args, { simulator, home, cwd = home, stdio = ['ignore', 'pipe', 'pipe'] }) {
  return launch([QWEN, ...args], { cwd, env: environment({ simulator, home }), stdio });
}

/** Processor time (user and system, seconds) that a running process has used so far. Linux only. */
export function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory of a process and all its descendants, in MB. Linux only. */
export function treeMegabytes(pid) {
  const children = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const status = readStatus(name);
    const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1];
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), name]);
  }
  const sum = (id) => {
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readStatus(id))?.[1] ?? 0);
    return (children.get(id) ?? []).reduce((total, child) => total + sum(child), kilobytes);
  };
  return sum(String(pid)) / 1024;
}

function readStatus(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return '';
    throw error;
  }
}
