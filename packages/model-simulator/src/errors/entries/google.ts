import { googleBody, type ErrorEntry } from '../entry.js';

const invalid = 'INVALID_ARGUMENT';
const prompt = (tokens: number, window: number): string =>
  `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`;

/** Gemini API, Code Assist and Vertex. */
export const googleErrors = {
  'gemini-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: (numbers) => googleBody(400, prompt(numbers.prompt, numbers.window), invalid),
  },
  'gemini-no-count': {
    meaning: 'context-overflow',
    status: 400,
    body: ({ window }) =>
      googleBody(400, `The input token count exceeds the maximum number of tokens allowed ${window}.`, invalid),
  },
  'gemini-array': {
    meaning: 'context-overflow',
    status: 400,
    body: (numbers) => [googleBody(400, prompt(numbers.prompt, numbers.window), invalid)],
  },
  'gemini-nested': {
    meaning: 'context-overflow',
    status: 500,
    body: (numbers) =>
      googleBody(500, JSON.stringify([googleBody(400, prompt(numbers.prompt, numbers.window), invalid)]), 'INTERNAL'),
  },
  'gemini-output-cap': {
    meaning: 'output-cap',
    status: 400,
    body: ({ output, limit }) =>
      googleBody(
        400,
        `Unable to submit request because it has a maxOutputTokens value of ${output} but the supported range is from 1 (inclusive) to ${limit + 1} (exclusive). Update the value and try again.`,
        invalid,
      ),
  },
  'gemini-free-tier': {
    meaning: 'request-too-large-for-tier',
    status: 429,
    body: ({ limit, model }) =>
      googleBody(
        429,
        `You exceeded your current quota, please check your plan and billing details. * Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_input_token_count, limit: ${limit}, model: ${model}`,
        'RESOURCE_EXHAUSTED',
        [
          {
            '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
            violations: [
              {
                quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_input_token_count',
                quotaId: 'GenerateContentInputTokensPerModelPerMinute-FreeTier',
                quotaValue: String(limit),
              },
            ],
          },
        ],
      ),
  },
  'gemini-rate-limit': {
    meaning: 'rate-limit',
    status: 429,
    body: () =>
      googleBody(429, 'Resource has been exhausted (e.g. check quota). Please retry in 1s.', 'RESOURCE_EXHAUSTED', [
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' },
      ]),
  },
  'gemini-overloaded': {
    meaning: 'overloaded',
    status: 503,
    body: () => googleBody(503, 'The model is overloaded. Please try again later.', 'UNAVAILABLE'),
  },
  'gemini-auth': {
    meaning: 'auth',
    status: 400,
    body: () =>
      googleBody(400, 'API key not valid. Please pass a valid API key.', invalid, [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
      ]),
  },
  'vertex-prompt': {
    meaning: 'context-overflow',
    status: 400,
    body: (numbers) =>
      googleBody(
        400,
        `Unable to submit request because the input token count is ${numbers.prompt} but model only supports up to ${numbers.window}. Reduce the input token count and try again.`,
        invalid,
      ),
  },
} satisfies Record<string, ErrorEntry>;
