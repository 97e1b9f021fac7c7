import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Workspace } from '../files/workspace.js';
import type { AnyTool } from '../tool.js';
import { decidePermission } from './decidePermission.js';
import { parseRules, splitRuleList } from './rules.js';
import { suggestRule } from './suggestRule.js';

const toolNamed = (name: string): AnyTool => ({
  name,
  displayName: name,
  kind: 'other',
  description: '',
  parametersJsonSchema: {},
  describe: () => '',
  execute: () => Promise.reject(new Error('not run here')),
});
const suggest = (command: string) => suggestRule(toolNamed('run_shell_command'), { command });

describe('suggestRule', () => {
  it.each<[string, string]>([
    ['git commit -m "x y"', 'run_shell_command(git commit)'],
    ['npm run build -- --prod', 'run_shell_command(npm run build)'],
    ['npm test', 'run_shell_command(npm test)'],
    ['npm test && git add . && ls', 'run_shell_command(npm test), run_shell_command(git add)'],
    ['npm test; npm test', 'run_shell_command(npm test)'],
    ['eslint src', 'run_shell_command(eslint)'],
    ['timeout 60 eslint src', 'run_shell_command(eslint)'],
    ['eslint $files', 'run_shell_command(eslint)'],
    ['python scripts/build.py --fast', 'run_shell_command(python scripts/build.py --fast)'],
    ['node -e "console.log(1)"', 'run_shell_command(node -e "console.log(1)")'],
    ['bash -c "a, b"', 'run_shell_command(bash -c "a, b")'],
    ['git -C x commit', 'run_shell_command(git -C x commit)'],
    ['uv run pytest', 'run_shell_command(uv run pytest)'],
    ['uv run python x.py', 'run_shell_command(uv run python x.py)'],
    ['npx tsx x.ts', 'run_shell_command(npx tsx x.ts)'],
  ])('%s → %s', async (command, expected) => expect(await suggest(command)).toBe(expected));

  it.each([
    'bash',
    'python',
    'sudo ls',
    'rm -rf x',
    '$x y',
    'python $script',
    'npm run $task',
    'git',
    'ls "unclosed',
    'npm test && rm x',
    'curl http://x',
    'xargs rm',
  ])('has none for %j', async (command) => expect(await suggest(command)).toBe(''));

  it.each([
    'git commit -m "x y"',
    'npm test && git add .',
    'node -e "f(1, 2) // \\" *"',
    'CI=1 npx vitest run | tail -5',
    "bash -c 'a; b'",
  ])('suggests for %j what allows it', async (command) => {
    const { rules, problems } = parseRules({ allow: splitRuleList(await suggest(command)) });
    expect(problems).toEqual([]);
    const settings = { mode: 'default' as const, rules, workspace: new Workspace(mkdtempSync(`${tmpdir()}/rule-`)) };
    expect(await decidePermission(toolNamed('run_shell_command'), { command }, settings)).toMatchObject({
      decision: 'allow',
    });
  });

  it('names other tools', async () => {
    expect(await suggestRule(toolNamed('write_file'), { file_path: 'x' })).toBe('Edit');
    expect(await suggestRule(toolNamed('web_fetch'), { url: 'https://a.example.com/x' })).toBe(
      'WebFetch(domain:a.example.com)',
    );
    expect(await suggestRule(toolNamed('mcp__a__b'), {})).toBe('mcp__a__b');
  });
});
