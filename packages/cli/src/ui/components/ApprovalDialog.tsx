/** Asks a person whether a call may run. */
import type { ApprovalOutcome, ApprovalRequest } from '@qwen-code/qwen-code-core';
import { useMemo, useState } from 'react';
import { useKeys } from '../keys/KeysProvider.js';
import { actionOf } from '../keys/keyTable.js';
import type { InputEvent } from '../keys/inputEvent.js';
import { line, span, truncateLine, type StyledLine } from '../text/styledLine.js';
import { approvalBody, approvalChoices, approvalTitle, ruleLines, type ApprovalChoice } from './approvalChoices.js';
import { choiceLines } from './choiceListLines.js';
import { useDisplay } from './display.js';
import { DIALOG_FRAME_ROWS, DialogLines } from './Lines.js';
import { QuestionDialog } from './QuestionDialog.js';
import { pageOfLines, scrolledTop } from './scrollWindow.js';
import { fieldSpans, useTextField } from './textField.js';

export interface ApprovalDialogProps {
  request: ApprovalRequest;
  /** How many more wait behind it. */
  waiting?: number;
  /** Rows that the dialog may take; default: most of the terminal. */
  maximumRows?: number;
  onDecide(outcome: ApprovalOutcome): void;
  /** Lets the person change the proposal (in an editor); without it nothing can be changed. */
  onEdit?(): void;
  /** Allows once and goes on in the mode that asks about no edits; offered for plans. */
  onAutoEdit?(): void;
}

const ROWS_AROUND = 4;

/** Give it `key={request.callId}`: every request begins anew. */
export function ApprovalDialog(props: ApprovalDialogProps) {
  const { preview } = props.request;
  if (preview.type !== 'question') return <DecisionDialog {...props} />;
  return (
    <QuestionDialog
      title={preview.title}
      questions={preview.questions}
      maximumRows={props.maximumRows}
      onAnswer={(answer) => props.onDecide({ decision: 'allow-once', answer })}
      onCancel={() => props.onDecide({ decision: 'cancel' })}
    />
  );
}

function DecisionDialog({ request, waiting = 0, maximumRows, onDecide, onEdit, onAutoEdit }: ApprovalDialogProps) {
  const display = useDisplay();
  const { columns, screenReader } = display;
  const [selected, setSelected] = useState(0);
  const [top, setTop] = useState(0);
  const [isAskingReason, setIsAskingReason] = useState(false);
  const reason = useTextField();
  const body = useMemo(() => approvalBody(request, { columns, screenReader }), [request, columns, screenReader]);
  const choices = approvalChoices(request, { canEdit: Boolean(onEdit), canAutoEdit: Boolean(onAutoEdit) });

  const rows = Math.max(8, maximumRows ?? display.rows - ROWS_AROUND) - DIALOG_FRAME_ROWS;
  const title = approvalTitle(request);
  const more = waiting > 0 ? [span(` · ${waiting} more to decide`, 'muted')] : [];
  const options = { ...display, selected, isNumbered: true, maximumRows: choices.length };
  const below: StyledLine[] = isAskingReason
    ? [
        [
          span('Why not? › ', 'accent'),
          ...fieldSpans(reason, { columns: columns - 12, placeholder: 'for the model; may be empty' }),
        ],
        line('Enter denies · Esc goes back', 'muted'),
      ]
    : [
        ...choiceLines(choices, options),
        ...ruleLines(request, display),
        line('Enter chooses · Esc stops the agent', 'muted'),
      ];
  const bodyRows = Math.max(3, rows - 1 - below.length);

  const choose = (choice: ApprovalChoice): void => {
    if (choice === 'deny') setIsAskingReason(true);
    else if (choice === 'edit') onEdit?.();
    else if (choice === 'allow-auto-edit') onAutoEdit?.();
    else onDecide({ decision: choice });
  };
  const handleReason = (event: InputEvent): void => {
    const action = event.type === 'key' ? actionOf('dialog', event) : undefined;
    if (action === 'cancel') setIsAskingReason(false);
    else if (action === 'accept') onDecide({ decision: 'deny', reason: reason.text.trim() || undefined });
    else reason.handle(event);
  };
  const handleChoice = (event: InputEvent): void => {
    const digit = event.type === 'text' ? Number(event.text) : NaN;
    const chosen = digit >= 1 ? choices[digit - 1] : undefined;
    if (chosen) return choose(chosen.value as ApprovalChoice);
    switch (actionOf('dialog', event)) {
      case 'cancel':
        return onDecide({ decision: 'cancel' });
      case 'accept':
        return choose(choices[selected]!.value as ApprovalChoice);
      case 'previous':
        return setSelected((selected + choices.length - 1) % choices.length);
      case 'next':
        return setSelected((selected + 1) % choices.length);
      case 'pageUp':
        return setTop(scrolledTop(top, -1, body.length, bodyRows));
      case 'pageDown':
        return setTop(scrolledTop(top, 1, body.length, bodyRows));
    }
  };
  useKeys(
    (event) => {
      if (isAskingReason) handleReason(event);
      else handleChoice(event);
      return true;
    },
    { layer: 'dialog' },
  );

  const lines = [truncateLine([...title, ...more], columns), ...pageOfLines(body, top, bodyRows), ...below];
  return <DialogLines lines={lines} />;
}
