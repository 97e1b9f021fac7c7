/** What can be told about a session. Attribute names are those of the published interface. */

export type AttributeValue = string | number | boolean;

/** One event: its name, its time (ISO 8601), and flat attributes; absent ones are unknown. */
export interface TelemetryEvent {
  'event.name': string;
  'event.timestamp': string;
  [attribute: string]: AttributeValue | undefined;
}

/** One compaction. Counts are tokens. */
export interface ChatCompressionAttributes {
  tokens_before: number;
  tokens_after: number;
  compression_input_token_count?: number;
  compression_output_token_count?: number;
  [attribute: string]: AttributeValue | undefined;
}

export interface ApiRequestAttributes {
  model: string;
  prompt_id: string;
}

/** One answer of a model. Counts are tokens, prompt tokens include cached ones. */
export interface ApiResponseAttributes {
  model: string;
  prompt_id: string;
  duration_ms: number;
  response_id?: string;
  input_token_count?: number;
  output_token_count?: number;
  cached_content_token_count?: number;
  thoughts_token_count?: number;
  total_token_count?: number;
  subagent_name?: string;
}

export interface ApiErrorAttributes {
  model: string;
  prompt_id: string;
  duration_ms: number;
  error: string;
  /** The kind of `ProviderError` where one is known. */
  error_type?: string;
  status_code?: number;
}

export interface ToolCallAttributes {
  function_name: string;
  /** JSON; exported only with `logPrompts`. */
  function_args?: string;
  duration_ms: number;
  success: boolean;
  error_type?: string;
  prompt_id: string;
  /** Characters that the model was given. */
  content_length?: number;
}
