import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { promptText, templatePieces, withArguments } from './promptTemplate.js';

const filled = (template: string, args = ''): Array<[type: string, text: string]> =>
  withArguments(templatePieces(template), args).map(({ type, text }) => [type, text]);

describe('templatePieces', () => {
  it.each([
    ['Review {{args}} well', 'a.ts', [['text', 'Review a.ts well']]],
    ['Review $ARGUMENTS', '', [['text', 'Review']]],
    ['{{args}} {{args}}', '$&', [['text', '$& $&']]],
    ['Review it.\n', 'now', [['text', 'Review it.\n\nnow']]],
    ['Review it.', '', [['text', 'Review it.']]],
    [
      'Look at @{docs/a b.md}, then\n!{ git diff }\n',
      '',
      [
        ['text', 'Look at '],
        ['file', 'docs/a b.md'],
        ['text', ', then\n'],
        ['command', 'git diff'],
      ],
    ],
    ["!{awk '{print $1}' x}", '', [['command', "awk '{print $1}' x"]]],
    ['@{{{args}}}', 'a.ts', [['file', 'a.ts']]],
    ['No command: !x, a@b, { }', '', [['text', 'No command: !x, a@b, { }']]],
  ])('%j with %j', (template, args, pieces) => expect(filled(template, args)).toEqual(pieces));

  it('takes nothing in the arguments for a command or a file', () => {
    expect(filled('Do {{args}}', '!{rm -r x} @{/etc/passwd} {{args}}')).toEqual([
      ['text', 'Do !{rm -r x} @{/etc/passwd} {{args}}'],
    ]);
    expect(filled('!{echo {{args}}}', '} !{rm x')).toEqual([['command', "echo '} !{rm x'"]]);
  });

  it('puts arguments without a place behind a command', () => {
    expect(filled('!{ls}', 'and more').map(([type]) => type)).toEqual(['command', 'text']);
  });

  it.each(['See !{ls', '@{a', '!{ls {}'])('refuses %j', (template) => {
    expect(() => templatePieces(template)).toThrow('has no "}"');
  });

  it('reads as it was written', () => {
    expect(promptText(withArguments(templatePieces('A !{ls {{args}}} B @{x}'), 'y'))).toBe("A !{ls 'y'} B @{x}");
  });
});

describe('arguments within a command', () => {
  const commandOf = (template: string, args: string): string => filled(`!{${template}}`, args)[0]![1];
  const words = (command: string): string[] =>
    execFileSync('bash', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);
  const hostile = fc.string({ unit: fc.constantFrom(...'a $`\'"\\;|&(){}<>*?~!#\n-'), minLength: 1, maxLength: 12 });

  it.each(['{{args}}', '"{{args}}"', "'{{args}}'", '$ARGUMENTS'])('are one word in %s, whatever they hold', (place) => {
    fc.assert(
      fc.property(hostile, (args) => {
        expect(words(commandOf(`x ${place} y`, args))).toEqual(['x', args, 'y']);
      }),
      { numRuns: 25 },
    );
  });

  it('join what stands around them, and leave no word when there are none', () => {
    expect(words(commandOf('"a {{args}}"b \\"{{args}}', 'x y'))).toEqual(['a x yb', '"x y']);
    expect(words(commandOf('one {{args}} two', ''))).toEqual(['one', 'two']);
  });
});
