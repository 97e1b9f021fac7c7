import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AgentHooks } from './agentHooks.js';
import type { HooksSettings } from './hookSettings.js';
import { HookSystem } from './hookSystem.js';

let directory: string;
let messages: string[];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'qwen-hooks-'));
  messages = [];
});

afterEach(() => rm(directory, { recursive: true, force: true }));

function system(settings: HooksSettings, disableAllHooks = false): HookSystem {
  return new HookSystem({
    settings,
    disableAllHooks,
    cwd: directory,
    session: () => ({ sessionId: 'sid', transcriptPath: '/t.jsonl', permissionMode: 'default', model: 'm1' }),
    onMessage: (message) => messages.push(message),
  });
}

/** A command that prints `text` through a script file, so that no shell quoting is needed. */
async function saying(text: string, exitCode = 0, stream: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
  const script = path.join(directory, `say-${Math.random().toString(36).slice(2)}.cjs`);
  await writeFile(script, `process.${stream}.write(${JSON.stringify(text)}); process.exitCode = ${exitCode};`);
  return `"${process.execPath}" "${script}"`;
}

const hook = (command: string, timeout?: number): { type: 'command'; command: string; timeout?: number } => ({
  type: 'command',
  command,
  timeout,
});

const json = (value: object): Promise<string> => saying(JSON.stringify(value));

describe('HookSystem', () => {
  it('gives a hook the documented fields on stdin, in the project, with its directory in the environment', async () => {
    const log = path.join(directory, 'log');
    const hooks = system({
      PreCompact: [{ hooks: [hook(`cat > "${log}"; echo "$QWEN_PROJECT_DIR $PWD" >> "${log}"`)] }],
    });
    await hooks.firePreCompactEvent('auto', 'keep names');
    const [input, environment] = (await readFile(log, 'utf8')).trim().split('\n');
    const fields = JSON.parse(input!) as Record<string, unknown>;
    expect(fields).toEqual({
      session_id: 'sid',
      transcript_path: '/t.jsonl',
      cwd: directory,
      hook_event_name: 'PreCompact',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      trigger: 'auto',
      custom_instructions: 'keep names',
    });
    expect(environment).toBe(`${directory} ${directory}`);
  });

  it('sends each event its own fields', async () => {
    const log = path.join(directory, 'log');
    const group = [{ hooks: [hook(`cat >> "${log}"`)] }];
    const hooks = system({
      PostCompact: group,
      SessionStart: group,
      SessionEnd: group,
      Notification: group,
      SubagentStart: group,
      SubagentStop: group,
    });
    await hooks.firePostCompactEvent('manual', 'the summary');
    await hooks.fireSessionStartEvent('resume');
    await hooks.fireSessionEndEvent('other');
    await hooks.fireNotificationEvent({ message: 'hi', notification_type: 'idle' });
    await hooks.fireSubagentStartEvent('a1', 'explorer');
    await hooks.fireSubagentStopEvent({ agentId: 'a1', agentType: 'explorer', lastAssistantMessage: 'done' });
    const inputs = (await readFile(log, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(inputs.map(({ hook_event_name: name }) => name)).toEqual([
      'PostCompact',
      'SessionStart',
      'SessionEnd',
      'Notification',
      'SubagentStart',
      'SubagentStop',
    ]);
    expect(inputs[0]).toMatchObject({ trigger: 'manual', compact_summary: 'the summary' });
    expect(inputs[1]).toMatchObject({ source: 'resume', permission_mode: 'default', model: 'm1' });
    expect(inputs[2]).toMatchObject({ reason: 'other' });
    expect(inputs[3]).toMatchObject({ message: 'hi', notification_type: 'idle' });
    expect(inputs[5]).toMatchObject({ agent_id: 'a1', agent_type: 'explorer', last_assistant_message: 'done' });
  });

  it('runs the hooks of an event side by side and merges them in the order of the settings', async () => {
    const pipe = path.join(directory, 'pipe');
    const hooks = system({
      UserPromptSubmit: [
        // The first waits for the second: one after the other they would never end.
        { hooks: [hook(`mkfifo "${pipe}" 2>/dev/null; cat "${pipe}"`, 10_000)] },
        { hooks: [hook(`mkfifo "${pipe}" 2>/dev/null; echo from-second > "${pipe}"; echo second`, 10_000)] },
      ],
    });
    const outcome = await hooks.fire('UserPromptSubmit', { prompt: 'x' });
    expect(outcome.additionalContext).toBe('from-second\n\nsecond');
  });

  it('blocks with exit code 2 and says why; other codes only warn', async () => {
    const hooks = system({
      PreToolUse: [{ hooks: [hook(await saying('not here\n', 2, 'stderr')), hook(await saying('oops', 3, 'stderr'))] }],
    });
    const outcome = await hooks.fire('PreToolUse', { tool_name: 'edit' });
    expect(outcome.block).toBe('not here');
    expect(messages).toEqual([expect.stringMatching(/^PreToolUse hook .* failed with exit code 3: oops$/)]);
  });

  it('reads JSON output', async () => {
    const hooks = system({
      Stop: [
        { hooks: [hook(await json({ decision: 'block', reason: 'tests fail', systemMessage: 'see log' }))] },
        { hooks: [hook(await json({ continue: false, stopReason: 'enough' }))] },
        { hooks: [hook(await json({ hookSpecificOutput: { additionalContext: 'ctx', permissionDecision: 'deny' } }))] },
        { hooks: [hook(await json({ decision: 'approve', reason: 'fine' }))] },
      ],
    });
    expect(await hooks.fire('Stop')).toEqual({
      block: 'tests fail\nBlocked by a Stop hook.',
      stop: 'enough',
      additionalContext: 'ctx',
      systemMessages: ['see log'],
      warnings: [],
    });
    expect(messages).toEqual(['see log']);
  });

  it('takes plain output as context where that is the rule, and only there', async () => {
    const group = [{ hooks: [hook(await saying('plain {"x"'))] }];
    const hooks = system({ SessionStart: group, PostToolUse: group });
    expect(await hooks.fireSessionStartEvent('startup')).toBe('plain {"x"');
    expect((await hooks.fire('PostToolUse', { tool_name: 'edit' })).additionalContext).toBeUndefined();
  });

  it('applies matchers to the subject of the event', async () => {
    const echo = async (
      name: string,
      matcher?: string,
    ): Promise<{ matcher?: string; hooks: [ReturnType<typeof hook>] }> => ({
      matcher,
      hooks: [hook(await json({ hookSpecificOutput: { additionalContext: name } }))],
    });
    const hooks = system({
      PreToolUse: [
        await echo('all'),
        await echo('star', '*'),
        await echo('empty', ''),
        await echo('part', 'read'),
        await echo('either', '^(edit|write_file)$'),
        await echo('broken', '(edit'),
      ],
      SessionStart: [await echo('only compact', 'compact')],
    });
    const context = async (tool: string): Promise<string | undefined> =>
      (await hooks.fire('PreToolUse', { tool_name: tool })).additionalContext;
    expect(await context('read_file')).toBe('all\n\nstar\n\nempty\n\npart');
    expect(await context('edit')).toBe('all\n\nstar\n\nempty\n\neither');
    expect(await context('(edit')).toBe('all\n\nstar\n\nempty\n\nbroken');
    expect(await hooks.fireSessionStartEvent('startup')).toBeUndefined();
    expect(await hooks.fireSessionStartEvent('compact')).toBe('only compact');
  });

  it('ends a hook that takes too long, with everything it started', async () => {
    const pidFile = path.join(directory, 'pid');
    const hooks = system({
      Notification: [{ hooks: [hook(`sleep 1000 & echo $! > "${pidFile}"; wait`, 300)] }],
    });
    await hooks.fireNotificationEvent({ message: 'x', notification_type: 'idle' });
    expect(messages).toEqual([expect.stringMatching(/took longer than 300 ms/)]);
    await expectGone(Number(await readFile(pidFile, 'utf8')));
  });

  it('stops hooks at once when the user aborts, without a complaint', async () => {
    const started = path.join(directory, 'started');
    const hooks = system({ Stop: [{ hooks: [hook(`echo $$ > "${started}"; sleep 1000`)] }] });
    const abort = new AbortController();
    const outcome = hooks.fire('Stop', {}, abort.signal);
    const pid = await readFileWhenThere(started);
    abort.abort();
    expect(await outcome).toMatchObject({ warnings: [] });
    await expectGone(Number(pid));
  });

  it('does not wait for what a hook leaves in the background', async () => {
    const pidFile = path.join(directory, 'pid');
    const hooks = system({ SessionStart: [{ hooks: [hook(`sleep 1000 & echo $! > "${pidFile}"; echo ready`)] }] });
    expect(await hooks.fireSessionStartEvent('startup')).toBe('ready');
    process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL');
  });

  it('copes with hooks that do not read their input, print a lot, or do not exist', async () => {
    const hooks = system({
      PostToolUse: [{ hooks: [hook('exit 0'), hook('yes | head -c 3000000'), hook('/no/such/program')] }],
    });
    const outcome = await hooks.fire('PostToolUse', { tool_name: 'x', tool_response: 'y'.repeat(500_000) });
    expect(outcome.block).toBeUndefined();
    expect(outcome.warnings).toEqual([expect.stringMatching(/exit code 127/)]);
  });

  it('names what it cannot use of the settings and goes on with the rest', async () => {
    const settings = {
      Stop: [{ hooks: [1, { type: 'http', url: 'x' }, hook('echo reason >&2; exit 2')] }, { matcher: 'x' }, null],
      Notification: 'beep',
      Never: [],
    } as unknown as HooksSettings;
    expect((await system(settings).fire('Stop')).block).toBe('reason');
    expect(messages).toEqual([
      'Settings: hooks.Stop[0].hooks[0] must be {type: "command", command}.',
      'Settings: hooks.Stop[0].hooks[1] must be {type: "command", command}.',
      'Settings: hooks.Stop[1].hooks must be a list.',
      'Settings: hooks.Stop[2].hooks must be a list.',
      'Settings: hooks.Notification must be a list of {matcher?, hooks}.',
      'Settings: hooks.Never: there is no such event.',
    ]);
    expect(await system(settings).fire('Notification', { message: 'x' })).toMatchObject({ warnings: [] });
  });

  it('runs nothing when hooks are disabled or none is configured', async () => {
    const marker = path.join(directory, 'ran');
    const settings: HooksSettings = { Stop: [{ hooks: [hook(`touch "${marker}"`)] }] };
    const disabled = system(settings, true);
    expect(disabled.hasHooks('Stop')).toBe(false);
    await disabled.fire('Stop');
    await system({}).fire('Stop');
    await expect(readFile(marker)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('AgentHooks', () => {
  const { signal } = new AbortController();
  const agentHooks = (settings: HooksSettings): AgentHooks => new AgentHooks(system(settings), () => 'last words');

  it('gates prompts', async () => {
    const hooks = agentHooks({
      UserPromptSubmit: [
        { hooks: [hook(await json({ systemMessage: 'noted', hookSpecificOutput: { additionalContext: 'ctx' } }))] },
      ],
    });
    expect(await hooks.beforePrompt('hello', signal)).toEqual({ additionalContext: 'ctx', message: 'noted' });
    expect(messages).toEqual([]);
    const blocking = agentHooks({ UserPromptSubmit: [{ hooks: [hook(await saying('no', 2, 'stderr'))] }] });
    expect(await blocking.beforePrompt('hello', signal)).toMatchObject({ block: 'no' });
  });

  it('lets Stop hooks send the agent on, but not for ever', async () => {
    const log = path.join(directory, 'log');
    const command = `cat >> "${log}"; echo go on >&2; exit 2`;
    const hooks = agentHooks({ Stop: [{ hooks: [hook(command)] }] });
    const answers: Array<string | undefined> = [];
    for (let turn = 0; turn < 22; turn++) answers.push(await hooks.beforeStop(signal));
    expect(answers.filter((answer) => answer === 'go on')).toHaveLength(20);
    expect(answers.slice(20)).toEqual([undefined, undefined]);
    const inputs = (await readFile(log, 'utf8')).trim().split('\n');
    expect(JSON.parse(inputs[0]!)).toMatchObject({ stop_hook_active: false, last_assistant_message: 'last words' });
    expect(JSON.parse(inputs[1]!)).toMatchObject({ stop_hook_active: true });
    await hooks.beforePrompt('next', signal);
    expect(await hooks.beforeStop(signal)).toBe('go on');
  });

  it('stands around tool calls', async () => {
    const log = path.join(directory, 'log');
    const record = hook(`cat >> "${log}"`);
    const hooks = agentHooks({
      PreToolUse: [{ matcher: 'edit', hooks: [hook(await saying('no edits', 2, 'stderr')), record] }],
      PostToolUse: [{ hooks: [hook(await json({ decision: 'block', reason: 'lint fails' })), record] }],
      PostToolUseFailure: [{ hooks: [record] }],
    });
    expect(await hooks.beforeToolUse('edit', { file_path: 'a' }, signal)).toEqual({ block: 'no edits' });
    expect(await hooks.beforeToolUse('glob', {}, signal)).toEqual({ block: undefined });
    const result = { output: 'out', display: 'shown' };
    expect(await hooks.afterToolUse('glob', {}, result, signal)).toEqual({ additionalContext: 'lint fails' });
    await hooks.afterToolUse('glob', {}, { output: 'bad', errorType: 'execution_failed' }, signal);
    const inputs = (await readFile(log, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(inputs).toMatchObject([
      { hook_event_name: 'PreToolUse', tool_name: 'edit', tool_input: { file_path: 'a' }, permission_mode: 'default' },
      { hook_event_name: 'PostToolUse', tool_response: { llmContent: 'out', returnDisplay: 'shown' } },
      { hook_event_name: 'PostToolUseFailure', error: 'bad' },
    ]);
  });
});

async function expectGone(pid: number): Promise<void> {
  // A killed process whose new parent does not collect it stays as a zombie: it does nothing any more.
  const state = (): string => {
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout.trim().replace(/^Z.*/, '');
  };
  await expect.poll(state, { timeout: 10_000 }).toBe('');
}

async function readFileWhenThere(file: string): Promise<string> {
  await expect.poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: 10_000 }).toMatch(/\n$/);
  return readFile(file, 'utf8');
}
