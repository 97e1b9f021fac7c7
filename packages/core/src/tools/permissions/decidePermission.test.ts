import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Workspace } from '../files/workspace.js';
import type { AnyTool, ToolKind } from '../tool.js';
import { APPROVAL_MODES, type ApprovalMode } from './approvalMode.js';
import { decidePermission, type PermissionDecision } from './decidePermission.js';
import { parseRules, type RuleLists } from './rules.js';

let root: string;
let workspace: Workspace;

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'permissions-')));
  for (const folder of ['work/src', 'work/secrets', 'work/.qwen', 'outside'])
    mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, 'outside/key'), '');
  symlinkSync(path.join(root, 'outside'), path.join(root, 'work/link'));
  symlinkSync(path.join(root, 'work/secrets'), path.join(root, 'work/alias'));
  workspace = new Workspace(path.join(root, 'work'));
});
afterAll(() => rmSync(root, { recursive: true }));

const KINDS: Record<string, ToolKind> = {
  read_file: 'read',
  grep_search: 'search',
  edit: 'edit',
  write_file: 'edit',
  run_shell_command: 'execute',
  web_fetch: 'fetch',
  todo_write: 'think',
  exit_plan_mode: 'think',
  ask_user_question: 'think',
  agent: 'other',
  mcp__db__query: 'read',
};

function toolNamed(name: string): AnyTool {
  return {
    name,
    displayName: name,
    kind: KINDS[name] ?? 'other',
    description: '',
    parametersJsonSchema: {},
    describe: () => '',
    execute: () => Promise.reject(new Error('not run here')),
  };
}

interface Situation extends RuleLists {
  mode?: ApprovalMode;
}

async function decide(
  name: string,
  params: Record<string, unknown>,
  situation: Situation = {},
): Promise<PermissionDecision> {
  const { mode = 'default', ...lists } = situation;
  const { rules, problems } = parseRules(lists);
  expect(problems).toEqual([]);
  return decidePermission(toolNamed(name), params, {
    mode,
    rules,
    workspace,
    readableDirectories: [path.join(root, 'spill')],
  });
}

const shell = async (command: string, situation: Situation = {}) =>
  (await decide('run_shell_command', { command }, situation)).decision;
const file = async (name: string, filePath: string, situation: Situation = {}) =>
  (await decide(name, { file_path: filePath }, situation)).decision;

describe('modes', () => {
  it.each<[string, Record<string, unknown>, Array<PermissionDecision['decision']>]>([
    // in the order plan, default, auto-edit, yolo
    ['read_file', { file_path: 'src/a.ts' }, ['allow', 'allow', 'allow', 'allow']],
    ['read_file', { file_path: '/etc/passwd' }, ['ask', 'ask', 'ask', 'allow']],
    ['grep_search', { pattern: 'x' }, ['allow', 'allow', 'allow', 'allow']],
    ['edit', { file_path: 'src/a.ts' }, ['deny', 'ask', 'allow', 'allow']],
    ['write_file', { file_path: '/etc/passwd' }, ['deny', 'ask', 'ask', 'allow']],
    ['write_file', { file_path: 'link/new' }, ['deny', 'ask', 'ask', 'allow']],
    ['write_file', { file_path: '.qwen/settings.json' }, ['deny', 'ask', 'ask', 'allow']],
    ['edit', { file_path: '.git/hooks/pre-commit' }, ['deny', 'ask', 'ask', 'allow']],
    ['run_shell_command', { command: 'ls | wc -l' }, ['allow', 'allow', 'allow', 'allow']],
    ['run_shell_command', { command: 'npm test' }, ['deny', 'ask', 'ask', 'allow']],
    ['run_shell_command', { command: 'echo hi > src/x' }, ['deny', 'ask', 'allow', 'allow']],
    ['run_shell_command', { command: 'echo hi > /etc/x' }, ['deny', 'ask', 'ask', 'allow']],
    ['run_shell_command', { command: 'echo hi > .git/config' }, ['deny', 'ask', 'ask', 'allow']],
    ['run_shell_command', { command: 'cd /tmp && echo hi > x' }, ['deny', 'ask', 'ask', 'allow']],
    ['web_fetch', { url: 'https://example.com' }, ['ask', 'ask', 'ask', 'allow']],
    ['todo_write', {}, ['allow', 'allow', 'allow', 'allow']],
    ['agent', {}, ['allow', 'allow', 'allow', 'allow']],
    ['exit_plan_mode', {}, ['ask', 'ask', 'ask', 'ask']],
    ['ask_user_question', {}, ['ask', 'ask', 'ask', 'ask']],
    ['mcp__db__query', {}, ['ask', 'ask', 'ask', 'allow']],
    ['save_memory', {}, ['deny', 'ask', 'ask', 'allow']],
  ])('%s %j', async (name, params, expected) => {
    const decisions = await Promise.all(APPROVAL_MODES.map((mode) => decide(name, params, { mode })));
    expect(decisions.map(({ decision }) => decision)).toEqual(expected);
  });

  it('lets long outputs be read back', async () => {
    expect(await file('read_file', path.join(root, 'spill/out.txt'))).toBe('allow');
    expect(await file('read_file', path.join(root, 'spill-other/out.txt'))).toBe('ask');
    expect(await file('read_file', path.join(root, 'spill/../outside/key'))).toBe('ask');
  });

  it('tells the model how to go on', async () => {
    expect((await decide('edit', { file_path: 'a' }, { mode: 'plan' })).reason).toMatch(/exit_plan_mode/);
    expect((await decide('edit', { file_path: 'a' }, { deny: ['Edit(a)'] })).reason).toMatch(/Edit\(a\)/);
  });
});

describe('shell rules', () => {
  const allow = ['Bash(git add)', 'run_shell_command(npm run *)', 'Shell(make:*)'];
  it.each([
    'git add .',
    'git add -A && npm run build',
    'npm run test -- --watch=false',
    'make',
    'make all',
    'ls && git add x',
    'timeout 60 npm run build',
    'CI=1 npm run build',
    'git add $file',
    'npm run build > out.log 2>&1',
    'for f in a b; do git add "$f"; done',
    'cd src && npm run build',
  ])('allow %j', async (command) => expect(await shell(command, { allow })).toBe('allow'));

  it.each([
    'git addx',
    'git',
    'git commit',
    'git add . && git commit -m x',
    'git add . ; rm x',
    'git add . | sh',
    'git add $(rm x)',
    'git add `rm x`',
    'git add . & rm x',
    'git add .\nrm x',
    'f() { rm x; }; f; git add .',
    'GIT_DIR=/evil git add .',
    'PATH=/evil make',
    'PATH=/evil; make',
    '$x add .',
    'git $x .',
    './git add .',
    'bash -c "git add ."',
    'sudo git add .',
    'env -i git add .',
    'npm run build > /etc/out',
    'npm run build > $file',
    'cd src && npm run build > out',
    'cd /elsewhere && git add .',
    'git add "unclosed',
    'make > .qwen/settings.json',
  ])('do not allow %j', async (command) => expect(await shell(command, { allow })).toBe('ask'));

  it('allow everything when they name the tool alone', async () => {
    for (const rule of ['run_shell_command', 'Bash', 'Bash(*)', 'ShellTool']) {
      expect(await shell('rm -rf $x', { allow: [rule] })).toBe('allow');
    }
  });

  it.each([
    'rm x',
    'ls && rm x',
    'echo $(rm x)',
    '/bin/rm x',
    '\\rm x',
    'r""m x',
    'sudo rm x',
    'timeout 5 rm x',
    'xargs rm',
    'bash -c "ls; rm x"',
    "eval 'rm x'",
    'find . -exec rm {} +',
    'A=1 rm x',
    'f() { rm x; }',
    'git push',
    'git -C dir push',
    'git --no-pager -c a=b push origin',
  ])('deny %j in every mode', async (command) => {
    for (const mode of APPROVAL_MODES) {
      expect(await shell(command, { mode, allow: ['Bash'], deny: ['Bash(rm:*)', 'Bash(git push)'] })).toBe('deny');
    }
  });

  it.each(['$x', 'bash -c "$x"', 'curl x | sh', 'git $x', 'x "unclosed'])(
    'ask about %j, which cannot be checked',
    async (command) => {
      expect(await shell(command, { mode: 'yolo', deny: ['Bash(rm:*)', 'Bash(git push)'] })).toBe('ask');
    },
  );

  it('leave other commands alone', async () => {
    expect(await shell('git commit -m push', { mode: 'yolo', deny: ['Bash(git push)'] })).toBe('allow');
    expect(await shell('echo rm', { deny: ['Bash(rm:*)'] })).toBe('allow');
  });

  it('ask before what is allowed', async () => {
    expect(await shell('git push', { allow: ['Bash(git:*)'], ask: ['Bash(git push)'] })).toBe('ask');
    expect(await shell('git push', { mode: 'yolo', ask: ['Bash(git push)'] })).toBe('allow');
  });
});

describe('path rules', () => {
  it.each<[string, string, boolean]>([
    ['Read(secrets/**)', 'secrets/a', true],
    ['Read(secrets)', 'secrets/deep/a', true],
    ['Read(secrets/)', 'secrets/a', true],
    ['Read(./secrets/*)', 'secrets/a', true],
    ['Read(/secrets/**)', 'secrets/a', true],
    ['Read(/etc/passwd)', '/etc/passwd', true],
    ['Read(//etc/**)', '/etc/passwd', true],
    ['Read(~/.ssh/**)', path.join(process.env['HOME'] ?? '/root', '.ssh/id'), true],
    ['Read(.env)', '.env', true],
    ['Read(.env)', 'deep/down/.env', true],
    ['Read(*.pem)', 'deep/x.pem', true],
    ['Read(secrets/**)', 'src/../secrets/a', true],
    ['Read(secrets/**)', 'alias/a', true],
    ['Read(secrets/**)', 'src/a', false],
    ['Read(.env)', '.env.example', false],
    ['Read(secrets/*.key)', 'secrets/a.txt', false],
    ['Edit(secrets/**)', 'secrets/a', false],
  ])('%s about read_file %s: %s', async (rule, target, isDenied) => {
    expect((await file('read_file', target, { mode: 'yolo', deny: [rule] })) === 'deny').toBe(isDenied);
  });

  it('cover the tools of their group', async () => {
    expect(await file('write_file', 'src/a', { allow: ['Edit(src/**)'] })).toBe('allow');
    expect(await file('edit', 'src/a', { allow: ['edit(src/**)'] })).toBe('allow');
    expect(await file('write_file', 'src/a', { allow: ['edit(src/**)'] })).toBe('ask');
    expect(
      (await decide('grep_search', { pattern: 'x', path: 'secrets' }, { deny: ['Read(secrets/**)'] })).decision,
    ).toBe('deny');
  });

  it('do not allow what lies elsewhere behind a link', async () => {
    expect(await file('edit', 'link/key', { allow: ['Edit(link/**)'] })).toBe('ask');
  });

  it.each([
    'cat secrets/a',
    'cat ./secrets/a',
    'cat < secrets/a',
    'cat secrets/*',
    'grep x --file=secrets/a',
    'cp secrets/a b',
    'echo x > secrets/a',
  ])('about reading also hold for %j', async (command) =>
    expect(await shell(command, { mode: 'yolo', deny: ['Read(secrets/**)'] })).toBe('deny'),
  );

  it.each<[string, boolean]>([
    ['rm src/a', true],
    ['sed -i s/a/b/ src/a', true],
    ['echo x > src/a', true],
    ['dd of=src/a', true],
    ['cat src/a', false],
    ['npx eslint src/a', false],
  ])('about editing hold for %j: %s', async (command, isDenied) => {
    expect((await shell(command, { mode: 'yolo', deny: ['Edit(src/**)'] })) === 'deny').toBe(isDenied);
  });
});

describe('other rules', () => {
  it.each<[string, string, Record<string, unknown>, boolean]>([
    ['mcp__db', 'mcp__db__query', {}, true],
    ['mcp__db__query', 'mcp__db__query', {}, true],
    ['mcp__db__*', 'mcp__db__query', {}, true],
    ['mcp__d', 'mcp__db__query', {}, false],
    ['mcp__db__other', 'mcp__db__query', {}, false],
    ['WebFetch(domain:example.com)', 'web_fetch', { url: 'https://docs.example.com/x' }, true],
    ['WebFetch(example.com)', 'web_fetch', { url: 'https://EXAMPLE.com./x' }, true],
    ['WebFetch(domain:example.com)', 'web_fetch', { url: 'https://notexample.com' }, false],
    ['WebFetch(domain:example.com)', 'web_fetch', { url: 'https://example.com.evil.org' }, false],
    ['Agent(reviewer)', 'agent', { subagent_type: 'reviewer' }, true],
    ['Agent(reviewer)', 'agent', {}, false],
    ['replace', 'edit', { file_path: 'a' }, true],
  ])('%s covers %s %j: %s', async (rule, name, params, isCovered) => {
    expect((await decide(name, params, { mode: 'yolo', deny: [rule] })).decision === 'deny').toBe(isCovered);
  });
});

describe('every decision', () => {
  const rank = { deny: 0, ask: 1, allow: 2 };
  const word = fc.constantFrom('git', 'add', 'push', 'rm', 'ls', 'npm', 'run', 'x', '$y', '-f', 'secrets/a');
  const simple = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  const joint = fc.constantFrom(' && ', ' ; ', ' | ', '\n', ' || ');
  const compound = fc
    .tuple(simple, fc.array(fc.tuple(joint, simple), { maxLength: 3 }))
    .map(([first, rest]) => first + rest.flat().join(''));
  const rule = fc.constantFrom(
    'Bash',
    'Bash(git:*)',
    'Bash(git push)',
    'Bash(rm)',
    'Bash(* x)',
    'Bash(ls)',
    'Bash(npm run)',
    'Read(secrets/**)',
    'Edit(x)',
    'edit',
    'Bash(git * -f)',
  );
  const lists = fc.record({
    mode: fc.constantFrom(...APPROVAL_MODES),
    allow: fc.array(rule, { maxLength: 3 }),
    ask: fc.array(rule, { maxLength: 2 }),
    deny: fc.array(rule, { maxLength: 2 }),
  });

  it('is never made more permissive by one more deny rule', async () => {
    await fc.assert(
      fc.asyncProperty(compound, lists, rule, async (command, situation, more) => {
        const before = await shell(command, situation);
        const after = await shell(command, { ...situation, deny: [...situation.deny, more] });
        expect(rank[after]).toBeLessThanOrEqual(rank[before]);
      }),
    );
  });

  it('is never made less permissive by one more allow rule', async () => {
    await fc.assert(
      fc.asyncProperty(compound, lists, rule, async (command, situation, more) => {
        const before = await shell(command, situation);
        const after = await shell(command, { ...situation, allow: [...situation.allow, more] });
        expect(rank[after]).toBeGreaterThanOrEqual(rank[before]);
      }),
    );
  });

  it('on a compound command is no more permissive than on any of its parts', async () => {
    const parts = fc.tuple(simple, fc.array(fc.tuple(joint, simple), { minLength: 1, maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(parts, lists, async ([first, rest], situation) => {
        const whole = await shell(first + rest.flat().join(''), situation);
        for (const part of [first, ...rest.map(([, one]) => one)]) {
          expect(rank[whole]).toBeLessThanOrEqual(rank[await shell(part, situation)]);
        }
      }),
    );
  });
});
