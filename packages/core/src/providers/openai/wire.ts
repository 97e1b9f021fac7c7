/**
 * The chat completions format as servers speak it, which is more than the vendor's types say: other servers add fields,
 * leave some out and send others in another shape. Everything received is optional.
 */

interface WireTextPart {
  type: 'text';
  text: string;
}

/** A piece of a message: a text, or media under the key that its type names. */
export type WirePart = WireTextPart | { type: string; [key: string]: unknown };

export interface WireToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

export interface WireMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | WirePart[] | null;
  reasoning_content?: string;
  reasoning?: string;
  tool_calls?: WireToolCall[];
  tool_call_id?: string;
}

export interface WireTool {
  type: 'function';
  function: { name: string; description?: string; parameters: Record<string, unknown> };
}

/** A request body; sampling parameters and extensions of a server stand beside the named fields. */
export interface WireRequest {
  model: string;
  messages: WireMessage[];
  tools?: WireTool[];
  [key: string]: unknown;
}

export interface WireToolCallDelta {
  index?: number | null;
  id?: string | null;
  function?: { name?: string | null; arguments?: unknown } | null;
}

export interface WireDelta {
  content?: string | WirePart[] | null;
  refusal?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  tool_calls?: WireToolCallDelta[] | null;
}

export interface WireUsage {
  prompt_tokens?: number | null;
  completion_tokens?: number | null;
  total_tokens?: number | null;
  prompt_tokens_details?: { cached_tokens?: number | null } | null;
  completion_tokens_details?: { reasoning_tokens?: number | null } | null;
  /** DeepSeek. */
  prompt_cache_hit_tokens?: number | null;
  /** Moonshot. */
  cached_tokens?: number | null;
}

export interface WireChoice {
  delta?: WireDelta | null;
  message?: WireDelta | null;
  finish_reason?: string | null;
  error?: unknown;
  usage?: WireUsage | null;
}

/** A streamed chunk, a whole response, or an error in the place of either. */
export interface WireChunk {
  id?: string | null;
  model?: string | null;
  choices?: WireChoice[] | null;
  usage?: WireUsage | null;
  error?: unknown;
  [key: string]: unknown;
}
