/** A content generator whose answers are given, for tests of what stands above the wire. */
import type { ContentGenerator } from '../../src/providers/contentGenerator.js';
import type { FinishReason, GenerateContentRequest, GenerateContentResponse, Part } from '../../src/types.js';

export interface ScriptedAnswer {
  parts?: Part[];
  finishReason?: FinishReason;
  usage?: GenerateContentResponse['usageMetadata'];
  error?: Error;
  /** Awaited before the answer. */
  hold?: Promise<void>;
}

export function scriptedGenerator(answers: ScriptedAnswer[], summaries: ScriptedAnswer[] = []) {
  const requests: GenerateContentRequest[] = [];
  const summaryRequests: GenerateContentRequest[] = [];
  const generator: ContentGenerator = {
    generateContent: async (request) => {
      const answer = summaries[summaryRequests.length] ?? {};
      summaryRequests.push(request);
      return respond(answer, request.config?.abortSignal);
    },
    generateContentStream: async (request) => {
      const answer = answers[requests.length] ?? { parts: [{ text: 'ok' }] };
      requests.push(request);
      return (async function* () {
        yield await respond(answer, request.config?.abortSignal);
      })();
    },
    countTokens: async () => ({ totalTokens: 0 }),
    embedContent: async () => ({ embeddings: [] }),
    useSummarizedThinking: () => false,
  };
  return { generator, requests, summaryRequests };
}

async function respond(answer: ScriptedAnswer, signal: AbortSignal | undefined): Promise<GenerateContentResponse> {
  await answer.hold;
  signal?.throwIfAborted();
  if (answer.error) throw answer.error;
  const content = { role: 'model', parts: answer.parts ?? [] };
  return {
    candidates: [{ content, finishReason: answer.finishReason ?? 'STOP' }],
    usageMetadata: answer.usage,
  };
}
