/** A request to a model as scenarios see it: the same for all dialects. */

export type DialectName = 'openai' | 'anthropic' | 'gemini';

export type JsonObject = Record<string, unknown>;

interface Cacheable {
  /** An Anthropic `cache_control` mark stands on this block. */
  cacheBreakpoint?: boolean;
}

interface TextPart extends Cacheable {
  type: 'text';
  text: string;
}

interface ThoughtPart extends Cacheable {
  type: 'thought';
  text: string;
}

export interface ToolCallPart extends Cacheable {
  type: 'tool-call';
  id?: string;
  name: string;
  args: JsonObject;
  /** The arguments as they stand in the prompt. */
  argumentsText: string;
}

export interface ToolResultPart extends Cacheable {
  type: 'tool-result';
  id?: string;
  name?: string;
  output: string;
  isError: boolean;
  media: MediaPart[];
}

export interface MediaPart extends Cacheable {
  type: 'media';
  mimeType: string;
  /** Size of the decoded data. */
  bytes: number;
  /** Pixels, where the format is one the simulator can read (PNG, JPEG, GIF, WebP). */
  width?: number;
  height?: number;
  /** Equal for equal data. */
  contentHash: number;
}

export type SimulatedPart = TextPart | ThoughtPart | ToolCallPart | ToolResultPart | MediaPart;

/** One message; results of tools stand in `user` messages in every dialect. */
export interface SimulatedMessage {
  role: 'user' | 'assistant';
  parts: SimulatedPart[];
}

export interface SimulatedTool extends Cacheable {
  name: string;
  description?: string;
  parameters?: unknown;
}

export type SimulatedToolChoice = 'auto' | 'none' | 'required' | { name: string };

/** What a request says, without what the server makes of it. */
export interface SimulatedRequestContent {
  dialect: DialectName;
  model: string;
  stream: boolean;
  /** System instruction; several blocks only where the dialect has them. */
  systemBlocks: Array<{ text: string; cacheBreakpoint?: boolean }>;
  messages: SimulatedMessage[];
  tools: SimulatedTool[];
  toolChoice: SimulatedToolChoice;
  /** Output cap in tokens; `undefined` when the request sets none. */
  maxOutputTokens?: number;
  /** Whether the request switches reasoning on or off; `undefined` when it does not say. */
  thinking?: boolean;
}

/** A request that passed validation and fits the window. */
export interface SimulatedRequest extends SimulatedRequestContent {
  /** Position among the model requests of this simulator, from 0. */
  index: number;
  /** System instruction as one text. */
  system: string;
  /** Text of the newest user message that has text; '' when there is none. */
  lastUserText: string;
  /** Results in the last message, empty when it is not an answer to calls. */
  toolResults: ToolResultPart[];
  promptTokens: number;
  cachedTokens: number;
  /** The whole parsed body. */
  body: JsonObject;
  headers: Record<string, string>;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

/** The derived fields of a request. */
export function derivedFields(
  content: SimulatedRequestContent,
): Pick<SimulatedRequest, 'system' | 'lastUserText' | 'toolResults'> {
  const texts = content.messages
    .filter((message) => message.role === 'user')
    .map((message) => textOf(message))
    .filter((text) => text !== '');
  const last = content.messages.at(-1);
  return {
    system: content.systemBlocks.map((block) => block.text).join('\n\n'),
    lastUserText: texts.at(-1) ?? '',
    toolResults: last?.parts.filter((part) => part.type === 'tool-result') ?? [],
  };
}

/** The text parts of a message, joined by line breaks. */
function textOf(message: SimulatedMessage): string {
  return message.parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n');
}
