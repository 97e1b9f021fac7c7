import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cleanup, render } from 'ink-testing-library';
import stripAnsi from 'strip-ansi';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeysProvider, useKeys } from '../keys/KeysProvider.js';
import type { InputEvent } from '../keys/inputEvent.js';
import { createTheme } from '../theme/theme.js';
import { Composer, type ComposerProps } from './Composer.js';
import { ComposerModel } from './composerModel.js';
import type { Submission } from './composerState.js';
import type { EditorResult } from './externalEditor.js';
import { PromptHistory } from './promptHistory.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), 'composer-'))));
afterEach(() => {
  cleanup();
  rmSync(folder, { recursive: true });
});

const theme = createTheme({ colorDepth: 1, env: {} });

function AppKeys({ onKey }: { onKey(event: InputEvent): void }) {
  useKeys(
    (event) => {
      onKey(event);
      return true;
    },
    { layer: 'app' },
  );
  return null;
}

function start(props: Partial<ComposerProps> = {}, entries: string[] = []) {
  const history = new PromptHistory();
  for (const entry of entries) history.add(entry);
  const commands = [
    { name: 'clear', description: 'begin anew' },
    { name: 'compress', description: 'summarise the conversation', argumentHint: '[instructions]' },
    { name: 'evil', description: 'clears \x1b[2J\rthe screen', argumentHint: '[\x1b[5m\u202ex]' },
  ];
  const model = props.model ?? new ComposerModel({ history, cwd: folder, commands: () => commands });
  const submissions: Submission[] = [];
  const errors: string[] = [];
  const appKeys: InputEvent[] = [];
  const tree = (changed: Partial<ComposerProps> = {}) => (
    <KeysProvider>
      <AppKeys onKey={(event) => appKeys.push(event)} />
      <Composer
        model={model}
        theme={theme}
        columns={40}
        terminalRows={24}
        onSubmit={(submission) => submissions.push(submission)}
        onEdit={async (text) => ({ type: 'edited', text })}
        onError={(message) => errors.push(message)}
        {...props}
        {...changed}
      />
    </KeysProvider>
  );
  const app = render(tree());
  return {
    model,
    submissions,
    errors,
    appKeys,
    send: (input: string) => app.stdin.write(input),
    screen: () => stripAnsi(app.lastFrame()!).replace(/ +$/gm, ''),
    raw: () => app.lastFrame()!,
    frames: app.frames,
    rerender: (changed: Partial<ComposerProps>) => app.rerender(tree(changed)),
    unmount: app.unmount,
  };
}

const RULE = '─'.repeat(40);

describe('Composer', () => {
  it('shows a placeholder, then what is typed, with a cursor', async () => {
    const { send, screen, raw } = start({ placeholder: 'Ask anything' });
    expect(screen()).toBe(`${RULE}\n> Ask anything\n${RULE}`);
    send('hello');
    await vi.waitFor(() => expect(screen()).toBe(`${RULE}\n> hello\n${RULE}`));
    expect(raw()).toContain('hello\x1b[7m \x1b[27m');
    send('\x1b[D');
    await vi.waitFor(() => expect(raw()).toContain('hell\x1b[7mo\x1b[27m'));
  });

  it('says what an empty line for the shell is', async () => {
    const { send, screen } = start({ placeholder: 'Ask anything' });
    send('!');
    await vi.waitFor(() => expect(screen()).toBe(`${RULE}\n! A shell command; backspace leaves\n${RULE}`));
    send('\x7f');
    await vi.waitFor(() => expect(screen()).toBe(`${RULE}\n> Ask anything\n${RULE}`));
  });

  it('sends with enter', async () => {
    const { send, submissions, screen } = start();
    send('hello');
    send('\r');
    await vi.waitFor(() => expect(submissions).toEqual([{ text: 'hello', display: 'hello', isShell: false }]));
    await vi.waitFor(() => expect(screen()).toBe(`${RULE}\n>\n${RULE}`));
  });

  it('handles keys that arrive together one after the other', async () => {
    const { send, submissions } = start();
    send('one\rtwo\x7f\x7f\x7fTWO\r');
    await vi.waitFor(() => expect(submissions.map(({ text }) => text)).toEqual(['one', 'TWO']));
  });

  it('wraps words, wide characters and long texts to the height it has', async () => {
    const { send, screen } = start({ columns: 20, terminalRows: 8 });
    send('several words to wrap 汉字汉字汉字汉字汉字汉字汉字');
    await vi.waitFor(() =>
      expect(screen().split('\n').slice(1, -1)).toEqual(['↑ wrap 汉字汉字汉字', '  汉字汉字汉字汉字']),
    );
  });

  it('completes commands below the input', async () => {
    const { send, screen } = start({ columns: 60 });
    send('/c');
    await vi.waitFor(() =>
      expect(screen().split('\n').slice(3)).toEqual([
        '❯ /clear                    begin anew',
        '  /compress [instructions]  summarise the conversation',
      ]),
    );
    send('\t');
    await vi.waitFor(() => expect(screen().split('\n').slice(1)).toEqual(['> /clear', '─'.repeat(60)]));
  });

  it('draws no control characters of what is offered', async () => {
    const { send, raw } = start({ columns: 60 });
    send('/ev');
    await vi.waitFor(() => expect(raw()).toContain('the screen'));
    expect(raw()).not.toMatch(/\x1b\[2J|\x1b\[5m|\r|\u202e/);
  });

  it('shows the search for earlier input', async () => {
    const { send, screen, raw } = start({}, ['fix the tests', 'other']);
    send('\x12test');
    await vi.waitFor(() => expect(screen()).toContain('  fix the tests\n'));
    expect(screen().split('\n').at(-1)).toBe('  earlier input: test  · 1 of 1 · enter…');
    expect(raw()).toContain('\x1b[1m\x1b[4mtest');
    send('\r');
    await vi.waitFor(() => expect(screen()).toBe(`${RULE}\n> fix the tests\n${RULE}`));
  });

  it('shows a big paste as a label', async () => {
    const { send, screen, submissions } = start();
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`).join('\r');
    const sent = `\x1b[200~${lines}\x1b[201~`;
    for (let at = 0; at < sent.length; at += 4_096) send(sent.slice(at, at + 4_096));
    await vi.waitFor(() => expect(screen()).toBe(`${RULE}\n> [Pasted text #1 · 10000 lines]\n${RULE}`));
    send('\r');
    expect(submissions[0]?.text).toBe(lines.replaceAll('\r', '\n'));
  });

  it('draws no rules and no signs for a screen reader', async () => {
    const { send, screen } = start({ isScreenReader: true });
    send('hello');
    await vi.waitFor(() => expect(screen()).toBe('> hello'));
  });

  it('leaves the keys that it does not use to the program', async () => {
    const { send, appKeys } = start();
    send('\x1b[Z');
    send('?');
    send('\x1b');
    await vi.waitFor(() => expect(appKeys).toHaveLength(3));
    expect(appKeys).toEqual([
      { type: 'key', chord: 'shift+tab' },
      { type: 'text', text: '?' },
      { type: 'key', chord: 'escape' },
    ]);
  });

  it('takes no keys and shows no cursor while inactive, and keeps its text', async () => {
    const { send, screen, raw, rerender, appKeys, model } = start();
    send('draft');
    rerender({ isActive: false });
    await vi.waitFor(() => expect(raw()).not.toContain('\x1b[7m'));
    send('x');
    expect(appKeys).toEqual([{ type: 'text', text: 'x' }]);
    expect(screen()).toContain('> draft');
    expect(model.getText()).toBe('draft');
  });

  it('takes back what is queued before it goes through earlier input', async () => {
    const queue = ['queued'];
    const { send, model } = start({ takeQueued: () => queue.pop() }, ['earlier']);
    send('\x1b[A');
    expect(model.getText()).toBe('queued');
    send('\x03');
    send('\x1b[A');
    expect(model.getText()).toBe('earlier');
  });

  it('takes what was edited in another program, and keeps the text when that fails', async () => {
    const results: EditorResult[] = [
      { type: 'edited', text: 'text and more' },
      { type: 'failed', message: 'no editor' },
    ];
    const given: string[] = [];
    const onEdit = async (text: string) => {
      given.push(text);
      return results.shift()!;
    };
    const { send, model, errors } = start({ onEdit });
    send('text');
    send('\x18\x05');
    await vi.waitFor(() => expect(model.getText()).toBe('text and more'));
    send('\x18\x05');
    await vi.waitFor(() => expect(errors).toEqual(['no editor']));
    expect(given).toEqual(['text', 'text and more']);
    send('!');
    expect(model.getText()).toBe('text and more!');
  });

  it('draws nothing when nothing changes', async () => {
    const { send, frames, appKeys } = start();
    const before = frames.length;
    send('\x1b[D');
    send('\x1b[Z');
    expect(appKeys).toHaveLength(1);
    expect(frames.length).toBe(before);
  });
});
