import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InputDecoder } from '../keys/inputDecoder.js';
import { KEY_TABLE } from '../keys/keyTable.js';
import type { CommandChoice } from './completion/completions.js';
import { ComposerModel } from './composerModel.js';
import type { KeyOutcome } from './composerState.js';
import { snapToBoundary } from './graphemes.js';
import { PromptHistory } from './promptHistory.js';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(path.join(os.tmpdir(), 'composer-'));
  writeFileSync(path.join(cwd, 'shot.png'), '');
});
afterAll(() => rmSync(cwd, { recursive: true }));

const COMMANDS: CommandChoice[] = [
  { name: 'clear', altNames: ['reset'], description: 'begin anew' },
  { name: 'compress', description: 'summarise', argumentHint: '[instructions]' },
  {
    name: 'model',
    description: 'choose',
    argumentHint: '[name]',
    completeArguments: () => ['qwen-large', 'qwen-small'],
  },
  { name: 'rename', description: 'name it', argumentHint: '<name>' },
];

async function* listFiles(): AsyncGenerator<string> {
  yield* ['src/main.ts', 'src/my notes.md', 'README.md'];
}

/** An input line, driven by what a terminal sends. */
function composer(entries: string[] = []) {
  const history = new PromptHistory();
  for (const entry of entries) history.add(entry);
  const model = new ComposerModel({ history, cwd, commands: () => COMMANDS, listFiles });
  const decoder = new InputDecoder();
  const send = (input: string): KeyOutcome => {
    const events = [...decoder.push(input, 0), ...decoder.flush()];
    return events.map((event) => model.handle(event)).at(-1)!;
  };
  /** The text with `|` at the cursor, and the sign of shell mode. */
  const shown = (): string => {
    const { buffer, mode } = model.getState();
    return `${mode === 'shell' ? '!' : ''}${buffer.text.slice(0, buffer.cursor)}|${buffer.text.slice(buffer.cursor)}`;
  };
  const offered = (): string[] | undefined => model.getState().completion?.items.map(({ label }) => label);
  const filesListed = (): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (model.getState().completion?.isLoading === false) resolve();
      };
      model.subscribe(check);
      check();
    });
  return { model, history, send, shown, offered, filesListed };
}

const UP = '\x1b[A';
const DOWN = '\x1b[B';
const ESCAPE = '\x1b';
const pasted = (text: string): string => `\x1b[200~${text}\x1b[201~`;
const submits = (text: string, display = text, isShell = false) => ({
  type: 'submit',
  submission: { text, display, isShell },
});

describe('looking through earlier input', () => {
  it('is one step of undoing', () => {
    const { send, shown } = composer(['one', 'two']);
    send('draft');
    send('\x1b[A');
    send('\x1b[A');
    expect(shown()).toBe('one|');
    send('\x1f');
    expect(shown()).toBe('draft|');
    send('\x1bz');
    expect(shown()).toBe('one|');
  });

  it('is none when one comes back', () => {
    const { send, shown } = composer(['one', 'two']);
    send('a ');
    send('b');
    send('\x1b[A');
    send('\x1b[B');
    expect(shown()).toBe('a b|');
    send('\x1f');
    expect(shown()).toBe('a |');
  });

  it('goes on from the entry that was changed, and anew from an empty input', () => {
    const { model, send, shown } = composer(['one', 'two', 'three']);
    model.showOlder();
    send('\x1b[A');
    send('!');
    send('\x1b[A');
    expect(shown()).toBe('one|');
    send('\x1b[B');
    send('\x1b[B');
    send('\x1b[B');
    expect(shown()).toBe('two!|');
    send('\x15');
    model.showOlder();
    expect(shown()).toBe('three|');
  });
});

describe('messages that come back', () => {
  it('stand in front of what is in the input, and a paste is a label again', () => {
    const { model, send, shown } = composer();
    const pasted = `${'a line\n'.repeat(20)}end`;
    send(`look: \x1b[200~${pasted}\x1b[201~`);
    const { submission } = send('\r') as Extract<KeyOutcome, { type: 'submit' }>;
    send('draft');
    model.putBack([submission.text, 'second']);
    expect(shown()).toMatch(/^look: [\u{100000}-\u{10fffd}]\nsecond\ndraft\|$/u);
    expect(model.getText()).toBe(`look: ${pasted}\nsecond\ndraft`);
  });

  it('are for the shell only when they were', () => {
    const { model, shown } = composer();
    model.putBack(['!ls']);
    expect(shown()).toBe('!ls|');
    model.setText('');
    model.putBack(['!ls', 'explain it']);
    expect(shown()).toBe(' !ls\nexplain it|');
  });

  it('may be none', () => {
    const { model, send, shown } = composer();
    send('!draft');
    model.putBack([]);
    expect(shown()).toBe('!draft|');
  });
});

describe('sending', () => {
  it('sends the text and begins anew', () => {
    const { send, shown } = composer();
    expect(send('hello \r')).toEqual(submits('hello'));
    expect(shown()).toBe('|');
  });

  it('sends nothing when there is nothing', () => {
    const { send } = composer();
    expect(send('\r')).toEqual({ type: 'used' });
    expect(send('  \r')).toEqual({ type: 'used' });
  });

  it.each([
    ['a backslash and enter', '\\\r'],
    ['ctrl+j', '\n'],
    ['alt and enter', '\x1b\r'],
    ['shift and enter, kitty', '\x1b[13;2u'],
    ['shift and enter, xterm', '\x1b[27;2;13~'],
  ])('makes a new line with %s', (_name, keys) => {
    const { send, shown } = composer();
    send(`a${keys}`);
    send('b');
    expect(shown()).toBe('a\nb|');
    expect(send('\r')).toEqual(submits('a\nb'));
  });

  it('brings a sent text back with undo', () => {
    const { send, shown } = composer();
    send('hello\r');
    send('\x1f');
    expect(shown()).toBe('hello|');
  });
});

describe('keys that mean something elsewhere', () => {
  it.each([ESCAPE, '\x03', '\x04', '\x1b[Z', '\x0f', '?', '\x1b[15~'])(
    'leaves %j to others when the input is empty',
    (keys) => {
      expect(composer().send(keys)).toEqual({ type: 'unused' });
    },
  );

  it('clears with ctrl+c first, and undo brings the text back', () => {
    const { send, shown } = composer();
    send('text');
    expect(send('\x03')).toEqual({ type: 'used' });
    expect(shown()).toBe('|');
    expect(send('\x03')).toEqual({ type: 'unused' });
    send('\x1f');
    expect(shown()).toBe('text|');
  });

  it('deletes with ctrl+d while there is text, and types question marks', () => {
    const { send, shown } = composer();
    send('why?\x01');
    expect(send('\x04')).toEqual({ type: 'used' });
    expect(shown()).toBe('|hy?');
  });

  it('leaves escape to others when nothing is open', () => {
    const { send } = composer();
    send('text');
    expect(send(ESCAPE)).toEqual({ type: 'unused' });
  });
});

describe('shell mode', () => {
  it('begins with an exclamation mark and sends a command', () => {
    const { send, shown, history } = composer();
    send('!ls -l');
    expect(shown()).toBe('!ls -l|');
    expect(send('\r')).toEqual(submits('ls -l', 'ls -l', true));
    expect(history.entries).toEqual(['!ls -l']);
    expect(send('plain\r')).toEqual(submits('plain'));
  });

  it('is left with backspace at the start', () => {
    const { send, model, shown } = composer();
    send('!\x7f');
    expect(model.getState().mode).toBe('prompt');
    send('a!');
    expect(shown()).toBe('a!|');
  });

  it('comes back with a recalled command', () => {
    const { send, shown, model } = composer(['!make test']);
    model.showOlder();
    expect(shown()).toBe('!make test|');
    expect(send('\r')).toEqual(submits('make test', 'make test', true));
  });

  it('is not begun by a paste, by deleting, or by leading space', () => {
    const { send, model } = composer();
    send(pasted('!rm -rf /'));
    expect(model.getText()).toBe(' !rm -rf /');
    expect(send('\r')).toEqual(submits(' !rm -rf /'));
    expect(send('a!b\x01\x04\r')).toEqual(submits(' !b'));
    expect(send('  !b\r')).toEqual(submits(' !b'));
    const big = `!${'x\n'.repeat(20)}`;
    expect(send(`${pasted(big)}\r`)).toEqual(submits(` ${big}`.trimEnd(), '[Pasted text #1 · 20 lines]'));
    model.showOlder();
    expect(model.getState().mode).toBe('prompt');
  });

  it('completes no commands and joins lines as the shell does', () => {
    const { send, offered } = composer();
    send('!/cl');
    expect(offered()).toBeUndefined();
    expect(send(' \\\rx')).toEqual({ type: 'used' });
    expect(send('\r')).toEqual(submits('/cl \\\nx', '/cl \\\nx', true));
  });
});

describe('pastes', () => {
  it('puts small ones into the text, with line ends and without control characters', () => {
    const { send, shown } = composer();
    send(`a${pasted('x\r\ny\rz\x1b[31m')}b`);
    expect(shown()).toBe('ax\ny\nzb|');
  });

  it('sends 10,000 lines whole behind a label, and deletes them with one key', () => {
    const { send, model, history } = composer();
    const lines = Array.from({ length: 10_000 }, (_, index) => `${index}: a line`).join('\r');
    send(`look: ${pasted(lines)} ok`);
    expect(model.getState().buffer.text).toHaveLength('look: x ok'.length + 1);
    const text = `look: ${lines.replaceAll('\r', '\n')} ok`;
    expect(model.getText()).toBe(text);
    expect(send('\r')).toEqual(submits(text, 'look: [Pasted text #1 · 10000 lines] ok'));
    expect(history.entries).toHaveLength(1);
    model.showOlder();
    expect(send('\r')).toEqual(submits(text, 'look: [Pasted text #1 · 10000 lines] ok'));
    send(`a${pasted(lines)}\x7f`);
    expect(send('\r')).toEqual(submits('a'));
  });

  it('cuts and yanks a big paste like a character', () => {
    const { send } = composer();
    const lines = 'line\n'.repeat(20);
    send(`${pasted(lines)}\x15x\x19`);
    expect(send('\r')).toEqual(submits(`x${lines}`.trim(), 'x[Pasted text #1 · 20 lines]'));
  });

  it('mentions an image whose path is pasted', () => {
    const { send, shown } = composer();
    send(`what is ${pasted(path.join(cwd, 'shot.png'))}`);
    expect(shown()).toBe('what is @shot.png |');
  });

  it('does not take private use characters for pastes', () => {
    const { send } = composer();
    send(pasted('x\n'.repeat(20)));
    send('\x15');
    expect(send('\u{100000}\r')).toEqual(submits('\ufffd'));
  });
});

describe('earlier input', () => {
  it('asks for what is queued first, then goes back and forth', () => {
    const { send, shown, model } = composer(['one', 'two']);
    expect(send(UP)).toEqual({ type: 'recall' });
    model.showOlder();
    expect(shown()).toBe('two|');
    send(UP);
    expect(shown()).toBe('one|');
    send(UP);
    expect(shown()).toBe('one|');
    send(DOWN);
    send(DOWN);
    expect(shown()).toBe('|');
    expect(send(DOWN)).toEqual({ type: 'used' });
  });

  it('keeps what was being written', () => {
    const { send, shown } = composer(['one']);
    send('draft');
    expect(send(UP)).toEqual({ type: 'used' });
    expect(shown()).toBe('one|');
    send(DOWN);
    expect(shown()).toBe('draft|');
  });

  it('moves within lines first, and within a recalled text once it is touched', () => {
    const { send, shown } = composer(['a\nb', 'older? no, latest\nsecond']);
    send('x\ny');
    send(UP);
    expect(shown()).toBe('x|\ny');
    send(UP);
    expect(shown()).toBe('older? no, latest\nsecond|');
    send(UP);
    expect(shown()).toBe('a\nb|');
    send('\x01');
    send(UP);
    expect(shown()).toBe('|a\nb');
  });

  it('searches, refines, goes on, and takes or drops what it finds', () => {
    const { send, shown, model } = composer(['fix the test', 'run lint', 'fix lint']);
    send('draft');
    send('\x12fix');
    expect(model.getState()).toMatchObject({ found: 'fix lint', search: { query: 'fix', position: 1, matches: 2 } });
    send('\x12');
    expect(model.getState().found).toBe('fix the test');
    send('\x7f\x7f\x7f');
    expect(model.getState().search?.query).toBe('');
    send('zebra');
    expect(model.getState()).toMatchObject({ found: undefined, search: { matches: 0 } });
    send(ESCAPE);
    expect(shown()).toBe('draft|');
    send('\x12lint\x12\r');
    expect(shown()).toBe('run lint|');
    send('\x12test\x01');
    expect(shown()).toBe('|fix the test');
    expect(model.getState().search).toBeUndefined();
  });

  it('leaves a key that is not for searching to others', () => {
    const { send, model } = composer(['one']);
    send('\x12one');
    expect(send('\x1b[Z')).toEqual({ type: 'unused' });
    expect(model.getState().search).toBeUndefined();
  });
});

describe('commands', () => {
  it('offers all by name, then those that match, other names included', () => {
    const { send, offered } = composer();
    send('/');
    expect(offered()).toEqual(['/clear', '/compress [instructions]', '/model [name]', '/rename <name>']);
    send('res');
    expect(offered()?.[0]).toBe('/reset');
    send('zz');
    expect(offered()).toBeUndefined();
  });

  it('runs the chosen one with enter, unless it needs an argument', () => {
    const { send, shown } = composer();
    send('/comp');
    expect(send('\r')).toEqual(submits('/compress'));
    send('/ren');
    expect(send('\r')).toEqual({ type: 'used' });
    expect(shown()).toBe('/rename |');
    expect(send('it\r')).toEqual(submits('/rename it'));
  });

  it('chooses with the arrows, going round, and takes with tab', () => {
    const { send, shown } = composer();
    send(`/${UP}`);
    send('\t');
    expect(shown()).toBe('/rename |');
    send(`\x15/${DOWN}${DOWN}\t`);
    expect(shown()).toBe('/model |');
  });

  it('completes arguments, but sends what was typed unless one was chosen', () => {
    const { send, offered } = composer();
    send('/model ');
    expect(offered()).toEqual(['qwen-large', 'qwen-small']);
    expect(send('\r')).toEqual(submits('/model'));
    send('/model sma');
    expect(offered()).toEqual(['qwen-small']);
    expect(send('\r')).toEqual(submits('/model sma'));
    send('/model ');
    send(DOWN);
    expect(send('\r')).toEqual(submits('/model qwen-small'));
    send('/model lar\t');
    expect(send('\r')).toEqual(submits('/model qwen-large'));
  });

  it('stays closed in a word where it was closed', () => {
    const { send, offered } = composer();
    send('/c');
    expect(send(ESCAPE)).toEqual({ type: 'used' });
    expect(offered()).toBeUndefined();
    send('l');
    expect(offered()).toBeUndefined();
    expect(send(ESCAPE)).toEqual({ type: 'unused' });
    send('\x15/');
    expect(offered()).toBeDefined();
  });

  it('offers nothing for a recalled command', () => {
    const { model, offered } = composer(['/clear']);
    model.showOlder();
    expect(offered()).toBeUndefined();
  });
});

describe('files', () => {
  it('completes folders step by step and files with a space behind', async () => {
    const { send, shown, offered, filesListed } = composer();
    send('see @s');
    expect(offered()).toEqual([]);
    await filesListed();
    expect(offered()).toEqual(['src/', 'src/main.ts', 'src/my notes.md']);
    send('\t');
    expect(shown()).toBe('see @src/|');
    send('notes\r');
    expect(shown()).toBe('see @src/my\\ notes.md |');
    expect(send('\r')).toEqual(submits('see @src/my\\ notes.md'));
  });

  it('sends a path that was typed to its end', async () => {
    const { send, filesListed } = composer();
    send('@README.md');
    await filesListed();
    expect(send('\r')).toEqual(submits('@README.md'));
  });

  it('sends while files are still being listed', () => {
    const { send } = composer();
    send('ask @someone');
    expect(send('\r')).toEqual(submits('ask @someone'));
  });
});

describe('sequences of two keys', () => {
  it('opens the editor, undoes, and forgets a first key that nothing follows', () => {
    const { send, shown } = composer();
    expect(send('a\x18\x05')).toEqual({ type: 'edit-externally' });
    send('\x18\x15');
    expect(shown()).toBe('|');
    expect(send('\x18')).toEqual({ type: 'used' });
    expect(send(ESCAPE)).toEqual({ type: 'used' });
    expect(send(ESCAPE)).toEqual({ type: 'unused' });
    send('\x18b');
    expect(shown()).toBe('b|');
  });
});

describe('vim mode', () => {
  const vim = (entries: string[] = []) => {
    const started = composer(entries);
    started.model.setVim(true);
    return started;
  };

  it('inserts first, and changes with escape and keys', () => {
    const { send, shown, model } = vim();
    send('one two');
    expect(model.getState().vim).toBe('insert');
    expect(send(ESCAPE)).toEqual({ type: 'used' });
    expect(model.getState().vim).toBe('normal');
    expect(shown()).toBe('one tw|o');
    send('bcwfour');
    expect(shown()).toBe('one four|');
    send(ESCAPE);
    send('0x');
    expect(shown()).toBe('|ne four');
    send('uu');
    expect(shown()).toBe('one| ');
    send('\x12');
    expect(shown()).toBe('|one four');
  });

  it('leaves escape to others when there is nothing to leave', () => {
    const { send } = vim();
    send('a');
    send(ESCAPE);
    send('d');
    expect(send(ESCAPE)).toEqual({ type: 'used' });
    expect(send(ESCAPE)).toEqual({ type: 'unused' });
    expect(send('\x1b[Z')).toEqual({ type: 'unused' });
  });

  it('goes through rows and earlier input with j and k, and searches it', () => {
    const { send, shown, model } = vim(['earlier']);
    send('a\nb');
    send(ESCAPE);
    send('k');
    expect(shown()).toBe('|a\nb');
    send('k');
    expect(shown()).toBe('earlie|r');
    send('j');
    expect(shown()).toBe('a\n|b');
    send('/');
    expect(model.getState().search).toBeDefined();
    send('earl\r');
    expect(shown()).toBe('earlier|');
  });

  it('inserts again after sending', () => {
    const { send, model } = vim();
    send('x');
    send(ESCAPE);
    expect(send('\r')).toEqual(submits('x'));
    expect(model.getState().vim).toBe('insert');
    send(ESCAPE);
    expect(send('?')).toEqual({ type: 'unused' });
    expect(send('k')).toEqual({ type: 'recall' });
    model.setVim(false);
    expect(model.getState().vim).toBeUndefined();
  });
});

describe('the model as a whole', () => {
  it('tells listeners of changes only', () => {
    const { model, send } = composer();
    let calls = 0;
    model.subscribe(() => calls++);
    send(ESCAPE);
    send('\x1b[Z');
    send('\x1b[D');
    expect(calls).toBe(0);
    const before = model.getState();
    send('a');
    expect(calls).toBe(1);
    expect(model.getState()).not.toBe(before);
  });

  it('knows every chord of the key table', () => {
    for (const { context, action, chords } of KEY_TABLE) {
      expect(chords.length, `${context} ${action}`).toBeGreaterThan(0);
      for (const chord of chords) {
        const others = KEY_TABLE.filter((other) => other.context === context && other.chords.includes(chord));
        expect(others, `${chord} in ${context}`).toHaveLength(1);
      }
    }
  });

  const input = fc.constantFrom(
    'a',
    ' ',
    '汉',
    '👩‍👩‍👧',
    '/',
    '@',
    '!',
    '?',
    'clear',
    '\\',
    '\r',
    '\n',
    '\t',
    '\x7f',
    ESCAPE,
    UP,
    DOWN,
    '\x1b[D',
    '\x1bb',
    '\x01',
    '\x04',
    '\x0b',
    '\x12',
    '\x13',
    '\x15',
    '\x17',
    '\x18',
    '\x19',
    '\x1by',
    '\x1f',
    '\x1bz',
    '\x03',
    pasted('p\nq'),
    pasted('x\n'.repeat(12)),
  );

  it('survives any keys, the cursor always between clusters', () => {
    fc.assert(
      fc.property(fc.array(input, { maxLength: 60 }), fc.boolean(), (inputs, isVim) => {
        const { model, send } = composer(['one', '!two', 'three\nlines\nhere']);
        model.setVim(isVim);
        for (const each of inputs) {
          send(each);
          const { buffer, completion } = model.getState();
          expect(snapToBoundary(buffer.text, buffer.cursor)).toBe(buffer.cursor);
          if (completion && completion.items.length > 0) expect(completion.items[completion.selected]).toBeDefined();
        }
        model.close();
      }),
    );
  });
});
