/**
 * The prompt as a provider's template would lay it out, as a list of segments whose tokens are concatenated.
 * Segments keep equal text comparable without encoding it again.
 */
import type { DialectName, SimulatedPart, SimulatedRequestContent } from '../request.js';
import { imageTokens } from './imageTokens.js';
import type { Tokenizer } from './tokenizer.js';

/** Tokens of one stretch of the prompt. */
interface PromptSegment {
  ids: ArrayLike<number>;
  /** It is a content block, and not a mark of the template. */
  isBlock?: boolean;
  /** A cache mark stands at its end. */
  breakpoint?: boolean;
}

export interface PromptTokens {
  segments: PromptSegment[];
  total: number;
  /** The part of `total` that declares tools. */
  toolTokens: number;
}

/** Ids of the marks a chat template puts around messages and calls; negative, so no tokenizer issues them. */
const MARK = { messageStart: -1, user: -2, assistant: -3, messageEnd: -4, tools: -5, system: -6 };

export interface PromptLayout {
  /** Anthropic lays out tools before the system text, the others after it. */
  toolsFirst: boolean;
  /** Tokens of every image; by default as each provider computes them from the image's size. */
  imageTokens?: number;
}

/** Lays out and counts the prompt of a request. */
export function promptTokens(
  request: SimulatedRequestContent,
  tokenizer: Tokenizer,
  layout: PromptLayout,
): PromptTokens {
  const segments: PromptSegment[] = [];
  const addMark = (...ids: number[]): void => void segments.push({ ids });
  const addBlock = (ids: ArrayLike<number>, breakpoint?: boolean): void => {
    segments.push({ ids, isBlock: true, breakpoint });
  };
  const system = (): void => {
    for (const block of request.systemBlocks) {
      addMark(MARK.system);
      addBlock(tokenizer.encode(block.text), block.cacheBreakpoint);
    }
  };
  let toolTokens = 0;
  const tools = (): void => {
    for (const tool of request.tools) {
      const { cacheBreakpoint, ...declaration } = tool;
      const ids = tokenizer.encode(JSON.stringify(declaration));
      addMark(MARK.tools);
      addBlock(ids, cacheBreakpoint);
      toolTokens += ids.length + 1;
    }
  };
  for (const part of layout.toolsFirst ? [tools, system] : [system, tools]) part();
  for (const message of request.messages) {
    addMark(MARK.messageStart, message.role === 'user' ? MARK.user : MARK.assistant);
    for (const part of message.parts) {
      const ids = partTokens(part, tokenizer, request.dialect, layout);
      addBlock(ids, part.cacheBreakpoint);
    }
    addMark(MARK.messageEnd);
  }
  addMark(MARK.messageStart, MARK.assistant);
  return { segments, total: segments.reduce((sum, segment) => sum + segment.ids.length, 0), toolTokens };
}

function partTokens(
  part: SimulatedPart,
  tokenizer: Tokenizer,
  dialect: DialectName,
  layout: PromptLayout,
): ArrayLike<number> {
  switch (part.type) {
    case 'text':
    case 'thought':
      return tokenizer.encode(part.text);
    case 'tool-call':
      return tokenizer.encode(`\n<call>${part.name}${part.argumentsText}`);
    case 'tool-result': {
      const text = tokenizer.encode(`\n<result>${part.output}`);
      if (part.media.length === 0) return text;
      const media = part.media.map((item) => partTokens(item, tokenizer, dialect, layout));
      return [text, ...media].flatMap((ids) => Array.from(ids));
    }
    case 'media':
      return new Int32Array(layout.imageTokens ?? imageTokens(part, dialect)).fill(part.contentHash);
  }
}
