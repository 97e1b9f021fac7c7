/** A whole message of the API as a response. */
import type Anthropic from '@anthropic-ai/sdk';
import type { GenerateContentResponse, Part } from '../../types.js';
import { ProviderError } from '../errors/providerError.js';
import { finishOf } from './finish.js';
import { redactedThinkingPart, thinkingPart } from './thoughtParts.js';
import { usageMetadata } from './usage.js';

/**
 * @throws `ProviderError` of kind `stream` when the server answered with anything but a message, and those of `finishOf`.
 */
export function toResponse(message: Anthropic.Message): GenerateContentResponse {
  if (typeof message !== 'object' || message === null || !Array.isArray(message.content)) {
    throw new ProviderError(
      'The server did not answer with an Anthropic message. Check the base URL and the auth type.',
      {
        kind: 'stream',
      },
    );
  }
  const usage = message.usage ?? {};
  const counts = usageMetadata(usage);
  return {
    candidates: [
      { content: { role: 'model', parts: message.content.flatMap(partsOf) }, index: 0, ...finishOf(message, usage) },
    ],
    ...(counts === undefined ? {} : { usageMetadata: counts }),
    responseId: message.id,
    modelVersion: message.model,
  };
}

/** The parts of one block; blocks of server-side tools, which are never asked for, have none. */
function partsOf(block: Anthropic.ContentBlock): Part[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ text: block.text }];
    case 'thinking':
      return [thinkingPart(block.thinking, block.signature)];
    case 'redacted_thinking':
      return [redactedThinkingPart(block.data)];
    case 'tool_use':
      return [{ functionCall: { id: block.id, name: block.name, args: block.input as Record<string, unknown> } }];
    default:
      return [];
  }
}
