import type { IncomingMessage, ServerResponse } from 'node:http';
import { PrefixCache } from './cache/prefixCache.js';
import type { Dialect, WireResponse } from './dialects/dialect.js';
import type { FaultRule } from './faults.js';
import { parseObject } from './json.js';
import type { SimulatorOptions } from './options.js';
import { RequestLog, type RecordedProbe, type RecordedRequest } from './recording.js';
import type { Scenario } from './reply.js';
import type { DialectName } from './request.js';
import { bodyLimit, bodyLimitRefusal } from './server/bodyLimit.js';
import { deliverWhole } from './server/delivery.js';
import { examine, generate, type GenerationContext } from './server/generation.js';
import { clientSignal, flatHeaders, listen, readBody } from './server/httpServer.js';
import { answerProbe } from './server/probes.js';
import { generationDialect } from './server/router.js';
import { echo } from './scenarios/echo.js';
import { loadTokenizer } from './tokens/tokenizer.js';

/** A running simulator. */
export interface Simulator {
  /** `http://127.0.0.1:<port>`, the base URL for Anthropic and Gemini clients. */
  readonly url: string;
  readonly port: number;
  /** The base URL a client of a dialect is configured with (OpenAI's ends in `/v1`). */
  baseUrl(dialect: DialectName): string;
  /** Decides the answers; may be replaced at any time. */
  respond: Scenario;
  /** Faults still to come; push to add one. */
  readonly faults: FaultRule[];
  readonly log: RequestLog;
  /** Requests to the model, oldest first. */
  readonly requests: RecordedRequest[];
  /** All other requests. */
  readonly probes: RecordedProbe[];
  rejected(): RecordedRequest[];
  oversized(): RecordedRequest[];
  violations(): ReturnType<RequestLog['violations']>;
  /** Tokens of a text by this simulator's tokenizer. */
  countTokens(text: string): number;
  close(): Promise<void>;
}

/** Starts a model server on loopback that speaks the OpenAI, Anthropic and Gemini dialects on one port. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const tokenizer = await loadTokenizer(options.tokenizer ?? 'o200k');
  const log = new RequestLog();
  let respond = options.respond ?? echo;
  const context: GenerationContext = {
    options,
    tokenizer,
    cacheOf: prefixCaches(options),
    faults: [...(options.faults ?? [])],
    scenario: () => respond,
  };
  const server = await listen(options.port ?? 0, (request, response) => route(request, response, context, log));
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    port: server.port,
    baseUrl: (dialect) => (dialect === 'openai' ? `${url}/v1` : url),
    get respond() {
      return respond;
    },
    set respond(scenario) {
      respond = scenario;
    },
    faults: context.faults,
    log,
    requests: log.requests,
    probes: log.probes,
    rejected: () => log.rejected(),
    oversized: () => log.oversized(),
    violations: () => log.violations(),
    countTokens: (text) => tokenizer.encode(text).length,
    close: () => server.close(),
  };
}

/** Caches made when first needed, one for each model and dialect. */
function prefixCaches(options: SimulatorOptions): GenerationContext['cacheOf'] {
  const { prompts = 64, blockTokens = 1, minimumTokens = 0 } = options.cache ?? {};
  const caches = new Map<string, PrefixCache>();
  return ({ dialect, model }) => {
    const key = `${dialect} ${model}`;
    const cache = caches.get(key) ?? new PrefixCache({ prompts, blockTokens, minimumTokens });
    caches.set(key, cache);
    return cache;
  };
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  context: GenerationContext,
  log: RequestLog,
): Promise<void> {
  const method = request.method ?? 'GET';
  const path = request.url ?? '/';
  const dialect = generationDialect(method, new URL(path, 'http://localhost').pathname);
  const signal = clientSignal(response);
  const limit = bodyLimit(context.options, dialect?.name);
  const { data, bytes } = await readBody(request, limit);
  const bodyText = data.toString('utf8');
  const headers = flatHeaders(request);
  if (!dialect) {
    const body = parseObject(bodyText);
    const wire = answerProbe({ method, path, headers, body }, context);
    log.probes.push({ method, path, headers, body, status: wire.status });
    await deliverWhole(response, wire, undefined, signal);
    return;
  }
  const record = newRecord(log, dialect, { method, path, headers, bodyText, bodyBytes: bytes });
  try {
    await answerModelRequest(record, dialect, response, signal, context, log);
  } finally {
    context.options.onAnswered?.(record);
  }
}

async function answerModelRequest(
  record: RecordedRequest,
  dialect: Dialect,
  response: ServerResponse,
  signal: AbortSignal,
  context: GenerationContext,
  log: RequestLog,
): Promise<void> {
  const refusal = earlyRefusal(record, dialect, context.options);
  if (refusal) {
    record.response = { status: refusal.status, text: JSON.stringify(refusal.body), complete: true };
    log.add(record);
    await deliverWhole(response, refusal, undefined, signal);
    return;
  }
  const prompt = examine(record, dialect, context);
  log.add(record);
  await generate(record, prompt, dialect, response, signal, context);
}

/** What is refused before it is understood: too many bytes, a wrong key, a body that is no JSON. */
function earlyRefusal(record: RecordedRequest, dialect: Dialect, options: SimulatorOptions): WireResponse | undefined {
  if (record.bodyBytes > bodyLimit(options, dialect.name)) return bodyLimitRefusal(options, dialect);
  const key = options.apiKey === undefined ? undefined : dialect.refuseKey(record.headers, record.path, options.apiKey);
  if (key) return key;
  return Object.keys(record.body).length > 0
    ? undefined
    : dialect.error(400, 'We could not parse the JSON body of your request.');
}

function newRecord(
  log: RequestLog,
  dialect: Dialect,
  http: Pick<RecordedRequest, 'method' | 'path' | 'headers' | 'bodyText' | 'bodyBytes'>,
): RecordedRequest {
  return {
    index: log.requests.length,
    dialect: dialect.name,
    ...http,
    body: parseObject(http.bodyText),
    promptTokens: 0,
    cachedTokens: 0,
    oversized: false,
    violations: [],
    response: { complete: false },
  };
}
