/** `npm run simulator` as a person runs it: a process of its own. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../../scripts/simulator.mjs', import.meta.url));
let child: ChildProcess | undefined;

afterEach(async () => {
  if (child?.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
});

/** Reads standard output until it matches. */
async function outputUntil(pattern: RegExp, output: { text: string }): Promise<RegExpExecArray> {
  for (;;) {
    const match = pattern.exec(output.text);
    if (match) return match;
    await once(child?.stdout ?? process.stdin, 'data');
  }
}

describe('npm run simulator', () => {
  it('serves, tells of each request, and ends on a signal', async () => {
    const output = { text: '' };
    child = spawn(process.execPath, [script, '--port', '0', '--window', '5000', '--scenario', 'echo'], {
      stdio: 'pipe',
    });
    child.stdout?.on('data', (data: Buffer) => (output.text += data.toString()));
    const [, url] = await outputUntil(/OpenAI +(http:\/\/127\.0\.0\.1:\d+\/v1)\n[\s\S]*npm start\n/, output);
    expect(output.text).toContain('a window of 5,000 tokens');
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello there' }] });
    const answer = await (await fetch(`${url}/chat/completions`, { method: 'POST', body })).text();
    expect(answer).toContain('"content":"hello there"');
    await outputUntil(/openai: \d+ tokens, 0 cached → 200 stop, 2 tokens out\n/, output);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
  });

  it('ends with the npm that started it', async () => {
    const output = { text: '' };
    const cwd = path.resolve(path.dirname(script), '..');
    child = spawn('npm', ['run', 'simulator', '--', '--port', '0'], { cwd, stdio: 'pipe' });
    child.stdout?.on('data', (data: Buffer) => (output.text += data.toString()));
    const [, url] = await outputUntil(/OpenAI +(http:\/\/127\.0\.0\.1:\d+\/v1)\n/, output);
    const answers = (): Promise<boolean> =>
      fetch(`${url}/models`).then(
        () => true,
        () => false,
      );
    expect(await answers()).toBe(true);
    child.kill('SIGTERM');
    await once(child, 'exit');
    await expect.poll(answers, { timeout: 20_000 }).toBe(false);
  });

  it('explains a mistake and fails', () => {
    const { status, stderr } = spawnSync(process.execPath, [script, '--window', 'x'], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toBe('--window takes a number, not "x". See --help.\n');
  });
});
