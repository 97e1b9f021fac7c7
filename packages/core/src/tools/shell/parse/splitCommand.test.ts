import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findGrammarFiles } from './grammar.js';
import type { SimpleCommand } from './parsedCommand.js';
import { splitCommand } from './splitCommand.js';

const argvs = async (command: string) => (await splitCommand(command)).commands.map((simple) => simple.argv);

describe('splitCommand', () => {
  it.each<[string, Array<Array<string | null>>]>([
    ['git status', [['git', 'status']]],
    ['a && b || c; d', [['a'], ['b'], ['c'], ['d']]],
    ['a | b |& c', [['a'], ['b'], ['c']]],
    ['(a; { b; })', [['a'], ['b']]],
    [
      'a "$(b x)" `c y`',
      [
        ['a', null, null],
        ['b', 'x'],
        ['c', 'y'],
      ],
    ],
    ['diff <(a) >(b)', [['diff', null, null], ['a'], ['b']]],
    ['f() { a; }; f', [['a'], ['f']]],
    ['if a; then b; elif c; then d; else e; fi', [['a'], ['b'], ['c'], ['d'], ['e']]],
    ['while a; do b; done; until c; do d; done', [['a'], ['b'], ['c'], ['d']]],
    ['for x in $(a); do b "$x"; done', [[], ['a'], ['b', null]]],
    ['case $x in a|b*) c ;; esac', [['c']]],
    ['FOO=1 BAR="$(a)" b c', [['b', 'c'], ['a']]],
    ['cat <<EOF\n$(a)\nEOF', [['cat'], ['a']]],
    ["cat <<'EOF'\n$(a) `b`\nEOF", [['cat']]],
    ['cat <<EOF | a b\ntext\nEOF', [['cat'], ['a', 'b']]],
    ['cat <<EOF x\ntext\nEOF', [['cat', 'x']]],
    ['a > out b', [['a', 'b']]],
    ['a <<< "$(b)"', [['a'], ['b']]],
    ['! a; a &', [['a'], ['a']]],
    ['export A=$(b)', [['export', null], ['b']]],
    [
      '[ -f "$x" ] && [[ a == b ]]',
      [
        ['[', '-f', null],
        ['[[', 'a', null],
      ],
    ],
    ['r""m \\rm "r"\'m\'', [['rm', 'rm', 'rm']]],
    ['a "b c" \'d $e\' f\\ g', [['a', 'b c', 'd $e', 'f g']]],
    ["a ~ * {b,c} {1..3} $x \"$y\" ${z} $'q' $'\\n'", [['a', null, null, null, null, null, null, null, 'q', null]]],
    ['find . -exec rm {} \\;', [['find', '.', '-exec', 'rm', '{}', ';']]],
    ['git show HEAD@{1} stash@{0}', [['git', 'show', 'HEAD@{1}', 'stash@{0}']]],
    ['a # b; c', [['a']]],
  ])('splits %j', async (command, expected) => {
    const parsed = await splitCommand(command);
    expect(parsed.commands.map((simple) => simple.argv)).toEqual(expected);
    expect(parsed.isComplete).toBe(true);
  });

  it.each([
    'echo "unclosed',
    'a && ',
    '(( x ))',
    '(( x++ ))',
    'a <> out',
    "a <<'E'#; b\nE\n",
    '((a) | (b))',
    'cat <<EOF\n`a`\nEOF',
    'echo `a \\`b\\``',
    'a\u00a0b',
    'a\rb',
    `a ${'x'.repeat(100_001)}`,
    '$('.repeat(300) + 'a' + ')'.repeat(300),
  ])('says that it does not understand %j', async (command) => {
    expect((await splitCommand(command)).isComplete).toBe(false);
  });

  it.each(['echo $((x))', 'echo ${!x}', 'echo ${x@P}', 'a[$x]=1', 'echo ${a[x]}', 'echo ${x:1:2}', 'echo $[x]'])(
    'sees that %s evaluates data',
    async (command) => {
      expect((await splitCommand(command)).evaluatesData).toBe(true);
    },
  );

  it.each<[string, string | null, boolean]>([
    ['a > out', 'out', true],
    ['a >> "o ut"', 'o ut', true],
    ['a >| out', 'out', true],
    ['a &> out', 'out', true],
    ['a >& out', 'out', true],
    ['> out', 'out', true],
    ['{ a; b; } 2> out', 'out', true],
    ['2>out a', 'out', true],
    ['a > $x', null, true],
    ['a > ~/x', null, true],
    ['a < in', 'in', false],
    ['a < /dev/tcp/host/80', '/dev/tcp/host/80', true],
  ])('finds the redirection of %s', async (command, target, writes) => {
    expect((await splitCommand(command)).redirections).toEqual([{ target, writes }]);
  });

  it.each(['a 2>&1', 'a > /dev/null 2>&1', 'a >&-', 'a 2>&-', 'a >&2', 'a <<< b', 'a > >(b)'])(
    'finds no file in the redirection of %s',
    async (command) => {
      const parsed = await splitCommand(command);
      expect(parsed.redirections).toEqual([]);
      expect(parsed.isComplete).toBe(true);
    },
  );

  it.each<[string, Array<Array<string | null>>, boolean]>([
    ['timeout -k 1 5 npm test', [['npm', 'test']], true],
    ['nice -n 5 nohup a', [['nohup', 'a']], true],
    ['env FOO=1 a b', [['a', 'b']], true],
    ['env -i a', [['a']], false],
    ['xargs -n1 -I{} rm {}', [['rm', '{}', null]], true],
    ['time a', [['a']], true],
    ['command -v a', [], false],
    ['sudo -u x rm y', [['rm', 'y']], false],
    ["bash -lc 'a && b'", [['a'], ['b']], false],
    ['eval "a;" b', [['a'], ['b']], false],
    ['find . -exec rm {} + -o -ok ls \\;', [['rm', null], ['ls']], false],
    ["trap 'a' EXIT", [['a']], false],
  ])('unwraps %s', async (command, wraps, isTransparent) => {
    const [simple] = (await splitCommand(command)).commands;
    expect(simple?.wraps.map((inner) => inner.argv)).toEqual(wraps);
    expect(simple?.isTransparent).toBe(isTransparent);
    expect(simple?.hidesCommand).toBe(false);
  });

  it.each([
    '$x a',
    'bash -c "$x"',
    'eval "$x"',
    'a | sh',
    'sudo --unknown a',
    'time -o a b',
    'time x=1 a',
    'env -S "a b"',
  ])('sees that %s hides a command', async (command) => {
    expect((await splitCommand(command)).commands.at(-1)?.hidesCommand).toBe(true);
  });

  it('finds the grammar in the installed packages', () => {
    expect(findGrammarFiles().bash).toMatch(/tree-sitter-bash\.wasm$/);
  });

  it('finds the grammar beside a bundle and above its chunks', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'grammar-'));
    for (const name of ['web-tree-sitter.wasm', 'tree-sitter-bash.wasm']) writeFileSync(path.join(folder, name), '');
    const expected = {
      runtime: path.join(folder, 'web-tree-sitter.wasm'),
      bash: path.join(folder, 'tree-sitter-bash.wasm'),
    };
    expect(findGrammarFiles(`file://${folder}/qwen.js`)).toEqual(expected);
    expect(findGrammarFiles(`file://${folder}/chunks/shell.js`)).toEqual(expected);
    rmSync(folder, { recursive: true });
  });

  it('gives the same result again', async () => {
    expect(await argvs('a $(b)')).toEqual(await argvs('a $(b)'));
  });
});

const bash = spawnSync('bash', ['-c', 'printf %s "$BASH"'], { encoding: 'utf8' }).stdout;

describe.runIf(bash)('what bash really runs', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'bash-runs-'));
    // Every program is "not found" on this PATH, so bash itself reports each one it would start.
    writeFileSync(path.join(folder, 'report.sh'), 'command_not_found_handle() { printf "%s\\0" "$1" >&9; }\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function programsRun(command: string): string[] {
    const run = spawnSync(bash, ['-c', command], {
      cwd: folder,
      env: { PATH: '/nowhere', BASH_ENV: path.join(folder, 'report.sh') },
      stdio: ['ignore', 'ignore', 'ignore', ...Array<'ignore'>(6).fill('ignore'), 'pipe'],
      timeout: 5_000,
      killSignal: 'SIGKILL',
    });
    return String(run.output?.[9] ?? '')
      .split('\0')
      .filter(Boolean);
  }

  const names = (commands: SimpleCommand[]): Array<string | null> =>
    commands.flatMap((simple) => [simple.argv[0] ?? null, ...names(simple.wraps)]);

  it('is seen by the harness', () => {
    expect(programsRun('p1 $(p2); if p3; then :; fi').sort()).toEqual(['p1', 'p2', 'p3']);
  });

  const name = fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5');
  const { line } = fc.letrec<{ line: string; word: string }>((tie) => ({
    word: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'bash' },
      fc.constantFrom(
        'a',
        '-x',
        '*',
        '$x',
        '"b c"',
        "'d `p1`'",
        '{p1,p2}',
        '\\$(p1',
        "$'e\\''",
        '\\\n',
        '"\\`p1"',
        '#',
        '!',
        'a#p1',
        '~',
      ),
      tie('line').map((inner) => `$(${inner})`),
      tie('line').map((inner) => `"a $(${inner}) b"`),
      tie('line').map((inner) => `\`${inner}\``),
      tie('line').map((inner) => `"\`${inner}\`"`),
      tie('line').map((inner) => `<(${inner})`),
      tie('line').map((inner) => `\${x:-$(${inner})}`),
      tie('line').map((inner) => `$((1 + $(${inner})))`),
      tie('line').map((inner) => `$((${inner}))`),
      tie('line').map((inner) => `'${inner}'`),
    ),
    line: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'bash' },
      fc.tuple(name, fc.array(tie('word'), { maxLength: 3 })).map(([program, words]) => [program, ...words].join(' ')),
      fc
        .tuple(tie('line'), fc.constantFrom('; ', ' && ', ' || ', ' | ', '\n', ' & ', ' |& '), tie('line'))
        .map((parts) => parts.join('')),
      fc
        .tuple(
          fc.constantFrom('x=', 'x=(', 'x[0]=', 'export x=', '! ', 'time ', 'eval ', 'command ', 'bash -c ', '[[ a = '),
          tie('word'),
        )
        .map(([prefix, word]) => prefix + word + (prefix === 'x=(' ? ')' : prefix === '[[ a = ' ? ' ]]' : '')),
      fc.tuple(name, tie('word')).map(([program, word]) => `x=${word} ${program}`),
      fc
        .tuple(name, tie('word'), name)
        .map(([program, word, last]) => `${program} > f ${word} < f <<< ${word} ${last}`),
      fc
        .tuple(
          name,
          tie('line'),
          fc.constantFrom('E', "'E'", '\\E', '"E"'),
          fc.constantFrom('', ' | p5', '; p4', ' a && p3'),
        )
        .map(([program, body, mark, rest]) => `${program} <<${mark}${rest}\n$(${body}) \`p2\` \${x:-$(p1)}\nE\n`),
      fc
        .tuple(
          fc.constantFrom(
            ['(', ')'],
            ['{ ', '; }'],
            ['if ', '; then p1; fi'],
            ['if p1; then ', '; else p2; fi'],
            ['for x in a; do ', '; done'],
            ['while ! ', '; do p1; done'],
            ['f() { ', '; }; f'],
            ['case a in a|b) ', ';; esac'],
            ['case ', ' in *) p2;; esac'],
            ['((', '))'],
            ['((', ') )'],
            ['function f { ', '; }\nf'],
            ['for ((;x<1;x++)); do ', '; done'],
            ['p1 ${x/', '}'],
            ['until ', '; do break; done'],
            ['', ' # p1'],
          ),
          tie('line'),
        )
        .map(([[open, close], inner]) => open + inner + close),
    ),
  }));

  const token = fc.constantFrom(
    ...(
      "p1 p2 p3 ; && || | $( ) ( ` \" ' \\ { } <( ${x:- $(( )) # $x $' x= 2>&1 if then fi case esac in ;; ! eval [[ ]] <<< & * <<E " +
      'do done for while function f() time coproc select until'
    ).split(' '),
    ' ',
    ' ',
    '\n',
    '\nE\n',
  );
  const noise = fc.array(token, { minLength: 1, maxLength: 14 }).map((tokens) => tokens.join(''));
  /** A well-formed line with a few characters put in or taken out. */
  const mutated = fc
    .tuple(line, fc.array(fc.tuple(fc.nat(), fc.nat(3), token), { maxLength: 3 }))
    .map(([text, edits]) =>
      edits.reduce((current, [at, remove, put]) => {
        const index = at % (current.length + 1);
        return current.slice(0, index) + put + current.slice(index + remove);
      }, text),
    );

  it('is among the commands found, or the parse says it is incomplete', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(line, mutated, noise), async (command) => {
        const parsed = await splitCommand(command);
        if (!parsed.isComplete) return;
        const found = names(parsed.commands);
        const hides = found.includes(null) || parsed.commands.some((simple) => simple.hidesCommand);
        const missing = hides ? [] : programsRun(command).filter((program) => !found.includes(program));
        expect(missing).toEqual([]);
      }),
      // Fixed, so that a build never fails by chance; FUZZ_RUNS looks for new cases.
      process.env['FUZZ_RUNS'] ? { numRuns: Number(process.env['FUZZ_RUNS']) } : { numRuns: 300, seed: 1 },
    );
  });
});
