import type { SimulatedUsage } from '../../reply.js';
import type { JsonObject } from '../../request.js';
import { pieces, type Completion, type WireEvent } from '../dialect.js';

const finishReasons = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  'window-exceeded': 'model_context_window_exceeded',
} as const;

export function openAiFinishReason({ finishReason }: Pick<Completion, 'finishReason'>): string {
  return finishReasons[finishReason];
}

function openAiUsage(usage: SimulatedUsage): JsonObject {
  return {
    prompt_tokens: usage.prompt,
    completion_tokens: usage.output,
    total_tokens: usage.prompt + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.thoughts, audio_tokens: 0 },
  };
}

/** The body of an answer that is not streamed. */
export function completeOpenAi(completion: Completion): JsonObject {
  const { content, reasoning } = messageTexts(completion);
  const message = {
    role: 'assistant',
    content: content === '' && completion.toolCalls.length > 0 ? null : content,
    ...reasoning,
    refusal: null,
    ...(completion.toolCalls.length > 0 && {
      tool_calls: completion.toolCalls.map(({ id, name, argumentsText }) => ({
        id,
        type: 'function',
        function: { name, arguments: argumentsText },
      })),
    }),
  };
  return {
    id: `chatcmpl-${completion.id}`,
    object: 'chat.completion',
    created: seconds(),
    model: completion.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: openAiFinishReason(completion) }],
    ...(completion.usage !== undefined && { usage: completion.usage && openAiUsage(completion.usage) }),
    system_fingerprint: 'fp_simulator',
  };
}

function messageTexts(completion: Completion): { content: string; reasoning: JsonObject } {
  const { thoughts, text, options } = completion;
  const field = options.reasoningField ?? 'reasoning_content';
  if (thoughts === '') return { content: text, reasoning: {} };
  if (field === 'think-tags') return { content: `<think>\n${thoughts}\n</think>\n\n${text}`, reasoning: {} };
  return { content: text, reasoning: { [field]: thoughts } };
}

/** The events of a streamed answer, `data: [DONE]` last. */
export function streamOpenAi(completion: Completion): WireEvent[] {
  const created = seconds();
  const usage = completion.usage === undefined ? {} : { usage: completion.usage && openAiUsage(completion.usage) };
  const inFinish = completion.options.usageIn === 'finish-chunk';
  const chunk = (choices: unknown[], extra: JsonObject = {}, closing = false): WireEvent => ({
    text: `data: ${JSON.stringify({
      id: `chatcmpl-${completion.id}`,
      object: 'chat.completion.chunk',
      created,
      model: completion.model,
      system_fingerprint: 'fp_simulator',
      choices,
      ...(completion.usage !== undefined && { usage: null }),
      ...extra,
    })}\n\n`,
    closing,
  });
  const delta = (value: JsonObject, finishReason: string | null = null): unknown[] => [
    { index: 0, delta: value, logprobs: null, finish_reason: finishReason },
  ];
  const { content, reasoning } = messageTexts(completion);
  // OpenRouter keeps the connection awake with comments, which clients must skip.
  const comment = { text: ': OPENROUTER PROCESSING\n\n', closing: false };
  const events = completion.options.serverKind === 'openrouter' ? [comment] : [];
  events.push(chunk(delta({ role: 'assistant', content: '' })));
  for (const [field, text] of Object.entries(reasoning)) {
    for (const piece of pieces(String(text), completion.streamCharacters))
      events.push(chunk(delta({ [field]: piece })));
  }
  for (const piece of pieces(content, completion.streamCharacters)) events.push(chunk(delta({ content: piece })));
  for (const value of toolCallDeltas(completion)) events.push(chunk(delta(value)));
  events.push(chunk(delta({}, openAiFinishReason(completion)), inFinish ? usage : {}, true));
  if (completion.usage !== undefined && !inFinish) events.push(chunk([], usage, true));
  events.push({ text: 'data: [DONE]\n\n', closing: true });
  return events;
}

function toolCallDeltas(completion: Completion): JsonObject[] {
  return completion.toolCalls.flatMap(({ id, name, argumentsText }, index) => [
    { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
    ...pieces(argumentsText, completion.streamCharacters).map((piece) => ({
      tool_calls: [{ index, function: { arguments: piece } }],
    })),
  ]);
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
