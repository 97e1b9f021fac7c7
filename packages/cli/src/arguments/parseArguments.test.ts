import { describe, expect, it } from 'vitest';
import { VERSION } from '../version.js';
import { splitList } from './flags.js';
import { parseArguments, type CliArguments } from './parseArguments.js';

function run(...argv: string[]): CliArguments {
  const parsed = parseArguments(argv);
  if (parsed.kind !== 'run') throw new Error(parsed.stderr);
  return parsed.args;
}

function refusal(...argv: string[]): string {
  const parsed = parseArguments(argv);
  if (parsed.kind !== 'exit') throw new Error('the arguments were accepted');
  expect(parsed.exitCode).toBe(1);
  expect(parsed.stdout).toBe('');
  expect(parsed.stderr).toContain('Usage: qwen [options] [query...]');
  return parsed.stderr.split('\n').slice(0, 2).join(' ').trim();
}

describe('parseArguments', () => {
  it('takes the query as words or as a flag', () => {
    expect(run('fix', 'the', 'bug').query).toBe('fix the bug');
    expect(run('-p', 'fix it').query).toBe('fix it');
    expect(run().query).toBeUndefined();
    expect(run('--', '--help me').query).toBe('--help me');
    expect(run('-p', '').query).toBe('');
  });

  it('reads every kind of flag', () => {
    expect(
      run(
        '-m',
        'qwen3',
        '-y',
        '-o',
        'stream-json',
        '--include-partial-messages',
        '--max-session-turns',
        '7',
        '-c',
        '-d',
      ),
    ).toEqual({
      model: 'qwen3',
      approvalMode: 'yolo',
      outputFormat: 'stream-json',
      includePartialMessages: true,
      maxSessionTurns: 7,
      continue: true,
      debug: true,
      inputFormat: 'text',
    });
  });

  it('collects lists from repeated flags, several words and commas', () => {
    expect(run('--allowed-tools', 'edit,glob', 'write_file', '--allowed-tools', 'ls', '-p', 'x').allowedTools).toEqual([
      'edit',
      'glob',
      'write_file',
      'ls',
    ]);
    expect(run('--include-directories', 'a', '--add-dir', 'b').includeDirectories).toEqual(['a', 'b']);
  });

  it('does not split a rule inside its parentheses', () => {
    expect(splitList('edit, run_shell_command(ls a,b),glob,')).toEqual(['edit', 'run_shell_command(ls a,b)', 'glob']);
  });

  it('resumes with and without an id', () => {
    expect(run('-r').resume).toBe(true);
    expect(run('--resume', 'abc', '-p', 'x')).toMatchObject({ resume: 'abc', query: 'x' });
  });

  it('turns recording off in both spellings', () => {
    expect(run('--chat-recording=false').chatRecording).toBe(false);
    expect(run('--chat-recording', 'true', 'x').chatRecording).toBe(true);
  });

  it.each([
    [['--modle', 'x'], /unknown option '--modle' \(Did you mean --model\?\)/],
    [['--sandbox'], /unknown option '--sandbox'/],
    [['-o', 'xml'], /Allowed choices are text, json, stream-json/],
    [['--approval-mode', 'auto'], /Allowed choices are plan, default, auto-edit, yolo/],
    [['--max-session-turns', 'lots'], /must be a whole number from 1, or -1/],
    [['--max-session-turns', '0'], /must be a whole number from 1, or -1/],
    [['--session-id', 'mine'], /must be a UUID/],
    [['--chat-recording', 'off'], /must be true or false/],
    [['-m'], /option '-m, --model <name>' argument missing/],
    [['word', '-p', 'text'], /either as words or with -p/],
    [['-y', '--approval-mode', 'plan'], /--yolo and --approval-mode/],
    [['--include-partial-messages'], /needs --output-format stream-json/],
    [['--include-partial-messages', '-o', 'json'], /needs --output-format stream-json/],
    [['--input-format', 'stream-json'], /needs --output-format stream-json/],
    [['--input-format', 'stream-json', '-o', 'stream-json', 'x'], /prompts come from standard input/],
    [['-c', '-r', 'x'], /--continue and --resume/],
    [['-c', '--session-id', '123e4567-e89b-12d3-a456-426614174000'], /--session-id names a new session/],
    [['--fork-session'], /needs --continue or --resume/],
  ])('refuses %j', (argv, message) => expect(refusal(...argv)).toMatch(message));

  it('prints version and help on standard output', () => {
    expect(parseArguments(['-d', '--version'])).toEqual({
      kind: 'exit',
      exitCode: 0,
      stdout: `${VERSION}\n`,
      stderr: '',
    });
    const help = parseArguments(['--help']);
    expect(help).toMatchObject({ kind: 'exit', exitCode: 0, stderr: '' });
    expect(help.kind === 'exit' && help.stdout).toMatch(
      /Usage: qwen[^]*Without a query it opens its terminal UI[^]*Prompt:[^]*Model:[^]*Sessions:/,
    );
  });
});
