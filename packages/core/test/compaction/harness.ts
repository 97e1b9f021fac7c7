/** A chat that talks real HTTP to the model simulator, in any dialect. */
import {
  startSimulator,
  type DialectName,
  type RecordedRequest,
  type Simulator,
  type SimulatorOptions,
} from '@qwen-code/model-simulator';
import { onTestFinished } from 'vitest';
import { GeminiChat, StreamEventType, type ChatConfig, type StreamEvent } from '../../src/core/geminiChat.js';
import { createAnthropicContentGenerator } from '../../src/providers/anthropic/index.js';
import type { ContentGenerator, ContentGeneratorConfig } from '../../src/providers/contentGenerator.js';
import { createGeminiContentGenerator } from '../../src/providers/gemini/index.js';
import { createOpenAiContentGenerator } from '../../src/providers/openai/index.js';
import * as compression from '../../src/services/chatCompressionService.js';
import type { ChatCompressionSettings } from '../../src/services/chatCompressionService.js';
import type { ChatCompressionPayload } from '../../src/session/records.js';
import type { ChatCompressionAttributes } from '../../src/telemetry/telemetryEvents.js';
import type { Content, GenerateContentConfig, PartListUnion, UsageMetadata } from '../../src/types.js';

export const dialects: readonly DialectName[] = ['openai', 'anthropic', 'gemini'];

const create: Record<DialectName, (config: ContentGeneratorConfig) => ContentGenerator> = {
  openai: createOpenAiContentGenerator,
  anthropic: createAnthropicContentGenerator,
  gemini: createGeminiContentGenerator,
};

/** A name that each dialect's adapter takes for a current model. */
const modelNames: Record<DialectName, string> = {
  openai: 'qwen3-coder-plus',
  anthropic: 'claude-sonnet-4-5',
  gemini: 'gemini-2.5-flash',
};

export interface Setup {
  dialect: DialectName;
  /** Window that the client knows of, and that the server enforces unless `simulator` says otherwise. */
  window: number;
  simulator?: SimulatorOptions;
  history?: Content[];
  lastPromptTokenCount?: number;
  settings?: ChatCompressionSettings;
  generator?: Partial<ContentGeneratorConfig>;
  generationConfig?: GenerateContentConfig;
}

interface RecordedTurn {
  message: Content;
  usageMetadata?: UsageMetadata;
}

export interface Harness {
  simulator: Simulator;
  chat: GeminiChat;
  model: string;
  turns: RecordedTurn[];
  checkpoints: ChatCompressionPayload[];
  telemetry: ChatCompressionAttributes[];
  /** What went to the debug log. */
  log: string[];
  send(message: PartListUnion, signal?: AbortSignal): Promise<StreamEvent[]>;
  /** Requests that asked for a summary, and all others. */
  summaries(): RecordedRequest[];
  messages(): RecordedRequest[];
}

/**
 * Without the cap of the compaction call (a change that can be taken back alone) that call does not leave room for itself
 * in a small window: the server then looks at the prompt only.
 */
function windowRule({ simulator = {} }: Setup): SimulatorOptions {
  const isStrict = simulator.enforceWindow === undefined || simulator.enforceWindow === 'total';
  return isStrict && !('COMPACT_MAX_OUTPUT_TOKENS' in compression)
    ? { ...simulator, enforceWindow: 'prompt' }
    : simulator;
}

export async function openChat(setup: Setup): Promise<Harness> {
  const { dialect, window } = setup;
  const simulator = await startSimulator({ contextWindow: window, tokenizer: 'dense', ...windowRule(setup) });
  onTestFinished(() => simulator.close());
  const model = modelNames[dialect];
  const generatorConfig: ContentGeneratorConfig = {
    model,
    apiKey: 'key',
    baseUrl: simulator.baseUrl(dialect),
    contextWindowSize: window,
    retryInitialDelayMs: 1,
    ...setup.generator,
  };
  const generator = create[dialect](generatorConfig);
  const turns: RecordedTurn[] = [];
  const checkpoints: ChatCompressionPayload[] = [];
  const telemetry: ChatCompressionAttributes[] = [];
  const log: string[] = [];
  const config: ChatConfig = {
    getModel: () => model,
    getContentGenerator: () => generator,
    getContentGeneratorConfig: () => generatorConfig,
    getChatCompression: () => setup.settings,
    getTelemetry: () => ({ logChatCompression: (event) => void telemetry.push(event) }),
    getDebugLogger: () => ({ debug: (line) => void log.push(line), warn: (line) => void log.push(line) }),
  };
  const recorder = {
    recordAssistantTurn: (turn: RecordedTurn) => void turns.push(turn),
    recordChatCompression: (payload: ChatCompressionPayload) => void checkpoints.push(structuredClone(payload)),
  };
  const chat = new GeminiChat(config, setup.generationConfig, setup.history, recorder);
  if (setup.lastPromptTokenCount !== undefined) chat.setLastPromptTokenCount(setup.lastPromptTokenCount);
  const send = async (message: PartListUnion, abortSignal?: AbortSignal): Promise<StreamEvent[]> => {
    const events: StreamEvent[] = [];
    const stream = await chat.sendMessageStream(model, { message, config: { abortSignal } }, 'prompt');
    for await (const event of stream) events.push(event);
    return events;
  };
  const isSummary = ({ bodyText }: RecordedRequest): boolean => bodyText.includes('<scratchpad>');
  return {
    simulator,
    chat,
    model,
    turns,
    checkpoints,
    telemetry,
    log,
    send,
    summaries: () => simulator.requests.filter(isSummary),
    messages: () => simulator.requests.filter((request) => !isSummary(request)),
  };
}

/** The types of events without the chunks. */
export function eventTypes(events: readonly StreamEvent[]): string[] {
  return events.map(({ type }) => type).filter((type) => type !== StreamEventType.CHUNK);
}

/** Texts of a recorded request's messages, oldest first. */
export function textsOf(request: RecordedRequest | undefined): string[] {
  return (request?.content?.messages ?? []).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
  );
}

/** A text of `tokens` tokens, at 4 characters each. */
export function words(tokens: number): string {
  return 'so. '.repeat(tokens);
}

/** A conversation of `turns` questions and answers of `tokens` tokens
 * each. */
export function longHistory(turns: number, tokens: number): Content[] {
  return Array.from({ length: turns }, (_unused, turn): Content[] => [
    { role: 'user', parts: [{ text: `question ${turn} ${words(tokens)}` }] },
    { role: 'model', parts: [{ text: `answer ${turn} ${words(tokens)}` }] },
  ]).flat();
}

/** A conversation in a window of 100,000 tokens that has reached the size at which it is compacted. */
export function dueConversation(dialect: DialectName) {
  return { dialect, window: 100_000, history: longHistory(10, 2_000), lastPromptTokenCount: 72_000 };
}
