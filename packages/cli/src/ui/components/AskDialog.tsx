/** Asks for one line of text. */
import { useKeys } from '../keys/KeysProvider.js';
import { actionOf } from '../keys/keyTable.js';
import { cleanText, oneLine } from '../text/sanitize.js';
import { line, span, truncateLine } from '../text/styledLine.js';
import { wrapText } from '../text/wrap.js';
import { useDisplay } from './display.js';
import { DialogLines } from './Lines.js';
import { fieldSpans, useTextField } from './textField.js';

export interface AskDialogProps {
  title: string;
  detail?: string;
  initial?: string;
  placeholder?: string;
  /** Drawn as dots. */
  isSecret?: boolean;
  onText(text: string): void;
  onCancel(): void;
}

export function AskDialog({ title, detail, initial, placeholder, isSecret, onText, onCancel }: AskDialogProps) {
  const { columns } = useDisplay();
  const field = useTextField(initial);
  useKeys(
    (event) => {
      const action = event.type === 'key' ? actionOf('dialog', event) : undefined;
      if (action === 'accept') onText(field.text);
      else if (action === 'cancel') onCancel();
      else field.handle(event);
      return true;
    },
    { layer: 'dialog' },
  );
  const lines = [
    truncateLine([span(oneLine(title), undefined, { bold: true })], columns),
    ...(detail ? wrapText(cleanText(detail), columns, { color: 'muted' }) : []),
    [span('› ', 'accent'), ...fieldSpans(field, { columns: columns - 3, placeholder, isSecret })],
    truncateLine(line('Enter confirms · Esc closes', 'muted'), columns),
  ];
  return <DialogLines lines={lines} />;
}
