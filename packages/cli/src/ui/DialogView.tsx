/** The question that waits for an answer: an approval first, else what a command asks. */
import type { ApprovalOutcome, ApprovalRequest } from '@qwen-code/qwen-code-core';
import { ApprovalDialog } from './components/ApprovalDialog.js';
import { AskDialog } from './components/AskDialog.js';
import { ChoiceList } from './components/ChoiceList.js';
import { proposalEditor } from './proposalEditor.js';
import type { Dialog } from './state/viewState.js';
import type { TerminalApp } from './terminalApp.js';
import type { EditorResult } from './composer/externalEditor.js';

export interface DialogViewProps {
  app: TerminalApp;
  approvals: readonly ApprovalRequest[];
  dialog: Dialog | undefined;
  maximumRows: number;
  onEdit(text: string): Promise<EditorResult>;
}

export function DialogView({ app, approvals, dialog, maximumRows, onEdit }: DialogViewProps) {
  const [request, ...others] = approvals;
  if (request)
    return (
      <Approval
        key={request.callId}
        app={app}
        request={request}
        waiting={others.length}
        maximumRows={maximumRows}
        onEdit={onEdit}
      />
    );
  if (!dialog) return null;
  const cancel = (): void => void app.dialogs.cancel();
  const answer = (text: string): void => void app.dialogs.answer(text);
  return dialog.type === 'choose' ? (
    <ChoiceList key={dialog.title} {...dialog} maximumRows={maximumRows} onChoose={answer} onCancel={cancel} />
  ) : (
    <AskDialog key={dialog.title} {...dialog} onText={answer} onCancel={cancel} />
  );
}

interface ApprovalProps {
  app: TerminalApp;
  request: ApprovalRequest;
  waiting: number;
  maximumRows: number;
  onEdit(text: string): Promise<EditorResult>;
}

function Approval({ app, request, waiting, maximumRows, onEdit }: ApprovalProps) {
  const decide = (outcome: ApprovalOutcome): void => app.controller.decide(request.callId, outcome);
  const fail = (message: string): void => app.controller.notice('error', message);
  const change = proposalEditor(request, onEdit, decide, fail);
  const isPlan = request.preview.type === 'plan';
  return (
    <ApprovalDialog
      request={request}
      waiting={waiting}
      maximumRows={maximumRows}
      onDecide={decide}
      onEdit={change && (() => void change())}
      onAutoEdit={isPlan ? () => app.allowAndEditFreely(request.callId) : undefined}
      onTypeAhead={(event) => void app.composer.handle(event)}
    />
  );
}
