/** The parameters of a generateContent request. */
import type { GenerateContentParameters } from '@google/genai';
import type { GenerateContentConfig, GenerateContentRequest } from '../../types.js';
import type { ContentGeneratorConfig } from '../contentGenerator.js';
import { toContents } from './contents.js';
import { geminiModel } from './models.js';
import { thinkingConfig } from './thinking.js';

/** Deterministic but for the signal. Settings win over the request's own sampling; `extra_body` is merged in last. */
export function generateContentParameters(
  { model, contents, config = {} }: GenerateContentRequest,
  settings: ContentGeneratorConfig,
  abortSignal: AbortSignal,
): GenerateContentParameters {
  const cap = outputCap(model, config, settings);
  const thinking = thinkingConfig(model, config.thinkingConfig, settings.reasoning);
  const { thinkingConfig: _asked, ...asked } = config;
  return {
    model,
    contents: toContents(model, contents, settings),
    config: {
      ...asked,
      ...sampling(settings),
      ...(cap === undefined ? {} : { maxOutputTokens: cap }),
      ...(thinking === undefined ? {} : { thinkingConfig: thinking }),
      ...(settings.extra_body ? { httpOptions: { extraBody: settings.extra_body } } : {}),
      abortSignal,
    },
  };
}

function sampling({ samplingParams = {} }: ContentGeneratorConfig): GenerateContentConfig {
  const fields: GenerateContentConfig = {
    temperature: samplingParams.temperature,
    topP: samplingParams.top_p,
    topK: samplingParams.top_k,
    presencePenalty: samplingParams.presence_penalty,
    frequencyPenalty: samplingParams.frequency_penalty,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The least of what request, settings and model allow; without any wish the model's own default holds. */
function outputCap(
  model: string,
  { maxOutputTokens }: GenerateContentConfig,
  { samplingParams }: ContentGeneratorConfig,
): number | undefined {
  const stated = [maxOutputTokens, samplingParams?.max_tokens].filter(
    (tokens) => tokens !== undefined && tokens > 0,
  ) as number[];
  const fromEnvironment = Number(process.env['QWEN_CODE_MAX_OUTPUT_TOKENS']);
  if (stated.length === 0 && Number.isInteger(fromEnvironment) && fromEnvironment > 0) stated.push(fromEnvironment);
  return stated.length === 0 ? undefined : Math.min(...stated, geminiModel(model).outputLimit ?? Infinity);
}
