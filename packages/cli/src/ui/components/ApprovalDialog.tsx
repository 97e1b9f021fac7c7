/** Asks a person whether a call may run. */
import type { ApprovalOutcome, ApprovalRequest } from '@qwen-code/qwen-code-core';
import { useMemo, useState } from 'react';
import type { InputEvent } from '../keys/inputEvent.js';
import { span, truncateLine, type StyledLine } from '../text/styledLine.js';
import { approvalBody, approvalChoices, approvalTitle, ruleLines, type ApprovalChoice } from './approvalChoices.js';
import { choiceLines } from './choiceListLines.js';
import { useDisplay } from './display.js';
import { DIALOG_FRAME_ROWS, DialogLines } from './Lines.js';
import { QuestionDialog } from './QuestionDialog.js';
import { pageOfLines, scrolledTop } from './scrollWindow.js';
import { useChoosing } from './useChoosing.js';
import { useTypeAhead } from './useTypeAhead.js';

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
  /** Gets what is typed when the dialog appears; without it that would answer the dialog. */
  onTypeAhead?(event: InputEvent): void;
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
      onTypeAhead={props.onTypeAhead}
    />
  );
}

function DecisionDialog(props: ApprovalDialogProps) {
  const { request, waiting = 0, maximumRows, onDecide, onEdit, onAutoEdit } = props;
  const display = useDisplay();
  const { columns, screenReader } = display;
  const [top, setTop] = useState(0);
  const typeAhead = useTypeAhead(props.onTypeAhead);
  const body = useMemo(() => approvalBody(request, { columns, screenReader }), [request, columns, screenReader]);
  const choices = approvalChoices(request, { canEdit: Boolean(onEdit), canAutoEdit: Boolean(onAutoEdit) });

  const choosing = useChoosing({
    count: choices.length,
    typeAhead,
    onChoose: (index) => {
      const choice = choices[index]!.value as ApprovalChoice;
      if (choice === 'deny') choosing.startWriting();
      else if (choice === 'edit') onEdit?.();
      else if (choice === 'allow-auto-edit') onAutoEdit?.();
      else onDecide({ decision: choice });
    },
    onWritten: (reason) => onDecide({ decision: 'deny', reason: reason || undefined }),
    onCancel: () => onDecide({ decision: 'cancel' }),
    onAction: (action) => {
      const pages = action === 'pageUp' ? -1 : action === 'pageDown' ? 1 : 0;
      if (pages !== 0) setTop((from) => scrolledTop(from, pages, body.length, bodyRows));
    },
  });

  const below: StyledLine[] = choosing.isWriting
    ? choosing.writingLines(span('Why not? › ', 'accent'), 'Enter denies · Esc goes back', {
        columns: columns - 12,
        placeholder: 'for the model; may be empty',
      })
    : [
        ...choiceLines(choices, { ...display, ...choosing, isNumbered: true, maximumRows: choices.length }),
        ...ruleLines(request, display),
        typeAhead.hintLine('Enter chooses · Esc stops the agent', display),
      ];
  const rows = Math.max(8, maximumRows ?? display.rows - ROWS_AROUND) - DIALOG_FRAME_ROWS;
  const bodyRows = Math.max(3, rows - 1 - below.length);
  const more = waiting > 0 ? [span(` · ${waiting} more to decide`, 'muted')] : [];
  const title = truncateLine([...approvalTitle(request), ...more], columns);
  return <DialogLines lines={[title, ...pageOfLines(body, top, bodyRows), ...below]} />;
}
