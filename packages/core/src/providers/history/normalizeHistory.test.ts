import { describe, expect, it } from 'vitest';
import type { Content, Part } from '../../types.js';
import { normalizeHistory, type HistoryRules } from './normalizeHistory.js';

const rules: HistoryRules = { alternateRoles: true, thoughts: 'keep' };

const user = (...parts: Array<Part | string>): Content => ({ role: 'user', parts: parts.map(toPart) });
const model = (...parts: Array<Part | string>): Content => ({ role: 'model', parts: parts.map(toPart) });
const toPart = (part: Part | string): Part => (typeof part === 'string' ? { text: part } : part);
const call = (id: string | undefined, name = 'read_file', args = {}): Part => ({
  functionCall: { ...(id === undefined ? {} : { id }), name, args },
});
const result = (id: string | undefined, output = 'ok', name = 'read_file'): Part => ({
  functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output } },
});
const thought = (text: string, thoughtSignature?: string): Part => ({
  thought: true,
  text,
  ...(thoughtSignature ? { thoughtSignature } : {}),
});

describe('normalizeHistory: what needs no change', () => {
  it('returns the very contents of a sound history', () => {
    const history = [
      user('hello'),
      model('I will look', call('a'), call('b')),
      user(result('a'), result('b')),
      model('done'),
    ];
    const normalized = normalizeHistory(history, rules);
    expect(normalized).toHaveLength(4);
    normalized.forEach((content, index) => expect(content).toBe(history[index]));
  });

  it('returns nothing for nothing', () => {
    expect(normalizeHistory([], rules)).toEqual([]);
    expect(normalizeHistory([user(), model('  '), user({ text: '' })], rules)).toEqual([]);
  });
});

describe('normalizeHistory: calls and results', () => {
  it('puts results in the order of the calls and before everything else', () => {
    expect(
      normalizeHistory([user('x'), model(call('a'), call('b')), user('stop', result('b'), result('a'))], rules),
    ).toEqual([user('x'), model(call('a'), call('b')), user(result('a'), result('b'), 'stop')]);
  });

  it('gathers results that stand in several user contents', () => {
    const history = [user('x'), model(call('a'), call('b')), user(result('b')), user(result('a'), 'and now?')];
    expect(normalizeHistory(history, { ...rules, alternateRoles: false })).toEqual([
      user('x'),
      model(call('a'), call('b')),
      user(result('a'), result('b')),
      user('and now?'),
    ]);
  });

  it('makes up the result of an interrupted call, also at the very end', () => {
    const interrupted = { functionResponse: { id: 'a', name: 'read_file', response: { error: expect.any(String) } } };
    expect(normalizeHistory([user('x'), model(call('a')), user('never mind')], rules)[2]).toEqual(
      user(interrupted, 'never mind'),
    );
    expect(normalizeHistory([user('x'), model(call('a'))], rules)[2]).toEqual(user(interrupted));
    expect(normalizeHistory([user('x'), model(call('a')), model('oh'), user('y')], rules)).toEqual([
      user('x'),
      model(call('a'), 'oh'),
      user(interrupted, 'y'),
    ]);
  });

  it('turns a result without a call into text and keeps its media', () => {
    const image: Part = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
    const orphan: Part = {
      functionResponse: { id: 'gone', name: 'read_file', response: { output: 'contents' }, parts: [image as never] },
    };
    const [content] = normalizeHistory([user(orphan)], rules);
    expect(content!.parts).toEqual([{ text: '[Result of an earlier call of read_file]\ncontents' }, image]);
  });

  it('turns a result that comes after the model has gone on into text', () => {
    const normalized = normalizeHistory(
      [user('x'), model(call('a')), user('skip it'), model('fine'), user(result('a', 'late'))],
      rules,
    );
    expect(normalized[4]).toEqual(user('[Result of an earlier call of read_file]\nlate'));
    expect(normalized[2]!.parts![0]!.functionResponse!.response).toHaveProperty('error');
  });

  it('keeps one of two results of a call, the other as text', () => {
    const [, , answers] = normalizeHistory(
      [user('x'), model(call('a')), user(result('a', '1'), result('a', '2'))],
      rules,
    );
    expect(answers).toEqual(user(result('a', '1'), '[Result of an earlier call of read_file]\n2'));
  });

  it('turns calls of the user and results of the model into text', () => {
    const normalized = normalizeHistory(
      [user(call('a', 'glob', { pattern: '*' })), model(result('a', 'found'))],
      rules,
    );
    expect(normalized).toEqual([
      user('[Call of glob]\n{"pattern":"*"}'),
      model('[Result of an earlier call of read_file]\nfound'),
    ]);
  });

  it.each([{ output: '' }, { output: ' \n' }, {}, undefined])(
    'gives the empty result %j something to say',
    (response) => {
      const empty: Part = { functionResponse: { id: 'a', name: 'read_file', response } };
      const [, , answers] = normalizeHistory([user('x'), model(call('a')), user(empty)], rules);
      expect(answers).toEqual(user(result('a', '(no output)')));
    },
  );

  it('keeps an empty error an error', () => {
    const empty: Part = { functionResponse: { id: 'a', name: 'read_file', response: { error: '' } } };
    const [, , answers] = normalizeHistory([user('x'), model(call('a')), user(empty)], rules);
    expect(answers!.parts![0]!.functionResponse!.response).toEqual({ error: '(no output)' });
  });
});

describe('normalizeHistory: ids and names', () => {
  it('gives calls without an id one that follows from their place', () => {
    const history = [
      user('x'),
      model(call(undefined, 'glob'), call(undefined)),
      user(result(undefined), result(undefined, 'files', 'glob')),
    ];
    expect(normalizeHistory(history, rules).slice(1)).toEqual([
      model(call('call_1', 'glob'), call('call_2')),
      user(result('call_1', 'files', 'glob'), result('call_2')),
    ]);
  });

  it('finds the result that got an id its call lacks', () => {
    const history = [user('x'), model(call(undefined)), user(result('read_file-1-ab', 'text'))];
    expect(normalizeHistory(history, rules)[2]).toEqual(user(result('call_1', 'text')));
  });

  it('renames repeated ids together with their results', () => {
    const history = [
      user('x'),
      model(call('a')),
      user(result('a', '1')),
      model(call('a'), call('a', 'glob')),
      user(result('a', '2', 'glob'), result('a', '3')),
    ];
    expect(normalizeHistory(history, rules).slice(3)).toEqual([
      model(call('a_2'), call('a_3', 'glob')),
      user(result('a_2', '3'), result('a_3', '2', 'glob')),
    ]);
  });

  it('shortens ids to 40 characters and keeps them apart', () => {
    const long = 'x'.repeat(50);
    const history = [
      user('x'),
      model(call(`${long}1`), call(`${long}2`)),
      user(result(`${long}1`), result(`${long}2`)),
    ];
    const ids = normalizeHistory(history, rules)[1]!.parts!.map((part) => part.functionCall!.id);
    expect(ids).toEqual(['x'.repeat(40), `${'x'.repeat(38)}_2`]);
  });

  it('keeps unusual ids unless only words are taken', () => {
    const history = [user('x'), model(call('functions.read:0')), user(result('functions.read:0'))];
    expect(normalizeHistory(history, rules)[1]).toBe(history[1]);
    const words = normalizeHistory(history, { ...rules, wordCallIds: true });
    expect(words.slice(1)).toEqual([model(call('functions_read_0')), user(result('functions_read_0'))]);
  });

  it('replaces names no provider takes, in call and result', () => {
    const history = [
      user('x'),
      model(call('a', 'functions.read file'), call('b', '')),
      user(result('a', '1', 'functions.read file')),
    ];
    expect(normalizeHistory(history, rules)[1]).toEqual(
      model(call('a', 'functions_read_file'), call('b', 'unnamed_tool')),
    );
    expect(normalizeHistory(history, rules)[2]!.parts![0]).toEqual(result('a', '1', 'functions_read_file'));
  });
});

describe('normalizeHistory: roles and empty parts', () => {
  it('merges neighbours of one role only where the rules ask for it', () => {
    const history = [user('a'), user('b'), model('c'), model('d')];
    expect(normalizeHistory(history, rules)).toEqual([user('a', 'b'), model('c', 'd')]);
    expect(normalizeHistory(history, { ...rules, alternateRoles: false })).toEqual(history);
  });

  it('begins with the user', () => {
    const normalized = normalizeHistory([model('hello'), user('x')], rules);
    expect(normalized[0]!.role).toBe('user');
    expect(normalized.slice(1)).toEqual([model('hello'), user('x')]);
  });

  it('takes every other role for the user', () => {
    const history = [{ parts: [{ text: 'a' }] }, model(call('1')), { role: 'function', parts: [result('1')] }];
    expect(normalizeHistory(history, rules)).toEqual([user('a'), model(call('1')), user(result('1'))]);
  });

  it('drops empty parts, and blank texts unless they are pieces of a text', () => {
    expect(normalizeHistory([user('a', {}, { text: '' }, ' '), model('\n\n', call('1'))], rules).slice(0, 2)).toEqual([
      user('a '),
      model(call('1')),
    ]);
    expect(normalizeHistory([user('x'), model('\n', 'a', '\n', 'b')], rules)[1]).toEqual(model('\na\n', 'b'));
  });
});

describe('normalizeHistory: thoughts', () => {
  const history = [user('x'), model(thought('plan'), thought('why', 'signed'), 'answer'), user('y')];

  it('joins the pieces of a thought under its signature', () => {
    expect(normalizeHistory(history, { ...rules, thoughts: 'keep-signed' })[1]).toEqual(
      model(thought('planwhy', 'signed'), 'answer'),
    );
  });

  it('leaves the pieces as they came where no signature is checked', () => {
    expect(normalizeHistory(history, rules)[1]).toBe(history[1]);
  });

  it('drops them when asked', () => {
    expect(normalizeHistory(history, { ...rules, thoughts: 'drop' })[1]).toEqual(model('answer'));
  });

  it('keeps only signed ones when asked, and none at the end', () => {
    const turns = [user('x'), model(thought('open'), 'answer', thought('', 'redacted'), 'more', thought('cut', 's'))];
    expect(normalizeHistory(turns, { ...rules, thoughts: 'keep-signed' })[1]).toEqual(
      model('answer', thought('', 'redacted'), 'more'),
    );
  });

  it('drops a turn that was broken off within its thoughts', () => {
    expect(normalizeHistory([user('x'), model(thought('plan', 's')), user('y')], rules)).toEqual([user('x', 'y')]);
  });
});
