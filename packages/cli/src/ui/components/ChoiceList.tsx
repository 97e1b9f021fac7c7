/** The picker that all commands share: a title, choices, and a search where there are many. */
import { useRef, useState } from 'react';
import { useKeys } from '../keys/KeysProvider.js';
import { actionOf } from '../keys/keyTable.js';
import type { InputEvent } from '../keys/inputEvent.js';
import type { Choice } from '../state/viewState.js';
import { oneLine } from '../text/sanitize.js';
import { span, truncateLine, type StyledLine } from '../text/styledLine.js';
import { choiceLines, matchingChoices, previewLines } from './choiceListLines.js';
import { useDisplay } from './display.js';
import { DIALOG_FRAME_ROWS, DialogLines } from './Lines.js';
import { windowAround } from './scrollWindow.js';
import { fieldSpans, useTextField } from './textField.js';
import { numberOf } from './useChoosing.js';
import { useTypeAhead } from './useTypeAhead.js';

export interface ChoiceListProps {
  title: string;
  choices: readonly Choice[];
  hasSearch?: boolean;
  /** Below the choices. */
  hint?: string;
  /** Rows that the whole list may take; default: most of the terminal. */
  maximumRows?: number;
  onChoose(value: string): void;
  onCancel(): void;
  /** For a list that opens by itself: gets what is typed when it appears. */
  onTypeAhead?(event: InputEvent): void;
}

/** Rows of the terminal that a list leaves to what stands around it. */
const ROWS_AROUND = 6;
const PREVIEW_SHARE = 0.5;

export function ChoiceList(props: ChoiceListProps) {
  const { title, choices, hasSearch = false, hint, onChoose, onCancel } = props;
  const display = useDisplay();
  const field = useTextField();
  const current = choices.findIndex(({ isCurrent }) => isCurrent);
  const [selected, setSelected] = useState(Math.max(0, current));
  const start = useRef(0);
  const typeAhead = useTypeAhead(props.onTypeAhead);
  const found = hasSearch ? matchingChoices(choices, field.text) : choices;
  const at = Math.min(selected, Math.max(0, found.length - 1));

  const handle = (event: InputEvent): boolean => {
    if (typeAhead.holds(event)) return true;
    const number = hasSearch ? 0 : numberOf(event);
    if (number > 0 && number <= found.length) onChoose(found[number - 1]!.value);
    else if (hasSearch && event.type !== 'key' && field.handle(event)) setSelected(0);
    else {
      const action = actionOf('dialog', event);
      if (action === 'cancel') onCancel();
      else if (action === 'accept') {
        if (found[at]) onChoose(found[at].value);
      } else if (action === 'previous') setSelected(at > 0 ? at - 1 : found.length - 1);
      else if (action === 'next') setSelected(at < found.length - 1 ? at + 1 : 0);
      else if (action === 'pageUp') setSelected(Math.max(0, at - 10));
      else if (action === 'pageDown') setSelected(Math.min(found.length - 1, at + 10));
      else if (hasSearch && field.handle(event)) setSelected(0);
    }
    // Nothing goes past an open dialog.
    return true;
  };
  useKeys(handle, { layer: 'dialog' });

  const rows = Math.max(5, props.maximumRows ?? display.rows - ROWS_AROUND) - DIALOG_FRAME_ROWS;
  const fixed = 2 + (hasSearch ? 1 : 0);
  const preview = previewLines(found[at]?.preview, display, Math.floor(rows * PREVIEW_SHARE));
  const listRows = Math.max(1, rows - fixed - preview.length);
  start.current = windowAround(at, found.length, listRows, start.current).start;
  const isNumbered = !hasSearch && choices.length <= 9;
  const lines: StyledLine[] = [
    truncateLine([span(oneLine(title), undefined, { bold: true })], display.columns),
    ...(hasSearch ? [searchLine(field, display.columns, `${found.length} of ${choices.length}`)] : []),
    ...choiceLines(found, { ...display, selected: at, start: start.current, maximumRows: listRows, isNumbered }),
    ...preview,
    typeAhead.hintLine(hint ?? 'Enter chooses · Esc closes', display),
  ];
  return <DialogLines lines={lines} />;
}

function searchLine(field: { text: string; cursor: number }, columns: number, count: string): StyledLine {
  const label = 'Search: ';
  const room = Math.max(4, columns - label.length - count.length - 3);
  return truncateLine(
    [span(label, 'muted'), ...fieldSpans(field, { columns: room }), span(`  ${count}`, 'muted')],
    columns,
  );
}
