/** The events of one streamed message as chunks of a response. */
import type Anthropic from '@anthropic-ai/sdk';
import type { GenerateContentResponse, Part } from '../../types.js';
import { ProviderError } from '../errors/providerError.js';
import { parseToolArguments } from '../toolArguments.js';
import { finishOf, type MessageEnd } from './finish.js';
import { redactedThinkingPart, thinkingPart } from './thoughtParts.js';
import { mergeUsage, usageMetadata, type MessagesUsage } from './usage.js';

/** A block under way whose parts are complete only at its end. */
type OpenBlock =
  | { type: 'text' }
  | { type: 'thinking'; signature: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown; json: string };

/** Takes the events of one message in order. */
export class StreamTranslator {
  private readonly blocks = new Map<number, OpenBlock>();
  private usage: MessagesUsage = {};
  private end: MessageEnd = {};
  private identity: Pick<GenerateContentResponse, 'responseId' | 'modelVersion'> = {};
  private stopped = false;

  /** Whether the message is complete. */
  get isComplete(): boolean {
    return this.stopped;
  }

  /**
   * The chunk that an event makes, if any: text and thoughts as they come, a call and a thought's signature when their
   * block ends, finish reason and usage when the message ends. Unknown events are passed over.
   *
   * @throws `ProviderError` of kind `stream` for events that cannot be, and those of `finishOf`.
   */
  translate(event: Anthropic.RawMessageStreamEvent): GenerateContentResponse | undefined {
    switch (event.type) {
      case 'message_start':
        this.usage = mergeUsage(this.usage, event.message.usage);
        this.identity = { responseId: event.message.id, modelVersion: event.message.model };
        return undefined;
      case 'content_block_start':
        return this.chunk(this.startBlock(event.index, event.content_block));
      case 'content_block_delta':
        return this.chunk(this.growBlock(event.index, event.delta));
      case 'content_block_stop':
        return this.chunk(this.endBlock(event.index));
      case 'message_delta':
        this.usage = mergeUsage(this.usage, event.usage);
        this.end = event.delta;
        return undefined;
      case 'message_stop':
        return this.finish();
      default:
        return undefined;
    }
  }

  private startBlock(index: number, block: Anthropic.ContentBlock): Part[] {
    switch (block.type) {
      case 'text':
        this.blocks.set(index, { type: 'text' });
        return textParts(block.text);
      case 'thinking':
        this.blocks.set(index, { type: 'thinking', signature: block.signature ?? '' });
        return block.thinking ? [thinkingPart(block.thinking, undefined)] : [];
      case 'redacted_thinking':
        return [redactedThinkingPart(block.data)];
      case 'tool_use':
        this.blocks.set(index, { type: 'tool_use', id: block.id, name: block.name, input: block.input, json: '' });
        return [];
      default:
        return [];
    }
  }

  private growBlock(index: number, delta: Anthropic.RawContentBlockDelta): Part[] {
    switch (delta.type) {
      case 'text_delta':
        return textParts(delta.text);
      case 'thinking_delta':
        return delta.thinking ? [thinkingPart(delta.thinking, undefined)] : [];
      case 'signature_delta':
        this.openBlock(index, 'thinking').signature += delta.signature;
        return [];
      case 'input_json_delta':
        if (delta.partial_json !== '') this.openBlock(index, 'tool_use').json += delta.partial_json;
        return [];
      default:
        return [];
    }
  }

  private endBlock(index: number): Part[] {
    const block = this.blocks.get(index);
    this.blocks.delete(index);
    if (block?.type === 'thinking') return block.signature === '' ? [] : [thinkingPart('', block.signature)];
    if (block?.type !== 'tool_use') return [];
    const { id, name, json, input } = block;
    const args = json === '' ? ((input ?? {}) as Record<string, unknown>) : parseToolArguments(json);
    return [{ functionCall: { id, name, args } }];
  }

  private openBlock<T extends OpenBlock['type']>(index: number, type: T): Extract<OpenBlock, { type: T }> {
    const block = this.blocks.get(index);
    if (block?.type === type) return block as Extract<OpenBlock, { type: T }>;
    throw new ProviderError(`The stream went on with a ${type} block (index ${index}) that it had not begun`, {
      kind: 'stream',
    });
  }

  private chunk(parts: Part[]): GenerateContentResponse | undefined {
    if (parts.length === 0) return undefined;
    return { candidates: [{ content: { role: 'model', parts }, index: 0 }], ...this.identity };
  }

  private finish(): GenerateContentResponse {
    this.stopped = true;
    const counts = usageMetadata(this.usage);
    return {
      candidates: [{ content: { role: 'model', parts: [] }, index: 0, ...finishOf(this.end, this.usage) }],
      ...(counts === undefined ? {} : { usageMetadata: counts }),
      ...this.identity,
    };
  }
}

function textParts(text: string | undefined): Part[] {
  return text ? [{ text }] : [];
}
