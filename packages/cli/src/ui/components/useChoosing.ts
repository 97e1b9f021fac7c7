/** The keys of a dialog with choices of which one stands for words of one's own. */
import { useState } from 'react';
import { useKeys } from '../keys/KeysProvider.js';
import { actionOf, type ActionOf } from '../keys/keyTable.js';
import type { InputEvent } from '../keys/inputEvent.js';
import { line, type Span, type StyledLine } from '../text/styledLine.js';
import { fieldSpans, useTextField, type FieldLook } from './textField.js';
import type { TypeAhead } from './useTypeAhead.js';

export interface ChoosingOptions {
  /** How many choices there are. */
  count: number;
  typeAhead: TypeAhead;
  /** @param isByNumber the number of the choice was pressed, not enter on it */
  onChoose(index: number, isByNumber: boolean): void;
  /** The words that were written instead, trimmed. */
  onWritten(text: string): void;
  onCancel(): void;
  /** What keys mean beyond choosing. */
  onAction?(action: ActionOf<'dialog'>): void;
}

export interface Choosing {
  selected: number;
  isWriting: boolean;
  startWriting(): void;
  /** Where words are written, with what stands in front of it and what the keys do. */
  writingLines(prompt: Span, hint: string, look: FieldLook): StyledLine[];
}

export function useChoosing(options: ChoosingOptions): Choosing {
  const { count, typeAhead } = options;
  const field = useTextField();
  const [selected, setSelected] = useState(0);
  const [isWriting, setIsWriting] = useState(false);

  const handleWriting = (event: InputEvent): void => {
    const action = event.type === 'key' ? actionOf('dialog', event) : undefined;
    if (action === 'cancel') setIsWriting(false);
    else if (action === 'accept') options.onWritten(field.text.trim());
    else field.handle(event);
  };
  const handleChoice = (event: InputEvent): void => {
    // A paste answers nothing, and is not to be lost.
    if (event.type === 'paste') return typeAhead.keep(event);
    const index = numberOf(event) - 1;
    if (index >= 0 && index < count) {
      setSelected(index);
      return options.onChoose(index, true);
    }
    const action = actionOf('dialog', event);
    if (action === 'cancel') options.onCancel();
    else if (action === 'accept') options.onChoose(selected, false);
    else if (action === 'previous') setSelected((selected + count - 1) % count);
    else if (action === 'next') setSelected((selected + 1) % count);
    else if (action !== undefined) options.onAction?.(action);
  };
  useKeys(
    (event) => {
      if (typeAhead.holds(event)) return true;
      if (isWriting) handleWriting(event);
      else handleChoice(event);
      // Nothing goes past an open dialog.
      return true;
    },
    { layer: 'dialog' },
  );
  return {
    selected,
    isWriting,
    startWriting: () => setIsWriting(true),
    writingLines: (prompt, hint, look) => [[prompt, ...fieldSpans(field, look)], line(hint, 'muted')],
  };
}

/** The number from 1 to 9 that was typed; 0 for anything else. */
export function numberOf(event: InputEvent): number {
  return event.type === 'text' && /^[1-9]$/.test(event.text) ? Number(event.text) : 0;
}
