/** What every output format can do. */
import type { AgentEvent } from '@qwen-code/qwen-code-core';
import type { FatalError } from '../../errors.js';
import type { SessionMetrics } from '../../services/sessionMetrics.js';
import type { InitMessage } from './messages.js';

/** Facts of the session for the first message. */
export type InitFacts = Omit<InitMessage, 'type' | 'subtype' | 'uuid' | 'session_id'>;

/** The end of one prompt. */
export interface PromptEnd {
  /** The text of the last answer, or of a command. */
  text: string;
  error: FatalError | undefined;
  /** Milliseconds since the prompt. */
  durationMs: number;
  /** Counted from the prompt on. */
  metrics: SessionMetrics;
}

export interface HeadlessOutput {
  start(facts: InitFacts): void;
  event(event: AgentEvent): void;
  /** A remark for the person, not part of the answer. */
  notice(text: string): void;
  end(end: PromptEnd): void;
}
