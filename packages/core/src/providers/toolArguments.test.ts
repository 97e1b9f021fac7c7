import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INVALID_JSON_KEY, invalidArgumentsMessage, parseToolArguments } from './toolArguments.js';

describe('parseToolArguments', () => {
  it.each([
    ['{"path":"a"}', { path: 'a' }],
    ['', {}],
    ['  ', {}],
    ['null', {}],
    ['{}', {}],
    ['"{\\"path\\":\\"a\\"}"', { path: 'a' }],
    ['```json\n{"path":"a"}\n```', { path: 'a' }],
    ['{"text":"line one\nline two\ttab"}', { text: 'line one\nline two\ttab' }],
    ['{"path":"a"', { path: 'a' }],
    ['{"path":"a",', { path: 'a' }],
    ['{"nested":{"a":true', { nested: { a: true } }],
    ['{"a":null', { a: null }],
    ['{"path":"a"}}', { path: 'a' }],
    ['{"path":"a"}\n]}', { path: 'a' }],
    ['{}{"path":"a"}', { path: 'a' }],
    ['{"text":"a \\"quoted\\" }"', { text: 'a "quoted" }' }],
  ])('reads %j', (text, expected) => {
    expect(parseToolArguments(text)).toEqual(expected);
  });

  it.each([
    '{"path":"a',
    '{"path"',
    '{"path":',
    '{"limit":12',
    '{"list":[',
    '{"list":[{"a":true}',
    '{',
    '{"done":tru',
    '{"a":1} and more',
    '{"a":1}{"b":2}',
    '[1,2]',
    '"text"',
    '42',
    'path=a',
    '{"a":[1}',
    '{"text":"ends in a backslash\\',
  ])('does not guess at %j', (text) => {
    expect(parseToolArguments(text)).toEqual({ [INVALID_JSON_KEY]: text });
  });

  it('reads whatever JSON an object serialises to', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), (value) => {
        expect(parseToolArguments(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('makes of a cut-off text either the object as far as it was complete, or nothing', () => {
    const shape = fc.record({ path: fc.string(), content: fc.string(), lines: fc.array(fc.string()) });
    fc.assert(
      fc.property(shape, fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        const args = parseToolArguments(text.slice(0, cut % (text.length + 1)));
        if (INVALID_JSON_KEY in args) return;
        if ('path' in args) expect(args['path']).toBe(value.path);
        if ('content' in args) expect(args['content']).toBe(value.content);
        if ('lines' in args) expect(args['lines']).toEqual(value.lines);
      }),
    );
  });
});

describe('invalidArgumentsMessage', () => {
  it('says nothing of good arguments', () => {
    expect(invalidArgumentsMessage('read_file', { path: 'a' })).toBeUndefined();
  });

  it('names the tool, the fault and the text', () => {
    const message = invalidArgumentsMessage('write_file', parseToolArguments('{"content":"abc'));
    expect(message).toContain('write_file');
    expect(message).toContain('15 characters: {"content":"abc');
    expect(message).toMatch(/Unterminated string/);
  });

  it('cuts a long text', () => {
    const message = invalidArgumentsMessage('write_file', parseToolArguments(`{"content":"${'x'.repeat(50_000)}`));
    expect(message!.length).toBeLessThan(800);
  });

  it('says what else than an object it got', () => {
    expect(invalidArgumentsMessage('glob', parseToolArguments('[1]'))).toContain('it is a list');
  });
});
