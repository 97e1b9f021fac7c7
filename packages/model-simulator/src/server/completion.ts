/** Makes a counted answer, cut to its cap, of what a scenario replied. */
import { randomBytes } from 'node:crypto';
import type { Completion } from '../dialects/dialect.js';
import type { SimulatorOptions, UsageMode } from '../options.js';
import type { SimulatedReply, SimulatedUsage } from '../reply.js';
import type { SimulatedRequest } from '../request.js';
import { cutText } from '../tokens/cutText.js';
import type { Tokenizer } from '../tokens/tokenizer.js';

export interface CompletionContext {
  request: SimulatedRequest;
  options: SimulatorOptions;
  tokenizer: Tokenizer;
  outputRoom: number;
  cacheWritten: number;
  usageMode: UsageMode;
  /** Whether an OpenAI stream was asked to report usage. */
  includeUsage: boolean;
}

/**
 * Output tokens go to reasoning first, then text, then calls; a call that does not fit keeps cut-off arguments. No call
 * is made when the request forbids it, whatever the scenario says.
 */
export function complete(
  reply: SimulatedReply,
  context: CompletionContext,
): { completion: Completion; usage: SimulatedUsage } {
  const { request, options, tokenizer } = context;
  const budget = new OutputBudget(context.outputRoom, tokenizer);
  const thoughts = request.thinking === false ? '' : budget.take(reply.thoughts ?? '');
  const thoughtTokens = budget.used;
  const text = budget.take(reply.text ?? '');
  const toolCalls: Completion['toolCalls'] = [];
  const wanted = request.toolChoice === 'none' ? [] : (reply.toolCalls ?? []);
  for (const call of wanted) {
    if (budget.exhausted) break;
    const argumentsText = typeof call.args === 'string' ? call.args : JSON.stringify(call.args ?? {});
    budget.take(call.name);
    toolCalls.push({
      id: call.id ?? callId(request.dialect),
      explicitId: call.id !== undefined,
      name: call.name,
      argumentsText: budget.take(argumentsText),
    });
  }
  const counted: SimulatedUsage = {
    prompt: request.promptTokens,
    cached: request.cachedTokens,
    cacheWritten: context.cacheWritten,
    output: budget.used,
    thoughts: thoughtTokens,
  };
  const usage = options.adjustUsage ? options.adjustUsage(counted, request) : counted;
  const finishReason = budget.exhausted
    ? 'length'
    : (reply.finishReason ?? (toolCalls.length > 0 ? 'tool-calls' : 'stop'));
  const completion: Completion = {
    id: randomBytes(12).toString('hex'),
    model: request.model,
    thoughts,
    text,
    toolCalls,
    finishReason,
    usage: reportedUsage(usage, context),
    streamCharacters: options.streamCharacters ?? 40,
    options,
  };
  return { completion, usage };
}

function callId(dialect: SimulatedRequest['dialect']): string {
  return `${dialect === 'anthropic' ? 'toolu_' : 'call_'}${randomBytes(12).toString('hex')}`;
}

const ZERO: SimulatedUsage = { prompt: 0, cached: 0, cacheWritten: 0, output: 0, thoughts: 0 };

function reportedUsage(usage: SimulatedUsage, context: CompletionContext): SimulatedUsage | undefined | null {
  switch (context.usageMode) {
    case 'absent':
      return undefined;
    case 'zero':
      return ZERO;
    case 'null-last':
      return null;
    case 'only-with-include_usage':
      return !context.request.stream || context.includeUsage || context.request.dialect !== 'openai'
        ? usage
        : undefined;
    case 'normal':
      return usage;
  }
}

/** Hands out output tokens until the cap is reached. */
class OutputBudget {
  used = 0;
  exhausted = false;

  constructor(
    private readonly cap: number,
    private readonly tokenizer: Tokenizer,
  ) {}

  /** The text, or as much of it as there are tokens for; a model that is cut off has used its cap to the last token. */
  take(text: string): string {
    if (this.exhausted) return '';
    const tokens = this.tokenizer.encode(text).length;
    if (this.used + tokens <= this.cap) {
      this.used += tokens;
      return text;
    }
    const left = this.cap - this.used;
    this.used = this.cap;
    this.exhausted = true;
    return cutText(text, left, this.tokenizer);
  }
}
