import type { ApprovalOutcome, ApprovalRequest } from '@qwen-code/qwen-code-core';
import { cleanup, render } from 'ink-testing-library';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { InputEvent } from '../keys/inputEvent.js';
import { KeysProvider } from '../keys/KeysProvider.js';
import { prepareMarkdown } from '../markdown/libraries.js';
import type { Choice } from '../state/viewState.js';
import { createTheme } from '../theme/theme.js';
import { ApprovalDialog, type ApprovalDialogProps } from './ApprovalDialog.js';
import { AskDialog } from './AskDialog.js';
import { ChoiceList, type ChoiceListProps } from './ChoiceList.js';
import { DisplayContext, type Display } from './display.js';
import { HelpOverlay } from './HelpOverlay.js';

beforeAll(() => prepareMarkdown('```'));
afterEach(cleanup);

const theme = createTheme({ colorDepth: 1, env: { TERM: 'dumb' } });

function show(children: ReactNode, change: Partial<Display> = {}) {
  const display = { columns: 60, rows: 24, theme, screenReader: false, ...change };
  const { stdin, lastFrame } = render(
    <KeysProvider>
      <DisplayContext.Provider value={display}>{children}</DisplayContext.Provider>
    </KeysProvider>,
  );
  const screen = (): string => lastFrame() ?? '';
  return {
    screen,
    /** An escape character would make the key behind it one with alt: it comes last. */
    press: (...keys: string[]) => keys.forEach((key) => stdin.write(key)),
    shows: (text: string) => vi.waitFor(() => expect(screen()).toContain(text)),
  };
}

const UP = '\x1b[A';
const DOWN = '\x1b[B';
const ENTER = '\r';
const ESCAPE = '\x1b';
const PAGE_DOWN = '\x1b[6~';

describe('ChoiceList', () => {
  const choices: Choice[] = [
    { value: 'dark', label: 'Qwen Dark', description: 'for dark terminals', isCurrent: true },
    { value: 'light', label: 'Qwen Light', description: 'for light terminals' },
    { value: 'ansi', label: 'ANSI', description: 'sixteen colours of your own' },
  ];
  const list = (change: Partial<ChoiceListProps> = {}) => {
    const chosen: string[] = [];
    const props = {
      title: 'Theme',
      choices,
      onChoose: (value: string) => chosen.push(value),
      onCancel: () => chosen.push('-'),
    };
    return { chosen, element: <ChoiceList {...props} {...change} /> };
  };

  it('moves with the arrows, round the ends, and chooses with enter or a number', async () => {
    const { chosen, element } = list();
    const { screen, press, shows } = show(element);
    expect(screen()).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────
      Theme
      › 1. Qwen Dark  ✓ for dark terminals
        2. Qwen Light   for light terminals
        3. ANSI         sixteen colours of your own
      Enter chooses · Esc closes"
    `);
    press(UP);
    await shows('› 3. ANSI');
    press(DOWN, DOWN);
    await shows('› 2. Qwen Light');
    press(ENTER, '3', ESCAPE);
    await vi.waitFor(() => expect(chosen).toEqual(['light', 'ansi', '-']));
  });

  it('searches labels and descriptions', async () => {
    const { chosen, element } = list({ hasSearch: true });
    const { screen, press, shows } = show(element);
    expect(screen()).toContain('3 of 3');
    press('sixt');
    await shows('1 of 3');
    expect(screen()).not.toContain('Light');
    press('\x7f\x7f\x7f\x7f', 'zzz');
    await shows('Nothing matches.');
    press(ENTER, '\x15', 'lig');
    await shows('1 of 3');
    press(ENTER);
    await vi.waitFor(() => expect(chosen).toEqual(['light']));
  });

  it('scrolls long lists and shows the preview of the choice', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      value: String(index),
      label: `Session ${index} 会话`,
      preview: `**Prompt** ${index}`,
    }));
    const { chosen, element } = list({ choices: many, hasSearch: true, maximumRows: 12 });
    const { screen, press, shows } = show(element, { columns: 40 });
    expect(screen().split('\n').length).toBeLessThanOrEqual(12);
    expect(screen()).toContain('Prompt 0');
    press(PAGE_DOWN, PAGE_DOWN);
    await shows('› Session 20 会话');
    await shows('Prompt 20');
    expect(screen().split('\n').length).toBeLessThanOrEqual(12);
    press(ENTER);
    await vi.waitFor(() => expect(chosen).toEqual(['20']));
  });

  it('puts descriptions below at 40 columns, and speaks plainly to screen readers', () => {
    expect(show(list().element, { columns: 40 }).screen()).toMatchInlineSnapshot(`
      "────────────────────────────────────────
      Theme
      › 1. Qwen Dark ✓
           for dark terminals
        2. Qwen Light
           for light terminals
        3. ANSI
           sixteen colours of your own
      Enter chooses · Esc closes"
    `);
    expect(show(list().element, { screenReader: true }).screen()).toContain(
      '1. Qwen Dark, for dark terminals (selected, in use)',
    );
  });
});

describe('AskDialog', () => {
  it('edits one line, hides secrets, confirms and closes', async () => {
    const answers: string[] = [];
    const props = { onText: (text: string) => answers.push(text), onCancel: () => answers.push('-') };
    const { screen, press, shows } = show(
      <AskDialog title="API key" detail="From your provider." isSecret {...props} />,
    );
    press('\x1b[200~sk-12\n3\x1b[201~', 'x', '\x7f', '4');
    await shows('› ••••••••');
    expect(screen()).not.toContain('sk-');
    press('\x1b[D', '\x17', ENTER, ESCAPE);
    await vi.waitFor(() => expect(answers).toEqual(['sk-12 4', '-']));
  });
});

const request = (preview: ApprovalRequest['preview']): ApprovalRequest => ({
  callId: 'a',
  toolName: 'x',
  displayName: 'Shell',
  args: {},
  preview,
  suggestedRule: 'Bash(npm test)',
});

describe('ApprovalDialog', () => {
  const command = request({
    type: 'command',
    title: 'Run this command?',
    command: 'npm test\u202e && rm -rf \x1b[8m/',
    directory: '.',
  });
  const ask = (of: ApprovalRequest, change: Partial<ApprovalDialogProps> = {}, display: Partial<Display> = {}) => {
    const outcomes: Array<ApprovalOutcome | 'edit' | 'auto-edit'> = [];
    const dialog = <ApprovalDialog request={of} onDecide={(outcome) => outcomes.push(outcome)} {...change} />;
    return { outcomes, ...show(dialog, display) };
  };

  it('shows a command whole, with what it hides', async () => {
    const { screen, press, outcomes } = ask(command, { waiting: 2, onEdit: () => undefined });
    expect(screen()).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────
      ? Run this command? · 2 more to decide
      $ npm test<U+202E> && rm -rf ␛[8m/
      in .
      › 1. Yes, once
        2. Yes, for this session
        3. Yes, always in this project
        4. Change it first
        5. No, and say what to do instead
      Session and always allow: Bash(npm test)
      Enter chooses · Esc stops the agent"
    `);
    press('1', '2', '3', ESCAPE);
    await vi.waitFor(() =>
      expect(outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : outcome.decision))).toEqual([
        'allow-once',
        'allow-session',
        'allow-always',
        'cancel',
      ]),
    );
  });

  it('is not answered by what was typed when it appeared', async () => {
    const typed: InputEvent[] = [];
    const { screen, press, shows, outcomes } = ask(command, { onTypeAhead: (event) => typed.push(event) });
    press('1', ENTER, '\x1b[200~2\x1b[201~', '\x7f');
    await shows('What you type goes into the input · Esc stops the agent');
    await vi.waitFor(() =>
      expect(typed).toEqual([
        { type: 'text', text: '1' },
        { type: 'paste', text: '2' },
        { type: 'key', chord: 'backspace' },
      ]),
    );
    expect(screen()).not.toContain('Enter chooses');
    expect(outcomes).toEqual([]);
    await shows('Enter chooses · Esc stops the agent');
    press('\x1b[200~1\r\x1b[201~', '2');
    await vi.waitFor(() => expect(outcomes).toEqual([{ decision: 'allow-session' }]));
    expect(typed.slice(3)).toEqual([{ type: 'paste', text: '1\r' }]);
  });

  it('can be closed at once', async () => {
    const { press, outcomes } = ask(command, { onTypeAhead: () => undefined });
    press('\x03');
    await vi.waitFor(() => expect(outcomes).toEqual([{ decision: 'cancel' }]));
  });

  it('denies with a reason', async () => {
    const { press, shows, outcomes } = ask(command);
    press('4');
    await shows('Why not?');
    press(ESCAPE);
    await shows('1. Yes, once');
    press(ENTER, 'use pnpm', ENTER);
    await vi.waitFor(() => expect(outcomes).toEqual([{ decision: 'deny', reason: 'use pnpm' }]));
  });

  it('shows all of a diff, page by page', async () => {
    const added = Array.from({ length: 300 }, (_, index) => `+line ${index + 1}`);
    const fileDiff = `@@ -0,0 +1,300 @@\n${added.join('\n')}\n`;
    const diff = { type: 'file_diff' as const, filePath: 'a.ts', originalContent: null, newContent: '', fileDiff };
    const { screen, press, shows } = ask(
      request({ type: 'edit', title: 'Create a.ts?', diff }),
      {},
      { rows: 20, columns: 40 },
    );
    expect(screen().split('\n').length).toBeLessThanOrEqual(16);
    expect(screen()).toContain('? Create a.ts? +300 -0');
    expect(screen()).toContain('lines 1-');
    for (let page = 0; page < 80; page++) press(PAGE_DOWN);
    await shows('300 + line 300');
    await shows('of 300');
  });

  it('offers to go on freely after a plan', async () => {
    const onAutoEdit = vi.fn();
    const { screen, press } = ask(
      request({ type: 'plan', title: 'Go ahead with this plan?', plan: '1. **Fix**\n2. Test' }),
      { onAutoEdit },
    );
    expect(screen()).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────
      ? Go ahead with this plan?
      1. Fix
      2. Test
      › 1. Yes, carry it out
        2. Yes, and accept edits without asking
        3. No, and say what to change
      Enter chooses · Esc stops the agent"
    `);
    press('2');
    await vi.waitFor(() => expect(onAutoEdit).toHaveBeenCalledOnce());
  });

  it('collects answers to questions', async () => {
    const options = [
      { label: 'Vitest', description: 'fast' },
      { label: 'Jest', description: 'known' },
    ];
    const questions = [
      { question: 'Which runner?', header: 'Runner', options },
      { question: 'Which ones?', header: 'Several', options, multiSelect: true },
      { question: 'Anything else?', header: 'More', options },
    ];
    const { screen, press, shows, outcomes } = ask(request({ type: 'question', title: 'The agent asks', questions }));
    expect(screen()).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────
      ? The agent asks (1 of 3)
      Which runner?
      › 1. Vitest           fast
        2. Jest             known
        3. Something else   in your own words
      Enter chooses · Esc stops the agent"
    `);
    press(DOWN, ENTER);
    await shows('(2 of 3)');
    press(' ', DOWN, ' ', ENTER);
    await shows('(3 of 3)');
    press('3');
    await shows('Enter answers');
    press('no, thanks', ENTER);
    await vi.waitFor(() =>
      expect(outcomes).toEqual([
        {
          decision: 'allow-once',
          answer: { 'Which runner?': 'Jest', 'Which ones?': ['Vitest', 'Jest'], 'Anything else?': 'no, thanks' },
        },
      ]),
    );
  });
});

describe('HelpOverlay', () => {
  it('lists keys and commands, scrolls, and closes with any other key', async () => {
    const onClose = vi.fn();
    const commands = [{ name: 'context', argumentHint: '[detail]', description: 'Show what fills the context window' }];
    const { screen, press, shows } = show(<HelpOverlay commands={commands} maximumRows={12} onClose={onClose} />);
    expect(screen().split('\n')).toHaveLength(12);
    expect(screen()).toContain('Shift+Tab');
    for (let page = 0; page < 8; page++) press(PAGE_DOWN);
    await shows('/context [detail]');
    expect(onClose).not.toHaveBeenCalled();
    press('?');
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});
