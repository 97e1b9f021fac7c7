/** The tool loop: our own processor time for 60 rounds that each read a file of about 4,000 tokens. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importSimulator } from '../bundleSimulator.mjs';
import { launchQwen, processorSeconds } from './measure.mjs';

const ROUNDS = 60;
const FILE_CHARACTERS = 16_000;

export async function benchLoop() {
  const { startSimulator, toolLoop } = await importSimulator('index.ts');
  const home = mkdtempSync(path.join(tmpdir(), 'qwen-bench-'));
  const project = path.join(home, 'project');
  mkdirSync(project);
  const files = Array.from({ length: ROUNDS }, (_, index) => path.join(project, `module${index}.ts`));
  for (const [index, file] of files.entries()) writeFileSync(file, source(index));
  let pid = 0;
  let seconds = 0;
  const loop = toolLoop({ rounds: ROUNDS, files });
  const simulator = await startSimulator({
    contextWindow: 1_000_000,
    respond: (request) => {
      seconds = processorSeconds(pid);
      return loop(request);
    },
  });
  try {
    const run = launchQwen(['-y', '-p', 'Read every module.'], { simulator, home, cwd: project });
    pid = run.child.pid;
    await run.ended;
    return [
      ['requests', `${simulator.requests.length}`, `${ROUNDS + 1}`],
      ['prompt tokens of the last request', `${simulator.requests.at(-1).promptTokens}`, ''],
      [`processor time for ${ROUNDS} rounds`, `${seconds.toFixed(2)} s`, '< 2 s'],
      [
        'requests with violations',
        `${simulator.requests.filter(({ violations }) => violations.length > 0).length}`,
        '0',
      ],
    ];
  } finally {
    await simulator.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function source(number) {
  const lines = [];
  for (let index = 0, length = 0; length < FILE_CHARACTERS; index++) {
    const line = `export function compute${number}x${index}(value: number): number { return value * ${index} + ${number}; }`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}
