/** A normalised history as the messages of the API. */
import type Anthropic from '@anthropic-ai/sdk';
import type { Content, FunctionResponse, Part } from '../../types.js';
import type { ContentGeneratorConfig } from '../contentGenerator.js';
import { functionResponseText } from '../history/functionResponseText.js';
import { normalizeHistory } from '../history/normalizeHistory.js';
import { mediaBlock, type MediaBlock } from './mediaBlocks.js';
import { thinkingBlock } from './thoughtParts.js';

/** A message whose content is a list of blocks, as all of ours are. */
export interface BlockMessage {
  role: 'user' | 'assistant';
  content: Anthropic.ContentBlockParam[];
}

export type MessageSettings = Pick<ContentGeneratorConfig, 'modalities' | 'splitToolMedia'>;

/** Same history, same messages, byte for byte; a longer history only adds messages at the end. */
export function toMessages(contents: Content[], settings: MessageSettings): BlockMessage[] {
  const history = normalizeHistory(contents, { alternateRoles: true, thoughts: 'keep-signed', wordCallIds: true });
  return history.map((content) =>
    content.role === 'model'
      ? { role: 'assistant', content: joinTexts((content.parts ?? []).flatMap(assistantBlocks)) }
      : { role: 'user', content: userBlocks(content.parts ?? [], settings) },
  );
}

function assistantBlocks(part: Part): Anthropic.ContentBlockParam[] {
  if (part.thought) return [thinkingBlock(part)];
  if (part.functionCall) {
    const { id = '', name = '', args } = part.functionCall;
    return [{ type: 'tool_use', id, name, input: args ?? {} }];
  }
  // The API knows no media of the assistant's; what another provider's model drew is left out with a note.
  if (part.inlineData || part.fileData) return [mediaBlock(part, {})];
  return [{ type: 'text', text: part.text ?? JSON.stringify(part) }];
}

/** Streamed answers are stored in pieces; the API's own blocks are whole. */
function joinTexts(blocks: Anthropic.ContentBlockParam[]): Anthropic.ContentBlockParam[] {
  const joined: Anthropic.ContentBlockParam[] = [];
  for (const block of blocks) {
    const previous = joined.at(-1);
    if (block.type === 'text' && previous?.type === 'text') {
      joined[joined.length - 1] = { type: 'text', text: previous.text + block.text };
    } else {
      joined.push(block);
    }
  }
  return joined;
}

/** Results first, as the API demands; media that must not stand in a result follow the results. */
function userBlocks(parts: Part[], settings: MessageSettings): Anthropic.ContentBlockParam[] {
  const results: Anthropic.ContentBlockParam[] = [];
  const others: Anthropic.ContentBlockParam[] = [];
  for (const part of parts) {
    if (part.functionResponse) {
      const media = resultMedia(part.functionResponse, settings);
      results.push(toolResult(part.functionResponse, settings.splitToolMedia ? [] : media));
      if (settings.splitToolMedia) others.push(...media);
    } else if (part.inlineData || part.fileData) {
      others.push(mediaBlock(part, settings.modalities));
    } else {
      others.push({ type: 'text', text: part.text ?? JSON.stringify(part) });
    }
  }
  return [...results, ...others];
}

function resultMedia(result: FunctionResponse, { modalities }: MessageSettings): MediaBlock[] {
  const parts = (result.parts ?? []) as Part[];
  return parts.filter((part) => part.inlineData || part.fileData).map((part) => mediaBlock(part, modalities));
}

function toolResult(result: FunctionResponse, media: MediaBlock[]): Anthropic.ToolResultBlockParam {
  const { text, isError } = functionResponseText(result);
  return {
    type: 'tool_result',
    tool_use_id: result.id ?? '',
    content: media.length === 0 ? text : [{ type: 'text', text }, ...media],
    ...(isError ? { is_error: true } : {}),
  };
}

/**
 * Whether a tool loop is under way that did not begin with thinking, as after a change of model or a compaction. With a
 * thinking budget the API refuses to think in such a loop.
 */
export function isInUnthinkingToolLoop(messages: readonly BlockMessage[]): boolean {
  let first: BlockMessage | undefined;
  for (let index = messages.length - 1; index > 0; index -= 2) {
    if (!messages[index]?.content.some((block) => block.type === 'tool_result')) break;
    first = messages[index - 1];
  }
  const type = first?.content[0]?.type;
  return type !== undefined && type !== 'thinking' && type !== 'redacted_thinking';
}
