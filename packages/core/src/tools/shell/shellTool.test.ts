import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileReadState } from '../files/fileReadState.js';
import { Workspace } from '../files/workspace.js';
import type { ToolContext, ToolResult } from '../tool.js';
import { BackgroundProcesses } from './backgroundProcesses.js';
import { createShellTool, type ShellParams } from './shellTool.js';

let folder: string;
let background: BackgroundProcesses;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'shell-')));
  background = new BackgroundProcesses();
});

afterEach(async () => {
  await background.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function context(overrides: Partial<ToolContext> = {}): ToolContext {
  return {
    callId: 'call/1',
    signal: new AbortController().signal,
    workspace: new Workspace(folder),
    readState: new FileReadState(),
    spillDirectory: path.join(folder, 'spill'),
    maxOutputCharacters: 2_000,
    ...overrides,
  };
}

const run = (params: ShellParams, overrides?: Partial<ToolContext>): Promise<ToolResult> =>
  createShellTool(background).execute(params, context(overrides));
const problem = (params: ShellParams) => createShellTool(background).validate?.(params, new Workspace(folder));

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (condition()) return;
    await delay(10);
  }
  throw new Error('The condition did not come true within 4 s.');
}

/** Processes that have `mark` in their command line, zombies left out. */
function alive(mark: string): string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(mark) && !line.startsWith('Z') && !line.includes('ps -eo'));
}

/** A duration that no other process on the machine sleeps. */
const uniqueSleep = (): string => `${1_000 + Math.floor(Math.random() * 1e6)}.${process.pid}`;

describe('run_shell_command in the foreground', () => {
  it('returns the output of both streams and nothing else on success', async () => {
    expect(await run({ command: 'echo out; echo err >&2' })).toEqual({ output: 'out\nerr', display: 'out\nerr' });
  });

  it('reports exit codes and signals as information, not as a failed call', async () => {
    expect(await run({ command: 'echo x; exit 3' })).toEqual({
      output: 'x\n[exit code 3]',
      display: 'x\n[exit code 3]',
      exitStatus: 'exit code 3',
    });
    expect((await run({ command: 'kill -9 $$' })).output).toBe('[killed by SIGKILL]');
    expect((await run({ command: 'bash -c "kill -TERM \\$\\$"; exit $?' })).output).toContain(
      'exit code 143 (SIGTERM)',
    );
    expect((await run({ command: 'true' })).output).toBe('(no output)');
    expect((await run({ command: 'no-such-program-here' })).output).toMatch(/not found[\s\S]*exit code 127/);
  });

  it('runs in the workspace or the given directory', async () => {
    expect((await run({ command: 'pwd' })).output).toBe(folder);
    spawnSync('mkdir', [path.join(folder, 'sub')]);
    expect((await run({ command: 'pwd', directory: path.join(folder, 'sub') })).output).toBe(path.join(folder, 'sub'));
  });

  it('gives no input, no terminal, no pager and no colours', async () => {
    const { output } = await run({
      command: 'cat; read x; tty; test -t 1 || echo plain; echo "$QWEN_CODE $PAGER $NO_COLOR"',
    });
    expect(output).toBe('not a tty\nplain\n1 cat 1');
  });

  it('removes escapes and overwritten progress from the text', async () => {
    expect((await run({ command: `printf '\\033[31mred\\033[0m\\n10%%\\r50%%\\r100%%\\r\\nend\\r\\n'` })).output).toBe(
      'red\n100%\nend',
    );
  });

  it('decodes text that is not UTF-8 and names binary data', async () => {
    expect(
      (await run({ command: `printf 'caf\\xe9 cr\\xe8me br\\xfbl\\xe9e \\xe0 la carte, d\\xe9j\\xe0 vu\\n'` })).output,
    ).toContain('café');
    expect((await run({ command: 'head -c 5000 /dev/urandom; printf "\\0"' })).output).toMatch(
      /^\[binary output, 5001 bytes\. The whole is in .*txt/,
    );
    expect((await run({ command: "printf '%s\\0' file1 file2" })).output).toBe('file1\nfile2');
  });

  it('keeps the beginning and the end of long output and the whole in a file', async () => {
    const { output } = await run({ command: 'seq 1 20000; exit 1' });
    expect(output.length).toBeLessThanOrEqual(2_000);
    expect(output).toMatch(/^1\n2\n3\n[\s\S]*shortened, 108894 bytes in all[\s\S]*19999\n20000\n\[exit code 1\]$/);
    const file = /The whole is in (\S+):/.exec(output)?.[1] ?? '';
    expect(path.dirname(file)).toBe(path.join(folder, 'spill'));
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(20_001);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('counts characters, not bytes, and leaves no file when the text fits', async () => {
    const { output } = await run({ command: 'for i in {1..500}; do printf 汉字; done' });
    expect(output).toBe('汉字'.repeat(500));
    expect(existsSync(path.join(folder, 'spill/shell-call_1.txt'))).toBe(false);
  });

  it('tells when the whole cannot be saved', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    const { output } = await run({ command: 'seq 1 20000' }, { spillDirectory: path.join(folder, 'file/x') });
    expect(output).toMatch(/could not be saved: ENOTDIR[\s\S]*20000$/);
  });

  it('shows output while the command runs', async () => {
    const controller = new AbortController();
    const shown: string[] = [];
    const result = await run(
      { command: 'echo first; sleep 100' },
      {
        signal: controller.signal,
        onOutput: (text) => {
          shown.push(text);
          controller.abort();
        },
      },
    );
    expect(shown).toEqual(['first\n']);
    expect(result).toMatchObject({ output: 'first\n[stopped by the user]', errorType: 'cancelled' });
  });

  it('does not wait for a process in the background that holds the output open', async () => {
    const mark = uniqueSleep();
    const { output } = await run({ command: `(echo early; exec sleep ${mark}) & echo done` });
    expect(output).toMatch(/done/);
    const pid = Number(/kill -- -(\d+)/.exec(output)?.[1]);
    expect(background.list()).toMatchObject([{ pid, status: 'running' }]);
    expect(alive(mark)).toHaveLength(1);
    await background.dispose();
    await until(() => alive(mark).length === 0);
  });

  it('lets that process go on writing without breaking', async () => {
    const { output } = await run({
      command: '(while [ ! -e go ]; do sleep 0.01; done; echo late && echo survived > proof) & echo done',
    });
    expect(output).toMatch(/^done\n\[it left processes running/);
    writeFileSync(path.join(folder, 'go'), '');
    await until(() => existsSync(path.join(folder, 'proof')));
    await until(() => background.list()[0]?.status === 'exited');
  });

  it('kills the whole group at the timeout, also what ignores the request to end', async () => {
    const mark = uniqueSleep();
    const result = await run({
      command: `trap "" TERM; echo begun; (trap "" TERM; sleep ${mark}) & sleep ${mark}`,
      timeout: 200,
    });
    expect(result.errorType).toBe('shell_timeout');
    expect(result.output).toMatch(/^begun\n\[stopped: it ran longer than 200 ms/);
    await until(() => alive(mark).length === 0);
  });

  it('kills the whole group at an abort, also what ignores the request to end', async () => {
    const mark = uniqueSleep();
    const controller = new AbortController();
    const running = run({ command: `trap "" TERM; sleep ${mark} | sleep ${mark}` }, { signal: controller.signal });
    await until(() => alive(mark).length >= 2);
    controller.abort();
    const result = await running;
    expect(result.errorType).toBe('cancelled');
    await until(() => alive(mark).length === 0);
  });

  it('runs nothing when it is aborted already', async () => {
    const result = await run({ command: 'touch made' }, { signal: AbortSignal.abort() });
    expect(result.errorType).toBe('cancelled');
    expect(existsSync(path.join(folder, 'made'))).toBe(false);
  });

  it('stops a command that never stops writing, in little memory', async () => {
    const before = process.memoryUsage().rss;
    const result = await run({ command: 'yes' });
    expect(result.output).toMatch(/^y\ny\n[\s\S]*\[stopped: it wrote more than 100 MB\]$/);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });
});

describe('run_shell_command in the background', () => {
  it('returns a pid and a log, and ends with the session', async () => {
    const mark = uniqueSleep();
    const { output, errorType } = await run({ command: `echo up; sleep ${mark}`, is_background: true });
    const [, pid, log] = /pid (\d+)\. Its output is in (\S+)\./.exec(output) ?? [];
    expect(errorType).toBeUndefined();
    expect(readFileSync(log ?? '', 'utf8')).toBe('up\n');
    expect(background.list()).toMatchObject([{ pid: Number(pid), status: 'running', logFile: log }]);
    expect(alive(mark).length).toBeGreaterThan(0);
    await background.dispose();
    await until(() => alive(mark).length === 0);
    expect(readFileSync(log ?? '', 'utf8')).toMatch(/up\n\n\[killed by SIGTERM\]\n$/);
  });

  it('reports a command that fails at once', async () => {
    const { output } = await run({ command: 'echo no port >&2; exit 7', is_background: true });
    expect(output).toMatch(/^Ended at once\.[\s\S]*no port\n\n\[exit code 7\]$/);
    expect(background.list()).toMatchObject([{ status: 'exited', exit: 'exit code 7' }]);
  });

  it('stops one process by its pid', async () => {
    await run({ command: `sleep ${uniqueSleep()}`, is_background: true });
    const pid = background.list()[0]?.pid ?? 0;
    expect(await background.stop(pid)).toBe(true);
    expect(await background.stop(pid)).toBe(false);
    expect(background.list()).toMatchObject([{ status: 'stopped' }]);
  });

  it('leaves no process when the program exits without ending the session', async () => {
    const mark = uniqueSleep();
    const module = JSON.stringify(path.join(import.meta.dirname, 'backgroundProcesses.ts'));
    const script = `
      import { BackgroundProcesses } from ${module};
      const { pid } = await new BackgroundProcesses().start('trap "" TERM; sleep ${mark}', { cwd: '.', env: process.env, logDirectory: '.' });
      console.log(pid);
      process.exit(0);`;
    const file = path.join(folder, 'program.ts');
    writeFileSync(file, script);
    const bundle = path.join(folder, 'program.mjs');
    const { build } = await import('esbuild');
    await build({
      entryPoints: [file],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
    });
    const { stdout } = spawnSync(process.execPath, [bundle], { cwd: folder, encoding: 'utf8' });
    expect(Number(stdout)).toBeGreaterThan(0);
    await until(() => alive(mark).length === 0);
  });
});

describe('arguments of run_shell_command', () => {
  it.each<[ShellParams, RegExp]>([
    [{ command: ' ' }, /empty/],
    [{ command: 'server &', is_background: true }, /Leave the "&"/],
    [{ command: 'sleep 60 && check' }, /Waiting 60 s/],
    [{ command: 'sleep 2m' }, /Waiting 120 s/],
    [{ command: 'ls', directory: '/' }, /outside the workspace/],
    [{ command: 'ls', directory: 'missing' }, /There is no directory/],
    [{ command: 'x'.repeat(200_000) }, /longer than/],
  ])('refuses %j', (params, message) => {
    expect(problem(params)).toMatch(message);
  });

  it.each<ShellParams>([
    { command: 'a && b' },
    { command: 'server &' },
    { command: 'sleep 2; ls' },
    { command: 'sleep 60', is_background: true },
    { command: 'a && b', is_background: true },
    { command: 'until check; do sleep 60; done' },
  ])('takes %j', (params) => {
    expect(problem(params)).toBeNull();
  });

  it('describes a call in one line', () => {
    const tool = createShellTool(background);
    const workspace = new Workspace(folder);
    expect(tool.describe({ command: 'a\n  b', description: 'why' }, workspace)).toBe('a b (why)');
    expect(tool.describe({ command: 'a', directory: folder }, workspace)).toBe('a');
    expect(tool.describe({ command: 'a', directory: `${folder}/src` }, workspace)).toBe('a [in src]');
  });
});
