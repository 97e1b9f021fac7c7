import type {
  Content,
  ContentGenerator,
  GenerateContentRequest,
  GenerateContentResponse,
  Part,
  UsageMetadata,
} from '@qwen-code/qwen-code-core';
import { demoReply, type DemoOptions } from './demoReply.js';
import { systemText } from './conversation.js';

/** Name that the demo model goes by. */
export const DEMO_MODEL = 'offline-demo';

const CHARACTERS_PER_TOKEN = 4;

/** Characters of text in one streamed piece. */
const PIECE_CHARACTERS = 48;

/**
 * The offline demo model behind the same port as a real one. Its token counts are estimates of 4 characters a token.
 * Throws an `AbortError` when the request's signal has aborted.
 */
export function createDemoContentGenerator(options: DemoOptions = {}): ContentGenerator {
  return {
    async generateContent(request) {
      request.config?.abortSignal?.throwIfAborted();
      const parts = answerParts(request, options);
      return response(request.model, parts, usage(request, parts));
    },
    async generateContentStream(request) {
      return stream(request, options);
    },
    async countTokens({ contents }) {
      return { totalTokens: tokens(contentCharacters(contents)) };
    },
    embedContent() {
      return Promise.reject(new Error('The offline demo model has no embeddings. Configure a real model to use them.'));
    },
    useSummarizedThinking: () => false,
  };
}

async function* stream(request: GenerateContentRequest, options: DemoOptions): AsyncGenerator<GenerateContentResponse> {
  const signal = request.config?.abortSignal;
  signal?.throwIfAborted();
  const parts = answerParts(request, options);
  for (const part of parts.flatMap(streamed)) {
    yield response(request.model, [part]);
    // Lets an abort and the screen come between two pieces.
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
  yield response(request.model, [], usage(request, parts));
}

function streamed(part: Part): Part[] {
  if (part.text === undefined) return [part];
  const points = Array.from(part.text);
  return Array.from({ length: Math.ceil(points.length / PIECE_CHARACTERS) }, (_unused, index) => ({
    text: points.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS).join(''),
  }));
}

function answerParts(request: GenerateContentRequest, options: DemoOptions): Part[] {
  const { text, toolCalls = [] } = demoReply(request, options);
  const calls = toolCalls.map(({ name, args }, index) => ({
    functionCall: { id: `demo-${request.contents.length}-${index}`, name, args },
  }));
  return [...(text ? [{ text }] : []), ...calls];
}

/** A response or a piece of one; the usage marks the last. */
function response(model: string, parts: Part[], usageMetadata?: UsageMetadata): GenerateContentResponse {
  const content: Content = { role: 'model', parts };
  return {
    candidates: [{ content, index: 0, ...(usageMetadata && { finishReason: 'STOP' as const }) }],
    ...(usageMetadata && { usageMetadata }),
    modelVersion: model,
  };
}

function usage(request: GenerateContentRequest, answer: Part[]): UsageMetadata {
  const tools = JSON.stringify(request.config?.tools ?? []).length;
  const prompt = tokens(systemText(request).length + tools + contentCharacters(request.contents));
  const output = tokens(contentCharacters([{ parts: answer }]));
  return { promptTokenCount: prompt, candidatesTokenCount: output, totalTokenCount: prompt + output };
}

function contentCharacters(contents: Content[]): number {
  return contents
    .flatMap(({ parts }) => parts ?? [])
    .reduce((sum, part) => sum + (part.text?.length ?? JSON.stringify(part).length), 0);
}

function tokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
