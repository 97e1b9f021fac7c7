import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchCommand, parseCommandPattern, writeWords } from './commandPattern.js';
import { denyingWholeTool, parseRule, parseRules, splitRuleList } from './rules.js';

describe('parseRule', () => {
  it.each<[string, RegExp]>([
    ['', /names no tool/],
    ['(x)', /names no tool/],
    ['Bash(git', /has a "\(" without a "\)"/],
    ['Bash(a) b', /without a "\)" at its end/],
    ['two words', /"two words" where the name of a tool/],
    ['Bash(a && b)', /operator "&&".*one rule for each/],
    ['Bash(a; b)', /operator/],
    ['Bash("a)', /quote that is not closed/],
    ['TodoWrite(x)', /cannot have a part in parentheses/],
    ['mcp__a__b(x)', /cannot have a part in parentheses/],
    ['WebFetch(domain:a/b)', /needs a domain/],
  ])('says what is wrong with %j', (text, message) => {
    expect(() => parseRule(text)).toThrow(message);
    expect(() => parseRule(text)).toThrow(JSON.stringify(text));
  });

  it('keeps the good rules of a list and reports the bad ones', () => {
    const { rules, problems } = parseRules({ allow: ['edit', 'Bash('], deny: ['Read(x)'] });
    expect(rules.allow.map(({ text }) => text)).toEqual(['edit']);
    expect(rules.deny).toHaveLength(1);
    expect(problems).toHaveLength(1);
  });

  it('finds tools that are denied whole', () => {
    const { rules } = parseRules({ deny: ['Edit', 'Bash(rm)', 'mcp__db'] });
    expect(denyingWholeTool(rules, 'write_file')?.text).toBe('Edit');
    expect(denyingWholeTool(rules, 'run_shell_command')).toBeUndefined();
    expect(denyingWholeTool(rules, 'mcp__db__query')?.text).toBe('mcp__db');
  });
});

describe('splitRuleList', () => {
  it.each<[string, string[]]>([
    ['edit, Bash(git add) ,Read(a,b)', ['edit', 'Bash(git add)', 'Read(a,b)']],
    ['Bash(a "x,)" b),edit', ['Bash(a "x,)" b)', 'edit']],
    ['Bash(f(x, y)),edit', ['Bash(f(x, y))', 'edit']],
    ['', []],
  ])('splits %j', (text, expected) => expect(splitRuleList(text)).toEqual(expected));
});

describe('command patterns', () => {
  const match = (specifier: string, ...argv: Array<string | null>) => {
    const pattern = parseCommandPattern(specifier);
    if (typeof pattern === 'string') throw new Error(pattern);
    return matchCommand(pattern, argv);
  };

  it('match by words from the beginning', () => {
    expect(match('git status', 'git', 'status', '-s')).toBe('yes');
    expect(match('git status', 'git', 'statusx')).toBe('no');
    expect(match('git status', 'git')).toBe('no');
    expect(match('git', 'git')).toBe('yes');
    expect(match('git:*', 'git', 'push')).toBe('yes');
    expect(match('git *', 'git', 'push')).toBe('yes');
    expect(match('npm run test:*', 'npm', 'run', 'test:unit')).toBe('yes');
    expect(match('npm run test:*', 'npm', 'run', 'tests')).toBe('no');
    expect(match('npm run t*', 'npm', 'run', 'test')).toBe('yes');
    expect(match('git * --dry-run', 'git', 'push', 'x', '--dry-run')).toBe('yes');
    expect(match('git * --dry-run', 'git', 'push')).toBe('no');
    expect(match('git "a*"', 'git', 'ab')).toBe('no');
    expect(match('git push', 'git', null)).toBe('maybe');
    expect(match('git', 'git', null)).toBe('yes');
    expect(match('git * -f', 'git', null, 'x')).toBe('maybe');
  });

  it('read back what writeWords wrote, and match it only literally', () => {
    const word = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), word, (words, other) => {
        const pattern = parseCommandPattern(writeWords(words));
        if (typeof pattern === 'string') throw new Error(pattern);
        expect(matchCommand(pattern, words)).toBe('yes');
        const changed = [...words.slice(0, -1), other];
        expect(matchCommand(pattern, changed)).toBe(other === words.at(-1) ? 'yes' : 'no');
        expect(parseRule(`Bash(${writeWords(words)})`).scope.type).toBe('command');
      }),
    );
  });
});
