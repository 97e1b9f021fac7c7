/** One question to a model beside the conversation: a text, or data in a given shape. */
import type {
  Content,
  FinishReason,
  GenerateContentConfig,
  GenerateContentRequest,
  GenerateContentResponse,
  JsonSchema,
  Part,
  UsageMetadata,
} from '../types.js';

const RESPONSE_TOOL = 'respond_in_schema';

/** What a side query needs of its surroundings. */
export interface SideQueryConfig {
  getModel(): string;
  /** A smaller model for side work, where one is configured. */
  getFastModel?(): string | undefined;
  getContentGenerator(): {
    generateContent(request: GenerateContentRequest, promptId: string): Promise<GenerateContentResponse>;
    generateContentStream?(
      request: GenerateContentRequest,
      promptId: string,
    ): Promise<AsyncGenerator<GenerateContentResponse>>;
  };
  /** Whoever wants to watch a query of a purpose while it is answered; the answer is streamed then. */
  watchSideQuery?(purpose: string | undefined, contents: Content[]): SideQueryWatcher | undefined;
}

/** Is told of one query as it goes on. */
export interface SideQueryWatcher {
  /** @param characters length of the answer so far */
  onText(characters: number): void;
  /** However it ended. */
  onEnd(): void;
}

interface SideQueryOptions {
  contents: Content[];
  abortSignal: AbortSignal;
  /** Default: the fast model, else the main one. */
  model?: string;
  systemInstruction?: string;
  /** Default: `side-query`, with `:<purpose>` where one is given. */
  promptId?: string;
  purpose?: string;
  /** Added to the request; thinking is off unless it is turned on here. */
  config?: GenerateContentConfig;
  /** How often an answer that is not valid is asked for; default 1 for text, 3 for data. */
  maxAttempts?: number;
}

export interface SideQueryTextOptions extends SideQueryOptions {
  schema?: undefined;
  /** Says what is wrong with the text, or `null`. */
  validate?(text: string): string | null;
}

export interface SideQueryTextResult {
  /** The answer without thoughts; empty when there was none. */
  text: string;
  usage?: UsageMetadata;
  /** Why the answer ended; `MAX_TOKENS` when it was cut off. */
  finishReason?: FinishReason;
}

export interface SideQueryJsonOptions<T> extends SideQueryOptions {
  schema: JsonSchema;
  /** What the schema cannot say: what is wrong with the answer, or `null`. */
  validate?(parsed: T): string | null;
}

/**
 * Asks the model once, outside the conversation and without streaming.
 *
 * @throws `ProviderError` when the provider refuses, an abort error when the signal aborts, and an `Error` that begins
 *   with "Invalid side query response:" when no attempt gave a valid answer.
 */
export function runSideQuery(config: SideQueryConfig, options: SideQueryTextOptions): Promise<SideQueryTextResult>;
export function runSideQuery<T>(config: SideQueryConfig, options: SideQueryJsonOptions<T>): Promise<T>;
export async function runSideQuery<T>(
  config: SideQueryConfig,
  options: SideQueryTextOptions | SideQueryJsonOptions<T>,
): Promise<SideQueryTextResult | T> {
  return options.schema ? queryJson<T>(config, options) : queryText(config, options);
}

async function queryText(config: SideQueryConfig, options: SideQueryTextOptions): Promise<SideQueryTextResult> {
  return firstValid(options.maxAttempts ?? 1, async () => {
    const response = await send(config, options, {});
    const finishReason = response.candidates?.[0]?.finishReason;
    const value = { text: textOf(response), usage: response.usageMetadata, finishReason };
    return judged(value, options.validate?.(value.text));
  });
}

async function queryJson<T>(config: SideQueryConfig, options: SideQueryJsonOptions<T>): Promise<T> {
  const { default: ajvModule } = await import('ajv');
  const ajv = new ajvModule.Ajv({ strict: false, validateFormats: false });
  const matches = ajv.compile<T>(options.schema);
  const declaration = {
    name: RESPONSE_TOOL,
    description: 'Gives the answer in the required shape.',
    parametersJsonSchema: options.schema,
  };
  const tools: GenerateContentConfig = { tools: [{ functionDeclarations: [declaration] }] };
  return firstValid(options.maxAttempts ?? 3, async () => {
    const parsed: unknown = argumentsOf(await send(config, options, tools));
    if (!matches(parsed)) return { problem: ajv.errorsText(matches.errors, { dataVar: 'response' }) };
    return judged(parsed, options.validate?.(parsed));
  });
}

type Attempt<T> = { value: T; problem: null } | { problem: string };

function judged<T>(value: T, problem: string | null | undefined): Attempt<T> {
  return problem ? { problem } : { value, problem: null };
}

async function firstValid<T>(maxAttempts: number, attempt: () => Promise<Attempt<T>>): Promise<T> {
  for (let number = 1; ; number++) {
    const result = await attempt();
    if (result.problem === null) return result.value;
    if (number >= maxAttempts) throw new Error(`Invalid side query response: ${result.problem}`);
  }
}

function send(
  port: SideQueryConfig,
  options: SideQueryOptions,
  extra: GenerateContentConfig,
): Promise<GenerateContentResponse> {
  const { contents, systemInstruction, abortSignal, purpose } = options;
  const config: GenerateContentConfig = {
    ...options.config,
    ...extra,
    thinkingConfig: { includeThoughts: false, ...options.config?.thinkingConfig },
    ...(systemInstruction === undefined ? {} : { systemInstruction }),
    abortSignal,
  };
  const model = options.model ?? (port.getFastModel?.() || port.getModel());
  const promptId = options.promptId ?? (purpose ? `side-query:${purpose}` : 'side-query');
  const generator = port.getContentGenerator();
  const request = { model, contents, config };
  const watcher = generator.generateContentStream && port.watchSideQuery?.(purpose, contents);
  if (!watcher) return generator.generateContent(request, promptId);
  return watchedAnswer(() => generator.generateContentStream!(request, promptId), watcher);
}

async function watchedAnswer(
  open: () => Promise<AsyncGenerator<GenerateContentResponse>>,
  watcher: SideQueryWatcher,
): Promise<GenerateContentResponse> {
  const parts: Part[] = [];
  const whole: GenerateContentResponse = { candidates: [{ content: { role: 'model', parts } }] };
  let characters = 0;
  try {
    for await (const chunk of await open()) {
      const candidate = chunk.candidates?.[0];
      parts.push(...(candidate?.content?.parts ?? []));
      characters += textOf(chunk).length;
      if (candidate?.finishReason) whole.candidates![0]!.finishReason = candidate.finishReason;
      if (chunk.usageMetadata) whole.usageMetadata = chunk.usageMetadata;
      watcher.onText(characters);
    }
    return whole;
  } finally {
    watcher.onEnd();
  }
}

function textOf(response: GenerateContentResponse): string {
  const parts = response.candidates?.[0]?.content?.parts ?? [];
  return parts
    .filter((part) => !part.thought)
    .map((part) => part.text ?? '')
    .join('');
}

/** The arguments of the response tool, or the answer's text as JSON for models that write instead of calling. */
function argumentsOf(response: GenerateContentResponse): unknown {
  const parts = response.candidates?.[0]?.content?.parts ?? [];
  const call = parts.find((part) => part.functionCall?.name === RESPONSE_TOOL)?.functionCall;
  if (call) return call.args;
  const text = textOf(response).replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, '');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
