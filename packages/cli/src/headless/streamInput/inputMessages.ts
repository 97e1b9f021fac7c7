/** What arrives on standard input with `--input-format stream-json`: one JSON object a line. */
import type { Part } from '@qwen-code/qwen-code-core';
import { FatalInputError } from '../../errors.js';
import { isObject, type JsonObject } from '../../utils/isObject.js';

export interface ControlRequestMessage {
  type: 'control_request';
  request_id: string;
  request: { subtype: string } & Record<string, unknown>;
}

export interface ControlResponseMessage {
  type: 'control_response';
  response: { subtype: 'success' | 'error'; request_id: string; response?: unknown; error?: unknown };
}

export type InputMessage =
  | { type: 'user'; parts: Part[] }
  | ControlRequestMessage
  | ControlResponseMessage
  | { type: 'control_cancel_request'; request_id: string };

/**
 * The message of one line, or `undefined` for an empty line.
 * @throws FatalInputError that names the line and what is wrong with it.
 */
export function parseInputLine(line: string, lineNumber: number): InputMessage | undefined {
  if (line.trim() === '') return undefined;
  const refuse = (problem: string): never => {
    throw new FatalInputError(`Line ${lineNumber} of the input ${problem}: ${line.slice(0, 200)}`);
  };
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch (_error) {
    return refuse('is not JSON');
  }
  if (!isObject(message)) return refuse('is not an object');
  switch (message['type']) {
    case 'user':
      return { type: 'user', parts: userParts(message, refuse) };
    case 'control_request':
      if (typeof message['request_id'] !== 'string') return refuse('has no "request_id"');
      if (!isObject(message['request']) || typeof message['request']['subtype'] !== 'string')
        return refuse('has no "request.subtype"');
      return message as unknown as ControlRequestMessage;
    case 'control_response':
      if (!isObject(message['response']) || typeof message['response']['request_id'] !== 'string')
        return refuse('has no "response.request_id"');
      return message as unknown as ControlResponseMessage;
    case 'control_cancel_request':
      if (typeof message['request_id'] !== 'string') return refuse('has no "request_id"');
      return { type: 'control_cancel_request', request_id: message['request_id'] };
    default:
      return refuse(`has the unknown type ${JSON.stringify(message['type'])}`);
  }
}

function userParts(message: JsonObject, refuse: (problem: string) => never): Part[] {
  const inner = message['message'];
  const content = isObject(inner) ? inner['content'] : undefined;
  if (typeof content === 'string') return [{ text: content }];
  if (!Array.isArray(content) || content.length === 0) return refuse('has no "message.content"');
  return content.map((block: unknown) => partOf(block) ?? refuse('holds a block that is neither text nor image'));
}

function partOf(block: unknown): Part | undefined {
  if (!isObject(block)) return undefined;
  if (block['type'] === 'text' && typeof block['text'] === 'string') return { text: block['text'] };
  const source = block['source'];
  if (block['type'] !== 'image' || !isObject(source)) return undefined;
  const { media_type: mimeType, data } = source;
  return typeof mimeType === 'string' && typeof data === 'string' ? { inlineData: { mimeType, data } } : undefined;
}
