/** Starting for the first time, trusting a folder, compacting, dying and going on. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { script, startSimulator, summaryOr, type Simulator } from '@qwen-code/model-simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { CliSandbox } from '../support/cli.js';
import { isRunning } from '../support/processes.js';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, READY, TestTerminal } from '../support/terminal.js';

const disposables: Array<{ dispose(): Promise<void> }> = [];
afterEach(async () => {
  for (const disposable of disposables.splice(0).reverse()) await disposable.dispose();
});

async function world(options?: Parameters<typeof simulated>[0]): Promise<Simulated> {
  const made = await simulated(options);
  disposables.push(made);
  return made;
}

function open(sandbox: CliSandbox, args: string[] = [], rows = 30): TestTerminal {
  const terminal = new TestTerminal(sandbox, args, { rows });
  disposables.push(terminal);
  return terminal;
}

describe('the first start', () => {
  async function unconfigured(): Promise<{ sandbox: CliSandbox; simulator: Simulator }> {
    const simulator = await startSimulator({ models: ['model-a', 'model-b'] });
    const sandbox = new CliSandbox();
    disposables.push({ dispose: () => simulator.close() }, sandbox);
    return { sandbox, simulator };
  }

  it('sets up a provider, which the next start has', async () => {
    const { sandbox, simulator } = await unconfigured();
    simulator.respond = script([{ text: 'ok' }, { text: 'Hello.' }]);
    const terminal = open(sandbox);
    await terminal.waitFor('Which provider?');
    terminal.press(keys.enter);
    expect(await terminal.waitFor('Address of the server')).toContain('› https://api.openai.com/v1');
    terminal.press('127.0.0.1:8100', keys.enter);
    await terminal.waitFor('127.0.0.1:8100 is not an address that starts with http:// or https://.');
    terminal.press('https://api.openai.com/v1http://127.0.0.1:8100', keys.enter);
    await terminal.waitFor('https://api.openai.com/v1http://127.0.0.1:8100 holds two addresses.');
    terminal.press(simulator.baseUrl('openai'), keys.enter);
    await terminal.waitFor('API key');
    terminal.press('a-secret-key', keys.enter);
    await terminal.waitFor('model-b');
    expect(terminal.everything()).not.toContain('a-secret-key');
    terminal.press('2');
    const ready = await terminal.waitFor(/Using model-b, window 131K, from [^]*asks first/);
    expect(ready).toMatch(/Saved for the next start in\s+~\/\.qwen\/settings\.json\./);
    expect(terminal.everything()).not.toMatch(/demo/);
    terminal.press('hi', keys.enter);
    await terminal.waitFor('Hello.');
    expect(statSync(path.join(sandbox.home, '.qwen/settings.json')).mode & 0o777).toBe(0o600);
    terminal.press(keys.ctrlD);
    await terminal.ended;
    const again = open(sandbox);
    await again.waitFor('qwen · model-b');
    again.press('/auth', keys.enter);
    const question = await again.waitForQuestion('Which provider?');
    expect(question).toContain('Esc closes');
    expect(question).not.toContain('for now');
  });

  it('takes the public address for an empty field', async () => {
    const { sandbox } = await unconfigured();
    const terminal = open(sandbox);
    await terminal.waitForQuestion('Esc: the offline demo for now');
    terminal.press(keys.enter);
    await terminal.waitFor('Address of the server');
    terminal.press(keys.enter);
    await terminal.waitFor('API key');
    terminal.press(keys.escape);
    await terminal.waitFor('Nothing was changed. /auth sets up a provider.');
    await terminal.waitFor(READY);
  });

  it('has the offline demo at one key', async () => {
    const { sandbox } = await unconfigured();
    const terminal = open(sandbox);
    await terminal.waitFor('Which provider?');
    terminal.press(keys.escape);
    await terminal.waitFor(READY);
    terminal.press('make a todo list: read, change', keys.enter);
    await terminal.waitFor('offline demo model');
  });

  it('asks no more once the demo was chosen', async () => {
    const { sandbox } = await unconfigured();
    const terminal = open(sandbox);
    await terminal.waitFor('None: the offline demo');
    terminal.press('4');
    await terminal.waitFor('/auth sets up a provider');
    terminal.press(keys.ctrlD);
    await terminal.ended;
    const again = open(sandbox);
    await again.waitFor(READY);
    await again.quiet();
    expect(again.everything()).not.toContain('Which provider?');
  });
});

describe('/model', () => {
  it('chooses for the next start as well, and says what comes first there', async () => {
    const simulator = await startSimulator({ models: ['model-a', 'model-b'] });
    const sandbox = new CliSandbox();
    disposables.push({ dispose: () => simulator.close() }, sandbox);
    const auth = { selectedType: 'openai', baseUrl: simulator.baseUrl('openai'), apiKey: 'k' };
    sandbox.writeHome('.qwen/settings.json', { security: { auth }, model: { name: 'model-a' } });
    const terminal = open(sandbox);
    await terminal.waitFor(/model-a · .*asks first/);
    terminal.press('/model', keys.enter);
    await terminal.waitFor('2. model-b');
    terminal.press('2');
    await terminal.waitFor('Saved for the next start: model.name in');
    terminal.press(keys.ctrlD);
    await terminal.ended;
    const again = open(sandbox);
    await again.waitFor(/model-b · .*asks first/);
    again.press(keys.ctrlD);
    await again.ended;
    const elsewhere = new TestTerminal(sandbox, [], { env: { OPENAI_MODEL: 'model-a' } });
    disposables.push(elsewhere);
    await elsewhere.waitFor(/model-a · .*asks first/);
    elsewhere.press('/model model-b', keys.enter);
    await elsewhere.waitFor('but OPENAI_MODEL comes first there.');
  });
});

describe('a folder that is not known', () => {
  const hook = { hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'touch hook-ran' }] }] } };

  it('has no effect until it is trusted', async () => {
    const { sandbox } = await world();
    sandbox.write('.qwen/settings.json', hook);
    const terminal = open(sandbox);
    const question = await terminal.waitForQuestion('Do you trust it?');
    expect(question).toContain('- hook SessionStart runs: touch hook-ran');
    terminal.press('3');
    await terminal.waitFor(READY);
    terminal.press('hi', keys.enter);
    await terminal.waitFor('● hi');
    terminal.press(keys.ctrlD);
    await terminal.ended;
    expect(existsSync(path.join(sandbox.project, 'hook-ran'))).toBe(false);
    const again = open(sandbox);
    await again.waitFor(READY);
    expect(again.everything()).not.toContain('trust');
  });

  it('is asked about on lines of its own for a screen reader', async () => {
    const { sandbox } = await world();
    sandbox.write('.qwen/settings.json', hook);
    const terminal = open(sandbox, ['--screen-reader']);
    await terminal.waitForQuestion('Do you trust it?');
    terminal.press(keys.escape);
    await terminal.waitFor(/qwen · /);
    expect(terminal.everything()).toMatch(/^qwen · /m);
  });

  it('is not asked about for a rule that was given in it, which holds there from then on', async () => {
    const { sandbox, simulator } = await world();
    const call = { toolCalls: [{ name: 'run_shell_command', args: { command: 'touch made' } }] };
    simulator.respond = script([call, { text: 'First.' }, call, { text: 'Second.' }]);
    const terminal = open(sandbox);
    await terminal.waitFor(READY);
    terminal.press('touch it', keys.enter);
    await terminal.waitForQuestion('Yes, always in this project');
    terminal.press('3');
    await terminal.waitFor('First.');
    terminal.press(keys.ctrlD);
    await terminal.ended;
    const again = open(sandbox);
    await again.waitFor(READY);
    again.press('touch it', keys.enter);
    await again.waitFor('Second.');
    expect(again.everything()).not.toMatch(/trust|Yes, once/);
  });

  it('takes effect when it is trusted, from then on', async () => {
    const { sandbox } = await world();
    sandbox.write('.qwen/settings.json', hook);
    const terminal = open(sandbox);
    await terminal.waitForQuestion('Do you trust it?');
    terminal.press('1');
    await terminal.waitFor(READY);
    terminal.press('hi', keys.enter);
    await terminal.waitFor('● hi');
    expect(existsSync(path.join(sandbox.project, 'hook-ran'))).toBe(true);
    const trusted = readFileSync(path.join(sandbox.home, '.qwen/trustedFolders.json'), 'utf8');
    expect(JSON.parse(trusted)).toEqual({ [sandbox.project]: 'TRUST_FOLDER' });
  });
});

describe('a session', () => {
  it('goes on after the process was killed in the middle of an answer', async () => {
    const { sandbox, simulator } = await world();
    const never = new Promise<void>(() => undefined);
    simulator.respond = script([
      { text: 'The first answer.' },
      { text: 'Half of the second. '.repeat(20), holdMidStream: { afterEvents: 5, until: never } },
      { text: 'The third answer.' },
    ]);
    const terminal = open(sandbox);
    await terminal.waitFor(READY);
    terminal.press('first question', keys.enter);
    await terminal.waitFor('The first answer.');
    terminal.press('second question', keys.enter);
    await terminal.waitFor('Half of the second.');
    terminal.kill('SIGKILL');
    await terminal.ended;
    const resumed = open(sandbox, ['--continue']);
    await resumed.waitFor('The session goes on from here.');
    expect(resumed.everything()).toMatch(/› first question[^]*The first answer\.[^]*› second question/);
    resumed.press('third question', keys.enter);
    await resumed.waitFor('The third answer.');
    const sent = JSON.stringify(simulator.requests.at(-1)?.body);
    for (const text of ['first question', 'The first answer.', 'second question', 'third question'])
      expect(sent).toContain(text);
  });

  it.each([
    ['SIGHUP', 129],
    ['SIGTERM', 143],
  ])('ends its commands and keeps the session when the terminal goes (%s)', async (signal, code) => {
    const { sandbox, simulator } = await world();
    const pidFile = path.join(sandbox.project, 'pid');
    const command = `echo $$ > ${pidFile}.new && mv ${pidFile}.new ${pidFile} && exec tail -f /dev/null`;
    simulator.respond = script([{ toolCalls: [{ name: 'run_shell_command', args: { command } }] }]);
    const terminal = open(sandbox, ['--yolo']);
    await terminal.waitFor(READY);
    terminal.press('wait for ever', keys.enter);
    await expect.poll(() => existsSync(pidFile), { timeout: 20_000 }).toBe(true);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    terminal.kill(signal);
    expect(await terminal.ended).toBe(code);
    await expect.poll(() => isRunning(pid)).toBe(false);
    const resumed = open(sandbox, ['--continue']);
    await resumed.waitFor('The session goes on from here.');
    expect(resumed.everything()).toContain('› wait for ever');
  });

  it('is opened by one process at a time', async () => {
    const { sandbox } = await world();
    const first = open(sandbox);
    await first.waitFor(READY);
    first.press('apples', keys.enter);
    await first.waitFor('● apples');
    const second = open(sandbox, ['--continue']);
    expect(await second.ended).toBe(42);
    expect(second.everything()).toMatch(/Error: Session [\w-]+ is open in another process/);
    const third = open(sandbox);
    await third.waitFor(READY);
    third.press('/resume', keys.enter);
    await third.waitFor('› 1. apples');
    third.press(keys.enter);
    await third.waitFor('is open in another process');
    third.press('pears', keys.enter);
    await third.waitFor('● pears');
  });

  it.each([
    ['/quit', ['/quit', keys.enter]],
    ['Ctrl+D', [keys.ctrlD]],
    ['Ctrl+C twice', [keys.ctrlC, keys.ctrlC]],
  ])('is left by %s: the input goes from the screen, and how to go on is said', async (_way, pressed) => {
    const { sandbox } = await world();
    const terminal = open(sandbox);
    await terminal.waitFor(READY);
    terminal.press('apples', keys.enter);
    await terminal.waitFor(/● apples[^]*tokens[^]*asks first/);
    terminal.press(...pressed);
    expect(await terminal.ended).toBe(0);
    // The emulator may still be drawing the last of it.
    const goOn = /\n\nTo go on: qwen --continue, or qwen --resume [0-9a-f-]{36}$/;
    await expect.poll(() => terminal.everything(), { timeout: 20_000 }).toMatch(goOn);
    const id = terminal.everything().split(' ').at(-1)!;
    for (const gone of [READY, 'asks first', '────']) expect(terminal.everything()).not.toContain(gone);
    const resumed = open(sandbox, ['--resume', id]);
    await resumed.waitFor('The session goes on from here.');
  });

  it.each([
    ['nothing was asked', [], []],
    ['nothing is recorded', ['--chat-recording=false'], ['apples', keys.enter]],
  ])('is left without a word when %s', async (_why, args, pressed) => {
    const { sandbox } = await world();
    const terminal = open(sandbox, args);
    await terminal.waitFor(READY);
    terminal.press(...pressed);
    if (pressed.length > 0) await terminal.waitFor('● apples');
    terminal.press(keys.ctrlD);
    await terminal.ended;
    await expect.poll(() => terminal.everything(), { timeout: 20_000 }).not.toMatch(/To go on|asks first|────/);
  });

  it('is chosen from a list by --resume', async () => {
    const { sandbox } = await world();
    for (const prompt of ['apples', 'pears']) {
      const terminal = open(sandbox);
      await terminal.waitFor(READY);
      terminal.press(prompt, keys.enter);
      await terminal.waitFor(`● ${prompt}`);
      terminal.press(keys.ctrlD);
      await terminal.ended;
    }
    const terminal = open(sandbox, ['--resume']);
    await terminal.waitFor('Sessions of this project');
    terminal.press(keys.down);
    await terminal.waitFor('› 2. apples');
    terminal.press(keys.enter);
    await terminal.waitFor('The session goes on from here.');
    expect(terminal.everything()).toContain('● apples');
    expect(readdirSync(path.join(sandbox.home, '.qwen/projects')).length).toBe(1);
  });

  it('is compacted on demand, which can be cancelled', async () => {
    const { sandbox, simulator } = await world();
    const never = new Promise<void>(() => undefined);
    const long = 'A long answer about many things. '.repeat(400);
    simulator.respond = summaryOr(() => ({ text: long }), { reply: { hold: never } });
    const terminal = open(sandbox);
    await terminal.waitFor(READY);
    for (const prompt of ['one', 'two', 'three']) {
      terminal.press(prompt, keys.enter);
      await terminal.waitFor(
        (screen) => !/Writing|Waiting/.test(screen) && terminal.everything().includes(`› ${prompt}`),
      );
    }
    terminal.press('/compress', keys.enter);
    await terminal.waitFor(/Compacting [\d.]+K tokens/);
    terminal.press(keys.escape);
    await terminal.waitFor('Cancelled.');
    simulator.respond = summaryOr(() => ({ text: 'after' }), { words: 100 });
    terminal.press('/compress', keys.enter);
    await terminal.waitFor(/Context compacted: [\d.]+K → [\d.]+K tokens/);
    terminal.press('and then', keys.enter);
    await terminal.waitFor('● after');
  });
});
