/** Everything in a request body that is neither messages nor tools. */
import type { GenerateContentConfig } from '../../types.js';
import type { ContentGeneratorConfig } from '../contentGenerator.js';
import { CAPPED_DEFAULT_MAX_TOKENS, knownTokenLimit, normalize, tokenLimit } from '../tokenLimits.js';
import type { ServerQuirks } from './quirks.js';
import { thinkingOff, thinkingOn } from './thinking.js';

type Fields = Record<string, unknown>;
type ParameterSettings = Pick<ContentGeneratorConfig, 'model' | 'samplingParams' | 'reasoning' | 'extra_body'>;

const OUTPUT_CAP_FIELDS = ['max_tokens', 'max_completion_tokens'] as const;
const THINKING_FIELDS = ['reasoning', 'reasoning_effort', 'thinking_budget'] as const;

/**
 * The user's `samplingParams` go out as they are, in the place of the request's own; `extra_body` overrides both. Two
 * wishes of a request hold against either: no more output than it asks for, and no thinking when it asks for none (a
 * compaction depends on both).
 *
 * @param outputCapSetting value of `QWEN_CODE_MAX_OUTPUT_TOKENS`
 */
export function parameterFields(
  model: string,
  request: GenerateContentConfig,
  settings: ParameterSettings,
  quirks: ServerQuirks,
  outputCapSetting: string | undefined,
): Fields {
  const fields: Fields = {
    ...(settings.samplingParams ?? samplingFields(model, request, quirks)),
    ...(settings.reasoning ? thinkingOn(quirks.thinking, model, settings.reasoning) : {}),
    ...settings.extra_body,
  };
  const isThinkingOff =
    settings.reasoning === false ||
    request.thinkingConfig?.includeThoughts === false ||
    request.thinkingConfig?.thinkingBudget === 0;
  if (isThinkingOff) turnThinkingOff(fields, thinkingOff(quirks.thinking, model));
  capOutput(fields, model, request.maxOutputTokens, settings, quirks, outputCapSetting);
  return fields;
}

function samplingFields(model: string, request: GenerateContentConfig, quirks: ServerQuirks): Fields {
  const fields: Fields = { stop: request.stopSequences, seed: request.seed, response_format: responseFormat(request) };
  if (!isOpenAiReasoningModel(model)) {
    fields['temperature'] = request.temperature;
    fields['top_p'] = request.topP;
    fields['presence_penalty'] = request.presencePenalty;
    fields['frequency_penalty'] = request.frequencyPenalty;
    if (quirks.extendedSampling) fields['top_k'] = request.topK;
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function responseFormat({ responseMimeType, responseJsonSchema }: GenerateContentConfig): Fields | undefined {
  if (responseMimeType !== 'application/json') return undefined;
  if (responseJsonSchema === undefined) return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'response', schema: responseJsonSchema } };
}

function turnThinkingOff(fields: Fields, off: Fields): void {
  for (const field of THINKING_FIELDS) delete fields[field];
  if ('enable_thinking' in fields) fields['enable_thinking'] = false;
  const template = { ...(fields['chat_template_kwargs'] as Fields), ...(off['chat_template_kwargs'] as Fields) };
  Object.assign(fields, off);
  if (Object.keys(template).length > 0) {
    const isSwitched = 'enable_thinking' in template;
    fields['chat_template_kwargs'] = isSwitched ? { ...template, enable_thinking: false } : template;
  }
}

function capOutput(
  fields: Fields,
  model: string,
  requested: number | undefined,
  settings: ParameterSettings,
  quirks: ServerQuirks,
  outputCapSetting: string | undefined,
): void {
  const present = OUTPUT_CAP_FIELDS.filter((field) => typeof fields[field] === 'number');
  if (present.length === 0) {
    const cap = requested === undefined ? defaultCap(model, settings, outputCapSetting) : withinModel(model, requested);
    if (cap !== undefined) fields[outputCapField(model, quirks)] = cap;
  } else if (requested !== undefined) {
    for (const field of present) fields[field] = Math.min(fields[field] as number, requested);
  }
}

/** Nobody asked for a cap. Users who set their own sampling parameters get nothing added to them. */
function defaultCap(
  model: string,
  settings: ParameterSettings,
  outputCapSetting: string | undefined,
): number | undefined {
  if (settings.samplingParams) return undefined;
  const set = Number(outputCapSetting);
  if (Number.isInteger(set) && set > 0) return set;
  return Math.min(tokenLimit(model, 'output'), CAPPED_DEFAULT_MAX_TOKENS);
}

function withinModel(model: string, requested: number): number {
  return Math.min(requested, knownTokenLimit(model, 'output') ?? requested);
}

function outputCapField(model: string, quirks: ServerQuirks): (typeof OUTPUT_CAP_FIELDS)[number] {
  return quirks.completionTokensField && isOpenAiReasoningModel(model) ? 'max_completion_tokens' : 'max_tokens';
}

/** The o-series and GPT-5 refuse `max_tokens` and every sampling parameter. */
function isOpenAiReasoningModel(model: string): boolean {
  return /^(o\d|gpt-5(?!.*-chat))/.test(normalize(model));
}
