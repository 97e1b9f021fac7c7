/** `--output-format json` (one list at the end) and `stream-json` (one object a line, at once). */
import { randomUUID } from 'node:crypto';
import type { AgentEvent } from '@qwen-code/qwen-code-core';
import type { FatalError } from '../../errors.js';
import { totalUsage } from '../../services/sessionMetrics.js';
import type { HeadlessOutput, InitFacts, PromptEnd } from './headlessOutput.js';
import { MessageBuilder } from './messageBuilder.js';
import type { OutputMessage, ResultMessage, UsageBlock } from './messages.js';

export interface JsonOutputOptions {
  format: 'json' | 'stream-json';
  sessionId(): string;
  model(): string;
  includePartialMessages: boolean;
  writeOut(text: string): void;
  writeError(text: string): void;
}

export class JsonOutput implements HeadlessOutput {
  private readonly builder: MessageBuilder;
  private readonly collected: OutputMessage[] = [];

  constructor(private readonly options: JsonOutputOptions) {
    this.builder = new MessageBuilder(options);
  }

  start(facts: InitFacts): void {
    const { sessionId } = this.options;
    this.write({ type: 'system', subtype: 'init', uuid: randomUUID(), session_id: sessionId(), ...facts });
  }

  event(event: AgentEvent): void {
    for (const message of this.builder.add(event)) this.write(message);
  }

  /** Programs find the facts behind remarks in the messages. */
  notice(): void {}

  end(end: PromptEnd): void {
    this.write(this.result(end));
    if (this.options.format === 'json') this.options.writeOut(`${JSON.stringify(this.collected)}\n`);
    if (end.error) this.options.writeError(errorLine(end.error));
  }

  private write(message: OutputMessage): void {
    if (this.options.format === 'json') this.collected.push(message);
    else this.options.writeOut(`${JSON.stringify(message)}\n`);
  }

  private result({ text, error, durationMs, metrics }: PromptEnd): ResultMessage {
    const snapshot = metrics.snapshot();
    const { api, tokens } = totalUsage(snapshot);
    const usage: UsageBlock = {
      input_tokens: tokens.prompt,
      output_tokens: tokens.candidates,
      cache_read_input_tokens: tokens.cached,
      total_tokens: tokens.total,
    };
    const facts = {
      type: 'result' as const,
      uuid: randomUUID(),
      session_id: this.options.sessionId(),
      duration_ms: Math.round(durationMs),
      duration_api_ms: api.totalLatencyMs,
      num_turns: api.totalRequests,
      usage,
      permission_denials: metrics.deniedCalls.map(({ callId, name, args }) => ({
        tool_name: name,
        tool_use_id: callId,
        tool_input: args,
      })),
    };
    if (error)
      return { ...facts, subtype: 'error_during_execution', is_error: true, error: { message: error.message } };
    const stats = this.options.format === 'json' ? { stats: snapshot } : {};
    return { ...facts, subtype: 'success', is_error: false, result: text, ...stats };
  }
}

/** A failure as one line for programs. */
function errorLine(error: FatalError): string {
  return `${JSON.stringify({ error: { type: error.name, message: error.message, code: error.exitCode } })}\n`;
}
