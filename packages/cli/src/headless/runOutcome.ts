/** How a prompt ended, read from the agent's events. */
import { GeminiEventType, type AgentEvent, type TurnEndReason } from '@qwen-code/qwen-code-core';
import { FatalAuthenticationError, FatalCancellationError, FatalError, FatalTurnLimitedError } from '../errors.js';

export class RunOutcome {
  private text = '';
  private failure: FatalError | undefined;
  private reason: TurnEndReason | undefined;

  add(event: AgentEvent): void {
    switch (event.type) {
      case 'request_start':
        this.text = '';
        return;
      case GeminiEventType.Content:
        this.text += event.value;
        return;
      case GeminiEventType.Retry:
        if (!event.isContinuation) this.text = '';
        return;
      case GeminiEventType.Error: {
        const { message, kind } = event.value.error;
        this.failure = kind === 'auth' ? new FatalAuthenticationError(message) : new FatalError(message, 1);
        return;
      }
      case GeminiEventType.SessionTokenLimitExceeded:
        this.failure = new FatalError(event.value.message, 1);
        return;
      case GeminiEventType.UserPromptSubmitBlocked:
        this.failure = new FatalError(`A hook blocked the prompt: ${event.value.reason}`, 1);
        return;
      case 'turn_end':
        this.reason = event.reason;
    }
  }

  /** The text of the last answer. */
  get finalText(): string {
    return this.text;
  }

  /** `undefined` when the prompt was worked off. */
  get error(): FatalError | undefined {
    switch (this.reason) {
      case 'completed':
        return undefined;
      case 'max-session-turns':
        return new FatalTurnLimitedError(
          'The limit of requests for this session is reached and the work is not done. Raise --max-session-turns (or model.maxSessionTurns in the settings), then go on with: qwen --continue',
        );
      case 'cancelled':
        return new FatalCancellationError('Cancelled.');
      default:
        return this.failure ?? new FatalError('The agent stopped without an answer.', 1);
    }
  }
}
