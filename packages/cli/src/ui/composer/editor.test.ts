import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionOf } from '../keys/keyTable.js';
import { Editor } from './editor.js';
import { snapToBoundary } from './graphemes.js';
import { RowLayout } from './rows.js';

function editorWith(text: string, ...actions: Array<ActionOf<'compose'>>): Editor {
  const editor = new Editor();
  editor.type(text);
  for (const action of actions) editor.perform(action);
  return editor;
}

describe('Editor', () => {
  it('undoes word by word, and redoes', () => {
    const editor = new Editor();
    for (const character of 'one two') editor.type(character);
    editor.perform('undo');
    expect(editor.buffer).toEqual({ text: 'one ', cursor: 4 });
    editor.perform('undo');
    expect(editor.buffer.text).toBe('');
    editor.perform('undo');
    expect(editor.buffer.text).toBe('');
    editor.perform('redo');
    editor.perform('redo');
    editor.perform('redo');
    expect(editor.buffer).toEqual({ text: 'one two', cursor: 7 });
  });

  it('begins a new step of undoing after a move', () => {
    const editor = editorWith('ab', 'left');
    editor.type('x');
    editor.perform('undo');
    expect(editor.buffer).toEqual({ text: 'ab', cursor: 1 });
  });

  it('forgets what was undone when something new is typed', () => {
    const editor = editorWith('one', 'undo');
    editor.type('two');
    editor.perform('redo');
    expect(editor.buffer.text).toBe('two');
  });

  it('keeps few steps of a very long text, and many of a short one', () => {
    const undoable = (text: string): number => {
      const editor = editorWith(text);
      for (let step = 0; step < 600; step++) editor.insert('x');
      let steps = 0;
      for (let { buffer } = editor; ; steps++) {
        editor.perform('undo');
        if (editor.buffer === buffer) return steps;
        buffer = editor.buffer;
      }
    };
    expect(undoable('short')).toBe(500);
    expect(undoable('x'.repeat(1_000_000))).toBe(9);
  });

  it('joins cuts in a row for yanking, in the order of the text', () => {
    const editor = editorWith('one two three', 'deleteWordBack', 'deleteWordBack', 'yank');
    expect(editor.buffer.text).toBe('one two three');
    expect(editorWith('one two', 'textStart', 'deleteWordForward', 'killToLineEnd', 'yank').buffer.text).toBe(
      'one two',
    );
  });

  it('yanks earlier cuts, going round', () => {
    const editor = editorWith('a b', 'deleteToSpace', 'lineEnd', 'deleteToSpace');
    expect(editor.buffer.text).toBe('');
    editor.perform('yank');
    expect(editor.buffer.text).toBe('a ');
    editor.perform('yankEarlier');
    expect(editor.buffer).toEqual({ text: 'b', cursor: 1 });
    editor.perform('yankEarlier');
    expect(editor.buffer.text).toBe('a ');
    editor.perform('left');
    editor.perform('yankEarlier');
    expect(editor.buffer.text).toBe('a ');
  });

  it('keeps its column over shorter rows, wide characters and soft wraps', () => {
    const layout = new RowLayout(10, () => '');
    const editor = editorWith('abcdef\nab\n汉字汉字\nabcdef', 'textStart');
    for (let steps = 0; steps < 5; steps++) editor.perform('right');
    const columns: number[] = [];
    const { text } = editor.buffer;
    do columns.push(editor.buffer.cursor - text.lastIndexOf('\n', editor.buffer.cursor - 1) - 1);
    while (editor.moveRow(layout, 'down'));
    expect(columns).toEqual([5, 2, 2, 5]);
    expect(editor.moveRow(layout, 'down')).toBe(false);
    editor.perform('left');
    editor.moveRow(layout, 'up');
    expect(editor.buffer.text.slice(editor.buffer.cursor)).toBe('汉字\nabcdef');
  });

  const actions: Array<ActionOf<'compose'>> = [
    'left',
    'right',
    'wordLeft',
    'wordRight',
    'lineStart',
    'lineEnd',
    'textStart',
    'textEnd',
    'deleteBack',
    'deleteForward',
    'deleteWordBack',
    'deleteWordForward',
    'deleteToSpace',
    'killToLineEnd',
    'killToLineStart',
    'newline',
    'transpose',
    'yank',
    'yankEarlier',
  ];
  const step = fc.oneof(
    fc.constantFrom(...actions).map((action) => ({ action })),
    fc.constantFrom('a', ' ', '汉', '👩‍👩‍👧', '\u0301', 'word', '🇨').map((text) => ({ text })),
    fc.constantFrom('up' as const, 'down' as const).map((direction) => ({ direction })),
  );
  type Step = { action: ActionOf<'compose'> } | { text: string } | { direction: 'up' | 'down' };
  const layout = new RowLayout(8, () => '');
  const run = (editor: Editor, steps: readonly Step[]): void => {
    for (const each of steps) {
      if ('action' in each) editor.perform(each.action);
      else if ('text' in each) editor.type(each.text);
      else editor.moveRow(layout, each.direction);
    }
  };

  it('keeps the cursor inside the text and between clusters', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const editor = new Editor();
        run(editor, steps);
        const { text, cursor } = editor.buffer;
        expect(snapToBoundary(text, cursor)).toBe(cursor);
      }),
    );
  });

  it('undoes everything to the beginning and redoes everything to the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const editor = new Editor();
        run(editor, steps);
        const { text } = editor.buffer;
        const seen = [text];
        for (let count = 0; count <= steps.length; count++) {
          editor.perform('undo');
          seen.push(editor.buffer.text);
        }
        expect(editor.buffer.text).toBe('');
        for (let count = 0; count <= steps.length; count++) {
          editor.perform('redo');
          expect(seen).toContain(editor.buffer.text);
        }
        expect(editor.buffer.text).toBe(text);
      }),
    );
  });

  it('undoes one step into a state that was there', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), step, (steps, last) => {
        const editor = new Editor();
        const states = new Set(['']);
        for (const each of steps) {
          run(editor, [each]);
          states.add(editor.buffer.text);
        }
        run(editor, [last]);
        editor.perform('undo');
        expect(states).toContain(editor.buffer.text);
      }),
    );
  });
});
