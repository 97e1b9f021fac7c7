/**
 * The prompt as a provider's template would lay it out, as a list of segments whose tokens are concatenated.
 * Segments keep equal text comparable without encoding it again.
 */
import type { SimulatedPart, SimulatedRequestContent } from '../request.js';
import { imageTokens } from './imageTokens.js';
import type { Tokenizer } from './tokenizer.js';

/** Tokens of one stretch of the prompt; `breakpoint` when a cache mark stands at its end. */
export interface PromptSegment {
  ids: ArrayLike<number>;
  breakpoint?: boolean;
}

export interface PromptTokens {
  segments: PromptSegment[];
  total: number;
  /** The part of `total` that declares tools. */
  toolTokens: number;
}

/** Ids of the marks a chat template puts around messages and calls; negative, so no tokenizer issues them. */
const MARK = { messageStart: -1, user: -2, assistant: -3, messageEnd: -4, tools: -5, call: -6, result: -7, system: -8 };

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
  const add = (ids: ArrayLike<number>, breakpoint?: boolean): void => {
    segments.push(breakpoint ? { ids, breakpoint } : { ids });
  };
  const system = (): void => {
    for (const block of request.systemBlocks) {
      add([MARK.system]);
      add(tokenizer.encode(block.text), block.cacheBreakpoint);
    }
  };
  let toolTokens = 0;
  const tools = (): void => {
    for (const tool of request.tools) {
      const { cacheBreakpoint, ...declaration } = tool;
      const ids = tokenizer.encode(JSON.stringify(declaration));
      add([MARK.tools]);
      add(ids, cacheBreakpoint);
      toolTokens += ids.length + 1;
    }
  };
  for (const part of layout.toolsFirst ? [tools, system] : [system, tools]) part();
  for (const message of request.messages) {
    add([MARK.messageStart, message.role === 'user' ? MARK.user : MARK.assistant]);
    for (const part of message.parts) addPart(part, add, tokenizer, request.dialect, layout);
    add([MARK.messageEnd]);
  }
  add([MARK.messageStart, MARK.assistant]);
  return { segments, total: segments.reduce((sum, segment) => sum + segment.ids.length, 0), toolTokens };
}

function addPart(
  part: SimulatedPart,
  add: (ids: ArrayLike<number>, breakpoint?: boolean) => void,
  tokenizer: Tokenizer,
  dialect: SimulatedRequestContent['dialect'],
  layout: PromptLayout,
): void {
  switch (part.type) {
    case 'text':
    case 'thought':
      add(tokenizer.encode(part.text), part.cacheBreakpoint);
      return;
    case 'tool-call':
      add([MARK.call]);
      add(tokenizer.encode(`${part.name}${part.argumentsText}`), part.cacheBreakpoint);
      return;
    case 'tool-result':
      add([MARK.result]);
      add(tokenizer.encode(part.output), part.cacheBreakpoint);
      for (const media of part.media) addPart(media, add, tokenizer, dialect, layout);
      return;
    case 'media':
      add(
        new Int32Array(layout.imageTokens ?? imageTokens(part, dialect)).fill(part.contentHash),
        part.cacheBreakpoint,
      );
      return;
  }
}
