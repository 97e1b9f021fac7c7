/** What can be told about a session. Attribute names are those of the published interface. */

export type AttributeValue = string | number | boolean;

/** One event: its name, its time (ISO 8601), and flat attributes; absent ones are unknown. */
export interface TelemetryEvent {
  'event.name': string;
  'event.timestamp': string;
  [attribute: string]: AttributeValue | undefined;
}

/** One attempt to compact. Counts are tokens. */
export interface ChatCompressionAttributes {
  /** `CompressionStatus` */
  status?: number;
  /** What led to it: `auto`, `hard`, `reactive` or `manual`. */
  trigger?: string;
  duration_ms?: number;
  tokens_before: number;
  /** Automatic attempts that have failed in a row, this one included. */
  consecutive_failures?: number;
  tokens_after: number;
  compression_input_token_count?: number;
  compression_output_token_count?: number;
  [attribute: string]: AttributeValue | undefined;
}

/** One request as the program makes it, whatever number of attempts it takes. */
export interface ApiRequestAttributes {
  model: string;
  prompt_id: string;
}

/** One answer of a model. Counts are tokens, prompt tokens include cached ones; milliseconds to its last piece. */
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
}

export interface ApiErrorAttributes {
  model: string;
  prompt_id: string;
  duration_ms: number;
  error: string;
  /** The kind of a `ProviderError`, else the error's name, such as `AbortError`. */
  error_type: string;
  status_code?: number;
}

export interface ToolCallAttributes {
  function_name: string;
  /** Exported, as JSON, only with `logPrompts`. */
  function_args: Record<string, unknown>;
  /** Milliseconds, the wait for a person's approval included. */
  duration_ms: number;
  success: boolean;
  error_type?: string;
  prompt_id: string;
  /** Characters that the model was given. */
  content_length?: number;
}
