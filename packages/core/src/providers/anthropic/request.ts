/** The body of a request to the messages API. */
import type Anthropic from '@anthropic-ai/sdk';
import type { GenerateContentConfig, GenerateContentRequest } from '../../types.js';
import type { ContentGeneratorConfig } from '../contentGenerator.js';
import { systemTexts } from '../systemText.js';
import { withMarkOnLast, withMarksOnTurns } from './cacheControl.js';
import { isInUnthinkingToolLoop, toMessages, type BlockMessage } from './messages.js';
import { outputFields, type OutputFields } from './thinking.js';
import { thinkingSupport } from './thinkingModels.js';
import { toolFields, type ToolFields } from './tools.js';

/** Sampling parameters, which the SDK's types no longer know and older models still take. */
interface Sampling {
  temperature?: number;
  top_p?: number;
  top_k?: number;
}

/** Body of `POST /v1/messages`; its keys always come in the same order. */
export type MessagesBody = Omit<Anthropic.MessageCreateParamsNonStreaming, 'stream'> & Sampling;

/** Deterministic: the same request and settings give the same bytes. */
export function messagesBody(
  { model, contents, config = {} }: GenerateContentRequest,
  settings: ContentGeneratorConfig,
): MessagesBody {
  const messages = toMessages(contents, settings);
  const tools = toolFields(config, messages);
  const output = outputFields(model, config, settings, canThink(model, messages, tools));
  const system = systemTexts(config.systemInstruction).map((text) => ({ type: 'text' as const, text }));
  const isCached = settings.enableCacheControl !== false;
  return {
    model,
    ...output,
    ...sampling(model, config, settings, output),
    ...(config.stopSequences?.length ? { stop_sequences: config.stopSequences } : {}),
    ...(tools.tools ? { ...tools, tools: isCached ? withMarkOnLast(tools.tools) : tools.tools } : {}),
    ...(system.length > 0 ? { system: isCached ? withMarkOnLast(system) : system } : {}),
    messages: isCached ? withMarksOnTurns(messages) : messages,
    ...settings.extra_body,
  };
}

/** The API refuses thinking together with a forced tool, and a budget within a loop that began without thinking. */
function canThink(model: string, messages: readonly BlockMessage[], { tool_choice }: ToolFields): boolean {
  if (tool_choice?.type === 'any' || tool_choice?.type === 'tool') return false;
  return thinkingSupport(model).mode === 'adaptive' || !isInUnthinkingToolLoop(messages);
}

/**
 * Settings win over the request. A thinking model samples by its own rules, and models that think adaptively take no
 * values but the user's; `temperature` and `top_p` exclude each other.
 */
function sampling(
  model: string,
  config: GenerateContentConfig,
  { samplingParams = {} }: ContentGeneratorConfig,
  { thinking }: OutputFields,
): Sampling {
  if (thinking !== undefined) return {};
  const asked = thinkingSupport(model).mode === 'adaptive' ? {} : config;
  const temperature = samplingParams.temperature ?? asked.temperature;
  const top_p = temperature === undefined ? (samplingParams.top_p ?? asked.topP) : undefined;
  const top_k = samplingParams.top_k ?? asked.topK;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(top_p === undefined ? {} : { top_p }),
    ...(top_k === undefined ? {} : { top_k }),
  };
}
