/**
 * `--output-format text`. A program gets the final answer alone. A person at a terminal sees all text as it comes, and
 * one line on standard error for each call.
 */
import { GeminiEventType, type AgentEvent } from '@qwen-code/qwen-code-core';
import type { HeadlessOutput, PromptEnd } from './headlessOutput.js';

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
        if (!event.isContinuation && event.retryInfo) this.progress(`… ${event.retryInfo.message}`);
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
    if (error) this.options.writeError(`Error: ${error.message}\n`);
  }

  private print(text: string): void {
    if (text === '') return;
    this.options.writeOut(text);
    this.printed = true;
    this.atLineStart = text.endsWith('\n');
  }

  private progress(line: string): void {
    if (this.options.showsProgress) this.notice(line);
  }

  private endLine(): void {
    if (!this.atLineStart) this.options.writeOut('\n');
    this.atLineStart = true;
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!;
}
