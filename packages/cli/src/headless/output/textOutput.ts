/**
 * `--output-format text`. A program gets the final answer alone. A person at a terminal sees all text as it comes, and
 * one line on standard error for each call.
 */
import { GeminiEventType, type AgentEvent, type FinishReason, type RetryInfo } from '@qwen-code/qwen-code-core';
import { firstLine } from '../../utils/text.js';
import type { HeadlessOutput, PromptEnd } from './headlessOutput.js';

const LONG_WAIT_MS = 10_000;

/** What the person must know of an answer that ended otherwise than by itself. */
const REMARKS: Partial<Record<FinishReason, string>> = {
  MAX_TOKENS: 'the answer was cut off at the output limit.',
  SAFETY: 'the provider stopped the answer (safety).',
  PROHIBITED_CONTENT: 'the provider stopped the answer (prohibited content).',
  RECITATION: 'the provider stopped the answer (recitation).',
};

export interface TextOutputOptions {
  /** Standard output is a terminal. */
  streams: boolean;
  /** Standard error is a terminal. */
  showsProgress: boolean;
  writeOut(text: string): void;
  writeError(text: string): void;
}

export class TextOutput implements HeadlessOutput {
  /** Whether what was written last to standard output ended its line. */
  private atLineStart = true;
  private printed = false;
  private finishReason: FinishReason | undefined;

  constructor(private readonly options: TextOutputOptions) {}

  start(): void {}

  event(event: AgentEvent): void {
    switch (event.type) {
      case GeminiEventType.Content:
        if (this.options.streams) this.print(event.value);
        return;
      case 'request_start':
        this.endLine();
        this.printed = false;
        this.finishReason = undefined;
        return;
      case 'tool_call_start': {
        const { displayName, description } = event.value;
        this.progress(`● ${displayName}${description ? ` ${description}` : ''}`);
        return;
      }
      case 'tool_call_end':
        if (event.value.error !== undefined) this.progress(`  failed: ${firstLine(event.value.error)}`);
        return;
      case GeminiEventType.Retry:
        if (!event.isContinuation && event.retryInfo) this.retry(event.retryInfo);
        return;
      case GeminiEventType.Finished:
        this.finishReason = event.value.reason;
        return;
      case GeminiEventType.ChatCompressed:
        if (event.value) {
          const { originalTokenCount, newTokenCount } = event.value;
          this.progress(`… context compressed: ${originalTokenCount} → ${newTokenCount} tokens`);
        }
        return;
      case GeminiEventType.HookSystemMessage:
        this.notice(event.value);
    }
  }

  notice(text: string): void {
    this.endLine();
    this.options.writeError(`${text}\n`);
  }

  end({ text, error }: PromptEnd): void {
    if (!this.printed && text && !error) this.print(text);
    this.endLine();
    const remark = REMARKS[this.finishReason ?? 'STOP'];
    this.finishReason = undefined;
    if (error) this.options.writeError(`Error: ${error.message}\n`);
    else if (remark) this.options.writeError(`Warning: ${remark}\n`);
  }

  private print(text: string): void {
    if (text === '') return;
    this.options.writeOut(text);
    this.printed = true;
    this.atLineStart = text.endsWith('\n');
  }

  /** Long waits are told of to programs too: a run that says nothing for minutes looks dead. */
  private retry({ message, delayMs }: RetryInfo): void {
    const line = `… ${message} Trying again in ${Math.round(delayMs / 1000)} s.`;
    if (delayMs >= LONG_WAIT_MS) this.notice(line);
    else this.progress(line);
  }

  private progress(line: string): void {
    if (this.options.showsProgress) this.notice(line);
  }

  private endLine(): void {
    if (!this.atLineStart) this.options.writeOut('\n');
    this.atLineStart = true;
  }
}
