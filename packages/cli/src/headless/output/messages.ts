/** The messages of `--output-format json` and `stream-json` (docs: one JSON object a line, or one list at the end). */

interface Envelope {
  uuid: string;
  session_id: string;
}

/** `input_tokens` includes cached ones; both counts are 0 where the provider reported nothing. */
export interface UsageBlock {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens?: number;
  total_tokens?: number;
}

interface TextBlock {
  type: 'text';
  text: string;
}

interface ThinkingBlock {
  type: 'thinking';
  thinking: string;
  signature?: string;
}

interface ToolUseBlock {
  type: 'tool_use';
  id: string;
  name: string;
  input: Record<string, unknown>;
}

interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  is_error: boolean;
  content: string;
}

export type ContentBlock = TextBlock | ThinkingBlock | ToolUseBlock;

/** The facts of a session, sent first. */
export interface InitMessage extends Envelope {
  type: 'system';
  subtype: 'init';
  cwd: string;
  tools: string[];
  mcp_servers: Array<{ name: string; status: string }>;
  model: string;
  permission_mode: string;
  slash_commands: string[];
  qwen_code_version: string;
  agents: string[];
}

/** One kind of block a message; `usage` is that of the whole response and stands in its last message only. */
export interface AssistantMessage extends Envelope {
  type: 'assistant';
  parent_tool_use_id: string | null;
  message: {
    id: string;
    type: 'message';
    role: 'assistant';
    model: string;
    content: ContentBlock[];
    stop_reason: 'tool_use' | null;
    usage: UsageBlock;
  };
}

export interface UserMessage extends Envelope {
  type: 'user';
  parent_tool_use_id: string | null;
  message: { role: 'user'; content: string | Array<TextBlock | ToolResultBlock> };
}

/** A growing assistant message, with `--include-partial-messages`. */
export interface StreamEventMessage extends Envelope {
  type: 'stream_event';
  parent_tool_use_id: string | null;
  event: PartialEvent;
}

export type PartialEvent =
  | { type: 'message_start'; message: { id: string; role: 'assistant'; model: string; content: [] } }
  | { type: 'content_block_start'; index: number; content_block: ContentBlock }
  | {
      type: 'content_block_delta';
      index: number;
      delta:
        | { type: 'text_delta'; text: string }
        | { type: 'thinking_delta'; thinking: string }
        | { type: 'input_json_delta'; partial_json: string };
    }
  | { type: 'content_block_stop'; index: number }
  | { type: 'message_stop' }
  | { type: 'tool_progress'; tool_use_id: string; content: string };

interface PermissionDenial {
  tool_name: string;
  tool_use_id: string;
  tool_input: Record<string, unknown>;
}

interface ResultFacts extends Envelope {
  type: 'result';
  /** Milliseconds from the prompt to its end, and the part of them spent waiting for the model. */
  duration_ms: number;
  duration_api_ms: number;
  /** Requests to the model. */
  num_turns: number;
  usage: UsageBlock;
  permission_denials: PermissionDenial[];
}

export type ResultMessage =
  | (ResultFacts & { subtype: 'success'; is_error: false; result: string; stats?: object })
  | (ResultFacts & { subtype: 'error_during_execution'; is_error: true; error: { message: string } });

export type OutputMessage = InitMessage | AssistantMessage | UserMessage | StreamEventMessage | ResultMessage;
