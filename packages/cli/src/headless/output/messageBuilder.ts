/** Turns the agent's events into messages, one builder a run. */
import { randomUUID } from 'node:crypto';
import type { AgentEvent, Part, ToolCallResponseInfo, UsageMetadata } from '@qwen-code/qwen-code-core';
import { GeminiEventType } from '@qwen-code/qwen-code-core';
import type {
  AssistantMessage,
  ContentBlock,
  OutputMessage,
  PartialEvent,
  StreamEventMessage,
  UsageBlock,
  UserMessage,
} from './messages.js';

export interface MessageBuilderOptions {
  sessionId(): string;
  /** The model in use now. */
  model(): string;
  includePartialMessages: boolean;
}

/** The assistant message that is growing. */
interface Draft {
  id: string;
  blocks: ContentBlock[];
}

export class MessageBuilder {
  /** By the call that started the sub-agent; `null` is the main conversation. */
  private readonly drafts = new Map<string | null, Draft>();

  constructor(private readonly options: MessageBuilderOptions) {}

  /** The messages that an event completes, oldest first. */
  add(event: AgentEvent, parent: string | null = null): OutputMessage[] {
    switch (event.type) {
      case GeminiEventType.Content:
        return this.grow(parent, { type: 'text', text: event.value });
      case GeminiEventType.Thought: {
        const { subject, description } = event.value;
        return this.grow(parent, {
          type: 'thinking',
          thinking: subject ? `**${subject}** ${description}` : description,
        });
      }
      case GeminiEventType.ToolCallRequest: {
        const { callId: id, name, args: input } = event.value;
        return this.grow(parent, { type: 'tool_use', id, name, input });
      }
      case GeminiEventType.Retry:
        return event.isContinuation ? [] : this.discard(parent);
      case GeminiEventType.Finished:
        return this.close(parent, event.value.usageMetadata);
      case 'tool_call_output':
        return this.partial(parent, { type: 'tool_progress', tool_use_id: event.callId, content: event.text });
      case 'tool_call_end':
        return [...this.close(parent), this.toolResult(parent, event.value)];
      case 'subagent':
        return this.add(event.event, event.parentCallId);
      case 'request_start':
      case 'turn_end':
        return this.close(parent);
      default:
        return [];
    }
  }

  private grow(parent: string | null, block: ContentBlock): OutputMessage[] {
    const messages: OutputMessage[] = [];
    let draft = this.drafts.get(parent);
    if (draft && draft.blocks[0]!.type !== block.type) {
      messages.push(...this.close(parent));
      draft = undefined;
    }
    if (!draft) {
      draft = { id: randomUUID(), blocks: [] };
      this.drafts.set(parent, draft);
      const message = { id: draft.id, role: 'assistant' as const, model: this.options.model(), content: [] as [] };
      messages.push(...this.partial(parent, { type: 'message_start', message }));
    }
    const last = draft.blocks.at(-1);
    if (!last || block.type === 'tool_use') {
      draft.blocks.push({ ...block });
      messages.push(...this.startOfBlock(parent, draft.blocks.length - 1, block));
    } else if (last.type === 'text' && block.type === 'text') last.text += block.text;
    else if (last.type === 'thinking' && block.type === 'thinking') last.thinking += block.thinking;
    messages.push(...this.delta(parent, draft.blocks.length - 1, block));
    return messages;
  }

  private startOfBlock(parent: string | null, index: number, block: ContentBlock): StreamEventMessage[] {
    const previous = index > 0 ? this.partial(parent, { type: 'content_block_stop', index: index - 1 }) : [];
    return [
      ...previous,
      ...this.partial(parent, { type: 'content_block_start', index, content_block: emptied(block) }),
    ];
  }

  private delta(parent: string | null, index: number, block: ContentBlock): StreamEventMessage[] {
    const delta =
      block.type === 'text'
        ? { type: 'text_delta' as const, text: block.text }
        : block.type === 'thinking'
          ? { type: 'thinking_delta' as const, thinking: block.thinking }
          : { type: 'input_json_delta' as const, partial_json: JSON.stringify(block.input) };
    return this.partial(parent, { type: 'content_block_delta', index, delta });
  }

  /** The message that has grown so far, if any; `usage` is known at the end of a response. */
  private close(parent: string | null, usage?: UsageMetadata): OutputMessage[] {
    const draft = this.drafts.get(parent);
    if (!draft) return [];
    const ends = this.discard(parent);
    const message: AssistantMessage = {
      type: 'assistant',
      ...this.envelope(),
      parent_tool_use_id: parent,
      message: {
        id: draft.id,
        type: 'message',
        role: 'assistant',
        model: this.options.model(),
        content: draft.blocks,
        stop_reason: draft.blocks[0]!.type === 'tool_use' ? 'tool_use' : null,
        usage: usageBlock(usage),
      },
    };
    return [...ends, message];
  }

  /** Forgets the growing message: the request is made again. */
  private discard(parent: string | null): StreamEventMessage[] {
    const draft = this.drafts.get(parent);
    if (!draft) return [];
    this.drafts.delete(parent);
    return [
      ...this.partial(parent, { type: 'content_block_stop', index: draft.blocks.length - 1 }),
      ...this.partial(parent, { type: 'message_stop' }),
    ];
  }

  private toolResult(parent: string | null, { callId, responseParts, error }: ToolCallResponseInfo): UserMessage {
    const content = responseParts.map(resultText).filter(Boolean).join('\n');
    return {
      type: 'user',
      ...this.envelope(),
      parent_tool_use_id: parent,
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: callId, is_error: error !== undefined, content }],
      },
    };
  }

  private partial(parent: string | null, event: PartialEvent): StreamEventMessage[] {
    if (!this.options.includePartialMessages) return [];
    return [{ type: 'stream_event', ...this.envelope(), parent_tool_use_id: parent, event }];
  }

  private envelope(): { uuid: string; session_id: string } {
    return { uuid: randomUUID(), session_id: this.options.sessionId() };
  }
}

/** Counts as the wire names them; absent counts are left out where the format allows it. */
function usageBlock(usage: UsageMetadata | undefined): UsageBlock {
  const { promptTokenCount, candidatesTokenCount, cachedContentTokenCount, totalTokenCount } = usage ?? {};
  return {
    input_tokens: promptTokenCount ?? 0,
    output_tokens: candidatesTokenCount ?? 0,
    ...(cachedContentTokenCount !== undefined && { cache_read_input_tokens: cachedContentTokenCount }),
    ...(totalTokenCount !== undefined && { total_tokens: totalTokenCount }),
  };
}

/** A block before its first delta. */
function emptied(block: ContentBlock): ContentBlock {
  if (block.type === 'text') return { type: 'text', text: '' };
  if (block.type === 'thinking') return { type: 'thinking', thinking: '' };
  return { ...block, input: {} };
}

function resultText({ functionResponse, text }: Part): string {
  const response = functionResponse?.response;
  const shown = response?.['output'] ?? response?.['error'] ?? text ?? '';
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
}
