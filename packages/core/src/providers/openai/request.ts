/** A request to the model as a chat completions body: pure and stable, the parts that change last. */
import type { GenerateContentRequest } from '../../types.js';
import type { ContentGeneratorConfig } from '../contentGenerator.js';
import { normalizeHistory } from '../history/normalizeHistory.js';
import { knownModalities } from '../modelModalities.js';
import { toMessages } from './messages.js';
import { parameterFields } from './parameters.js';
import type { ServerQuirks } from './quirks.js';
import { toToolChoice, toTools } from './tools.js';
import type { WireRequest } from './wire.js';

export interface RequestOptions {
  config: ContentGeneratorConfig;
  quirks: ServerQuirks;
  stream: boolean;
  /** Value of `QWEN_CODE_MAX_OUTPUT_TOKENS`. */
  outputCapSetting?: string;
}

/** The body to send for `request`. */
export function toChatRequest(
  request: GenerateContentRequest,
  { config, quirks, stream, outputCapSetting }: RequestOptions,
): WireRequest {
  const model = request.model || config.model;
  const wishes = request.config ?? {};
  const history = normalizeHistory(request.contents, {
    alternateRoles: true,
    thoughts: quirks.reasoningField ? 'keep' : 'drop',
  });
  const tools = toTools(wishes.tools, config.schemaCompliance);
  const toolChoice = tools ? toToolChoice(wishes.toolConfig) : undefined;
  return {
    model,
    messages: toMessages(wishes.systemInstruction, history, {
      splitToolMedia: config.splitToolMedia ?? !quirks.mediaInToolMessages,
      reasoningField: quirks.reasoningField,
      modalities: config.modalities ?? knownModalities(model),
    }),
    ...(tools ? { tools } : {}),
    ...(toolChoice === undefined ? {} : { tool_choice: toolChoice }),
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : { stream: false }),
    ...parameterFields(model, wishes, config, quirks, outputCapSetting),
  };
}
