/** One line of input inside a dialog. */
import { useReducer, useRef } from 'react';
import { Editor } from '../composer/editor.js';
import { actionOf } from '../keys/keyTable.js';
import type { InputEvent } from '../keys/inputEvent.js';
import { oneLine } from '../text/sanitize.js';
import { span, type Span } from '../text/styledLine.js';
import { fittingStart, graphemes, textWidth } from '../text/width.js';

export interface TextField {
  text: string;
  cursor: number;
  /** @returns whether the key was one for the field */
  handle(event: InputEvent): boolean;
}

export function useTextField(initial = ''): TextField {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const editor = useRef<Editor>(undefined);
  if (!editor.current) {
    editor.current = new Editor();
    editor.current.set(initial);
  }
  const current = editor.current;
  const handle = (event: InputEvent): boolean => {
    const isUsed = handleInField(current, event);
    if (isUsed) redraw();
    return isUsed;
  };
  // Keys that arrive before the next drawing see what the ones before them have typed.
  return {
    get text() {
      return current.buffer.text;
    },
    get cursor() {
      return current.buffer.cursor;
    },
    handle,
  };
}

function handleInField(editor: Editor, event: InputEvent): boolean {
  if (event.type === 'paste') editor.insert(oneLine(event.text));
  else if (event.type === 'text') editor.type(event.text);
  else {
    const action = actionOf('compose', event);
    return action !== undefined && action !== 'newline' && editor.perform(action);
  }
  return true;
}

export interface FieldLook {
  columns: number;
  placeholder?: string;
  /** Keys and passwords are drawn as dots. */
  isSecret?: boolean;
}

/** The text with its cursor; of a longer one the part around the cursor. */
export function fieldSpans({ text, cursor }: Pick<TextField, 'text' | 'cursor'>, look: FieldLook): Span[] {
  const { columns, placeholder = '', isSecret = false } = look;
  if (text === '') {
    const first = graphemes(placeholder)[0] ?? ' ';
    const rest = fittingStart(placeholder.slice(first.length), Math.max(0, columns - 1)).text;
    return [span(first, 'muted', { inverse: true }), span(rest, 'muted')];
  }
  const shown = (part: string): string => (isSecret ? '•'.repeat(graphemes(part).length) : part);
  const under = graphemes(text.slice(cursor))[0] ?? '';
  const drawnUnder = under === '' ? ' ' : shown(under);
  const before = endThatFits(shown(text.slice(0, cursor)), columns - textWidth(drawnUnder));
  const room = columns - textWidth(before) - textWidth(drawnUnder);
  const after = fittingStart(shown(text.slice(cursor + under.length)), Math.max(0, room)).text;
  return [span(before), span(drawnUnder, undefined, { inverse: true }), span(after)];
}

function endThatFits(text: string, columns: number): string {
  let width = 0;
  let kept = '';
  for (const grapheme of graphemes(text).reverse()) {
    width += textWidth(grapheme);
    if (width > columns) break;
    kept = grapheme + kept;
  }
  return kept;
}
