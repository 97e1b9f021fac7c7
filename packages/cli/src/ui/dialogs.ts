/** Questions that commands ask: the view state shows them, what an answer does is kept here. */
import type { NextResult } from './commands/types.js';
import type { Dialog } from './state/viewState.js';
import type { ViewStore } from './state/viewStore.js';

/** What an answer leads to, and no answer. */
interface Outcomes {
  onAnswer(answer: string): NextResult;
  onCancel?(): NextResult;
}

export class Dialogs {
  private onAnswer: ((answer: string) => Promise<void>) | undefined;
  private onCancel: (() => Promise<void>) | undefined;

  constructor(private readonly store: ViewStore) {}

  open(dialog: Dialog, { onAnswer, onCancel }: Outcomes, finish: (result: NextResult) => Promise<void>): void {
    this.onAnswer = (answer) => finish(onAnswer(answer));
    this.onCancel = onCancel && (() => finish(onCancel()));
    this.store.dispatch({ type: 'dialog', dialog });
  }

  /** @returns when what the answer leads to is done */
  async answer(answer: string): Promise<void> {
    const { onAnswer } = this;
    this.close();
    await onAnswer?.(answer);
  }

  /** Leaves the question unanswered. @returns when what that leads to is done */
  async cancel(): Promise<void> {
    const { onCancel } = this;
    this.close();
    await onCancel?.();
  }

  private close(): void {
    this.onAnswer = undefined;
    this.onCancel = undefined;
    if (this.store.current.dialog) this.store.dispatch({ type: 'dialog', dialog: undefined });
  }
}
