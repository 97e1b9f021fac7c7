import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchFor, searchOn } from './historySearch.js';
import { PromptHistory } from './promptHistory.js';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'history-'));
  file = path.join(folder, 'project', 'history.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const reopened = (): readonly string[] => new PromptHistory(file).entries;

describe('PromptHistory', () => {
  it('keeps what was sent for the next session, for this person only', () => {
    const history = new PromptHistory(file);
    expect(history.entries).toEqual([]);
    history.add('first');
    history.add('second\nline');
    expect(history.entries).toEqual(['first', 'second\nline']);
    expect(reopened()).toEqual(['first', 'second\nline']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('leaves out blanks and repetitions', () => {
    const history = new PromptHistory(file);
    for (const text of ['a', 'a', ' \n', 'b', 'a']) history.add(text);
    expect(history.entries).toEqual(['a', 'b', 'a']);
    expect(reopened()).toEqual(['a', 'b', 'a']);
  });

  it('writes pastes in full, and input that is too long not at all', () => {
    const history = new PromptHistory(file);
    history.add('see \u{100000}', 'see the pasted text');
    history.add('see \u{100001}', 'x'.repeat(60_000));
    expect(history.entries).toHaveLength(2);
    expect(reopened()).toEqual(['see the pasted text']);
  });

  it('reads what is whole in a damaged file, and adds to it', () => {
    mkdirSync(path.dirname(file));
    writeFileSync(file, '{"text":"one"}\n{"text":\n[]\nnull\n{"text":7}\n\0\0\n{"text":"\\u001b[2Jtwo"}\n{"text":"thr');
    expect(reopened()).toEqual(['one', 'two']);
    new PromptHistory(file).add('four');
    expect(reopened()).toEqual(['one', 'two', 'four']);
  });

  it('sees what another session has added, when it is opened', () => {
    const one = new PromptHistory(file);
    const other = new PromptHistory(file);
    one.add('from one');
    other.add('from other');
    expect(reopened()).toEqual(['from one', 'from other']);
  });

  it('shortens a file that has grown, to the latest entries', () => {
    mkdirSync(path.dirname(file));
    for (let index = 0; index < 3_000; index++)
      appendFileSync(file, `\n${JSON.stringify({ text: `${index} ${'x'.repeat(1_000)}` })}`);
    const entries = reopened();
    expect(entries).toHaveLength(1_000);
    expect(entries.at(-1)).toMatch(/^2999 /);
    expect(statSync(file).size).toBeLessThan(1_100_000);
    expect(reopened()).toEqual(entries);
  });

  it('goes on without a file where none can be written or read', () => {
    const inTheWay = path.join(folder, 'file');
    writeFileSync(inTheWay, '');
    const history = new PromptHistory(path.join(inTheWay, 'history.jsonl'));
    history.add('a');
    expect(history.entries).toEqual(['a']);
    mkdirSync(file, { recursive: true });
    const onFolder = new PromptHistory(file);
    onFolder.add('b');
    expect(onFolder.entries).toEqual(['b']);
    const nowhere = new PromptHistory();
    nowhere.add('c');
    expect(nowhere.entries).toEqual(['c']);
  });
});

describe('history search', () => {
  const entries = ['Fix the test', 'run it', 'fix the lint', 'run it', 'other'];

  it('finds the latest first, in whatever case, each text once', () => {
    const first = searchFor(entries, 'FIX');
    expect(first).toEqual({ query: 'FIX', index: 2, matches: 2, position: 1 });
    const second = searchOn(entries, first, 'older');
    expect(second).toMatchObject({ index: 0, position: 2 });
    expect(searchOn(entries, second, 'older')).toEqual(second);
    expect(searchOn(entries, second, 'newer')).toEqual(first);
    expect(searchOn(entries, first, 'newer')).toEqual(first);
    expect(searchFor(entries, 'run')).toMatchObject({ index: 3, matches: 1 });
  });

  it('finds nothing where there is nothing', () => {
    const none = searchFor(entries, 'zebra');
    expect(none).toEqual({ query: 'zebra', index: -1, matches: 0, position: 0 });
    expect(searchOn(entries, none, 'older')).toEqual(none);
    expect(searchFor(entries, '')).toMatchObject({ index: -1, matches: 0 });
    expect(searchFor([], 'x')).toMatchObject({ index: -1 });
  });
});
