/** The way of a request to the model: read, record, fault, validate, window, cache, scenario, answer. */
import type { ServerResponse } from 'node:http';
import type { PrefixCache } from '../cache/prefixCache.js';
import { cacheMarks } from '../cache/cacheMarks.js';
import type { Dialect, WireResponse } from '../dialects/dialect.js';
import { providerErrors } from '../errors/catalogue.js';
import { takeFault, type Fault, type FaultRule } from '../faults.js';
import { asObject } from '../json.js';
import type { SimulatorOptions } from '../options.js';
import type { RecordedRequest } from '../recording.js';
import type { Scenario, SimulatedReply } from '../reply.js';
import { derivedFields, type SimulatedRequest, type SimulatedRequestContent } from '../request.js';
import { promptTokens, type PromptTokens } from '../tokens/promptTokens.js';
import type { Tokenizer } from '../tokens/tokenizer.js';
import { cutFront } from '../tokens/cutFront.js';
import { decideWindow, windowOf, windowRule, type WindowDecision } from '../window.js';
import { complete } from './completion.js';
import { aborted, deliverStream, deliverWhole, pause, settledOrAborted } from './delivery.js';

/** What all requests of one simulator share. */
export interface GenerationContext {
  options: SimulatorOptions;
  tokenizer: Tokenizer;
  /** The prefix cache of one model of one provider. */
  cacheOf(content: SimulatedRequestContent): PrefixCache;
  faults: FaultRule[];
  scenario(): Scenario;
}

/** A recorded request on its way to an answer. */
interface Exchange {
  record: RecordedRequest;
  content: SimulatedRequestContent;
  prompt: PromptTokens;
  dialect: Dialect;
  response: ServerResponse;
  signal: AbortSignal;
  fault?: Fault;
}

/** Counts the prompt of a parsed request and notes what is wrong with it. */
export function examine(record: RecordedRequest, dialect: Dialect, context: GenerationContext): PromptTokens {
  const { options, tokenizer } = context;
  const content = dialect.parse(record.body, record.path);
  const layout = { toolsFirst: dialect.name === 'anthropic', imageTokens: options.imageTokens };
  const prompt = promptTokens(content, tokenizer, layout);
  record.content = content;
  record.promptTokens = prompt.total;
  record.oversized = decideWindow(content, prompt, options).oversized;
  record.violations = dialect.validate(record.body, options);
  return prompt;
}

/** Answers a request to the model. */
export async function generate(
  record: RecordedRequest,
  prompt: PromptTokens,
  dialect: Dialect,
  response: ServerResponse,
  signal: AbortSignal,
  context: GenerationContext,
): Promise<void> {
  const content = record.content ?? dialect.parse(record.body, record.path);
  const exchange: Exchange = { record, content, prompt, dialect, response, signal };
  exchange.fault = takeFault(context.faults, record);
  if (await failEarly(exchange, exchange.fault, windowOf(context.options))) return;
  const decision = decideWindow(content, prompt, context.options);
  const refusal = violationRefusal(exchange, context) ?? decision.refusal;
  if (refusal) return refuse(exchange, refusal);
  await answer(exchange, decision, context);
}

function violationRefusal({ record, dialect }: Exchange, { options }: GenerationContext): WireResponse | undefined {
  const violation = record.violations[0];
  if (!violation || options.validate === 'record') return undefined;
  return dialect.error(violation.status ?? 400, violation.message, { code: violation.code, path: violation.path });
}

async function refuse(exchange: Exchange, wire: WireResponse): Promise<void> {
  const { record, response, signal } = exchange;
  record.response.status = wire.status;
  record.response.text = typeof wire.body === 'string' ? wire.body : JSON.stringify(wire.body);
  record.response.complete = await deliverWhole(response, wire, exchange.fault, signal);
}

/** Faults that come instead of an answer; true when one did. */
async function failEarly(exchange: Exchange, fault: Fault | undefined, window: number): Promise<boolean> {
  const { dialect, response, signal } = exchange;
  if (fault?.type === 'drop-before-headers') {
    response.destroy();
    return true;
  }
  if (fault?.type === 'stall' && !fault.after) {
    await aborted(signal);
    return true;
  }
  if (fault?.type === 'status') {
    const retry: Record<string, string> =
      fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) };
    const own = dialect.error(fault.status, statusMessage(fault.status));
    const headers = { ...own.headers, ...retry, ...fault.headers };
    await refuse(exchange, { status: fault.status, headers, body: fault.body === undefined ? own.body : fault.body });
    return true;
  }
  if (fault?.type === 'provider-error') {
    const entry = providerErrors[fault.name];
    const { prompt, content } = exchange;
    const output = content.maxOutputTokens ?? 0;
    const known = {
      window,
      prompt: prompt.total,
      output,
      tools: prompt.toolTokens,
      limit: window,
      model: content.model,
    };
    const numbers = { ...known, ...fault.numbers };
    await refuse(exchange, { status: entry.status, headers: entry.headers, body: entry.body(numbers) });
    return true;
  }
  return false;
}

function statusMessage(status: number): string {
  if (status === 429) return 'Rate limit reached. Please try again later.';
  if (status === 529) return 'Overloaded';
  return status >= 500 ? 'The server had an error while processing your request.' : `Request refused (${status}).`;
}

/** The scenario's reply; a scenario that fails is shown to the client as an error that no client tries again. */
async function askScenario(
  exchange: Exchange,
  request: SimulatedRequest,
  context: GenerationContext,
): Promise<SimulatedReply | undefined> {
  try {
    return await context.scenario()(request);
  } catch (error) {
    const message = `The simulator's scenario failed: ${error instanceof Error ? error.message : String(error)}`;
    await refuse(exchange, exchange.dialect.error(400, message));
    return undefined;
  }
}

async function answer(exchange: Exchange, decision: WindowDecision, context: GenerationContext): Promise<void> {
  const { record, dialect, response, signal } = exchange;
  const { options, tokenizer } = context;
  const cache = context.cacheOf(exchange.content);
  const window = windowOf(options);
  const cutting = windowRule(options, dialect.name) === 'silent' && record.oversized;
  const content = cutting ? cutFront(exchange.content, tokenizer, window) : exchange.content;
  const byMarks = dialect.name === 'anthropic' && (options.cacheBreakpoints ?? true);
  const marks = byMarks ? cacheMarks(exchange.prompt) : undefined;
  record.cachedTokens = cutting ? 0 : cache.lookup(exchange.prompt, marks);
  cache.add(exchange.prompt, marks);
  const request: SimulatedRequest = {
    ...content,
    ...derivedFields(content),
    index: record.index,
    promptTokens: cutting ? window : record.promptTokens,
    cachedTokens: record.cachedTokens,
    body: record.body,
    headers: record.headers,
    signal,
  };
  const reply = await askScenario(exchange, request, context);
  if (!reply) return;
  const fault = exchange.fault ?? reply.fault;
  exchange.fault = fault;
  await pause(
    (reply.delayMs ?? 0) + (request.promptTokens - request.cachedTokens) * (options.prefillMsPerToken ?? 0),
    signal,
  );
  if (reply.hold) await settledOrAborted(reply.hold, signal);
  if (signal.aborted || (await failEarly(exchange, reply.fault, window))) return;
  const { completion, usage } = complete(reply, {
    request,
    options,
    tokenizer,
    outputRoom: decision.outputRoom,
    cacheWritten: Math.max(0, (marks?.writes.at(-1) ?? 0) - request.cachedTokens),
    usageMode: fault?.type === 'usage' ? fault.mode : (options.usage ?? 'normal'),
    includeUsage: asObject(record.body['stream_options'])['include_usage'] === true,
  });
  record.response = {
    status: 200,
    finishReason: dialect.finishReason(completion),
    usage,
    text: completion.text,
    complete: false,
  };
  record.response.complete = request.stream
    ? await deliverStream(response, {
        events: dialect.stream(completion),
        contentType: 'text/event-stream',
        fault,
        hold: reply.holdMidStream,
        intervalMs: reply.eventIntervalMs,
        signal,
        errorEvent: (body) => dialect.streamError(body ?? dialect.error(529, 'Overloaded').body),
      })
    : await deliverWhole(response, { status: 200, body: dialect.complete(completion) }, fault, signal);
}
