/** Start-up: how long until the version, until the first request; how much memory; how many tokens the prompt has. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importSimulator } from '../bundleSimulator.mjs';
import { launch, launchQwen, median, QWEN, treeMegabytes } from './measure.mjs';

const RUNS = 15;

export async function benchStart() {
  const { startSimulator } = await importSimulator('index.ts');
  const home = mkdtempSync(path.join(tmpdir(), 'qwen-bench-'));
  const times = { node: [], version: [], request: [], megabytes: [] };
  const requests = [];
  let promptTokens = 0;
  try {
    for (let run = 0; run < RUNS; run++) {
      const env = { PATH: process.env.PATH, HOME: home };
      times.node.push(await launch(['-e', '0'], { env }).ended);
      times.version.push(await launch([QWEN, '--version'], { env }).ended);
      const first = await firstRequest(startSimulator, home);
      times.request.push(first.milliseconds);
      times.megabytes.push(first.megabytes);
      requests.push(first.requests);
      promptTokens = first.promptTokens;
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  const node = median(times.node);
  const ratio = (values) => (median(values) / node).toFixed(2);
  return [
    ['node -e 0', `${node.toFixed(0)} ms`, ''],
    ['qwen --version', `${ratio(times.version)} × node -e 0`, '≤ 1.5'],
    ['first request of a headless "hello"', `${ratio(times.request)} × node -e 0`, '≤ 4'],
    ['process tree at the first request', `${median(times.megabytes).toFixed(0)} MB`, '≤ 120 MB'],
    ['model requests for "hello"', `${Math.max(...requests)}`, '1'],
    ['first prompt with tool schemas', `${promptTokens} o200k tokens`, '≤ 4,000'],
  ];
}

async function firstRequest(startSimulator, home) {
  let started = 0;
  let pid = 0;
  let milliseconds = 0;
  let megabytes = 0;
  const simulator = await startSimulator({
    respond: () => {
      milliseconds ||= performance.now() - started;
      megabytes ||= treeMegabytes(pid);
      return { text: 'Hello.' };
    },
  });
  try {
    const run = launchQwen(['-p', 'hello'], { simulator, home });
    started = run.started;
    pid = run.child.pid;
    await run.ended;
    const { requests } = simulator;
    return { milliseconds, megabytes, requests: requests.length, promptTokens: requests[0].promptTokens };
  } finally {
    await simulator.close();
  }
}
