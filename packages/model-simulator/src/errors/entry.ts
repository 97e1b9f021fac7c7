/** One error body as a provider sends it. */

/** What stands in an error text; tokens. */
export interface ErrorNumbers {
  /** The context window, or the input limit. */
  window: number;
  /** Tokens of the prompt. */
  prompt: number;
  /** Output tokens asked for. */
  output: number;
  /** Part of the prompt that is tool declarations. */
  tools: number;
  /** Largest output the model gives, or tokens a minute of the tier. */
  limit: number;
  model: string;
}

/** What the client should make of an error; the kinds of `ProviderError` in core. */
export type ErrorMeaning =
  | 'context-overflow'
  | 'output-overflow'
  | 'output-cap'
  | 'payload-too-large'
  | 'rate-limit'
  | 'overloaded'
  | 'request-too-large-for-tier'
  | 'image-limit'
  | 'invalid-request'
  | 'quota'
  | 'auth'
  | 'server';

export interface ErrorEntry {
  meaning: ErrorMeaning;
  status: number;
  headers?: Record<string, string>;
  /** A string is sent as HTML or plain text, `null` as no body, anything else as JSON. */
  body(numbers: ErrorNumbers): unknown;
}

/** The body most OpenAI-compatible servers use. */
export function openAiBody(
  message: string,
  code: string | number | null,
  type: string,
  param: string | null = null,
): unknown {
  return { error: { message, type, param, code } };
}

export function anthropicBody(type: string, message: string): unknown {
  return { type: 'error', error: { type, message }, request_id: 'req_simulator' };
}

export function googleBody(code: number, message: string, status: string, details?: unknown[]): unknown {
  return { error: { code, message, status, ...(details && { details }) } };
}
