import { asList, asObject, asObjects, asString, isObject, optionalNumber, optionalString } from '../../json.js';
import type {
  JsonObject,
  SimulatedPart,
  SimulatedRequestContent,
  SimulatedTool,
  SimulatedToolChoice,
} from '../../request.js';
import { linkedMediaPart, mediaPart } from '../media.js';

/** Reads the body of POST /v1/messages. */
export function parseAnthropic(body: JsonObject): SimulatedRequestContent {
  const thinking = asObject(body['thinking'])['type'];
  return {
    dialect: 'anthropic',
    model: asString(body['model']),
    stream: body['stream'] === true,
    systemBlocks: systemBlocks(body['system']),
    messages: asObjects(body['messages']).map((message) => ({
      role: message['role'] === 'assistant' ? 'assistant' : 'user',
      parts: contentParts(message['content']),
    })),
    tools: asObjects(body['tools']).map(parseTool),
    toolChoice: parseToolChoice(body['tool_choice']),
    maxOutputTokens: optionalNumber(body['max_tokens']),
    thinking: thinking === 'enabled' || thinking === 'adaptive',
  };
}

function systemBlocks(system: unknown): SimulatedRequestContent['systemBlocks'] {
  if (typeof system === 'string') return system === '' ? [] : [{ text: system }];
  return asObjects(system).map((block) => ({ text: asString(block['text']), ...cacheable(block) }));
}

function cacheable(block: JsonObject): { cacheBreakpoint?: boolean } {
  return isObject(block['cache_control']) ? { cacheBreakpoint: true } : {};
}

function contentParts(content: unknown): SimulatedPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return asList(content).filter(isObject).map(contentPart);
}

function contentPart(block: JsonObject): SimulatedPart {
  const cache = cacheable(block);
  switch (block['type']) {
    case 'text':
      return { type: 'text', text: asString(block['text']), ...cache };
    case 'thinking':
      return { type: 'thought', text: asString(block['thinking']), ...cache };
    case 'redacted_thinking':
      return { type: 'thought', text: asString(block['data']), ...cache };
    case 'tool_use': {
      const args = asObject(block['input']);
      const call = { id: optionalString(block['id']), name: asString(block['name']) };
      return { type: 'tool-call', ...call, args, argumentsText: JSON.stringify(args), ...cache };
    }
    case 'tool_result': {
      const parts = contentParts(block['content']);
      return {
        type: 'tool-result',
        id: optionalString(block['tool_use_id']),
        output: parts.map((part) => ('text' in part ? part.text : '')).join('\n'),
        isError: block['is_error'] === true,
        media: parts.filter((part) => part.type === 'media'),
        ...cache,
      };
    }
    default: {
      const source = asObject(block['source']);
      const mimeType = asString(source['media_type']) || asString(block['type']);
      const data = asString(source['data']);
      const media = data ? mediaPart(mimeType, data) : linkedMediaPart(mimeType, asString(source['url']));
      return { ...media, ...cache };
    }
  }
}

function parseTool(tool: JsonObject): SimulatedTool {
  return {
    name: asString(tool['name']),
    description: optionalString(tool['description']),
    parameters: tool['input_schema'],
    ...cacheable(tool),
  };
}

function parseToolChoice(choice: unknown): SimulatedToolChoice {
  const { type, name } = asObject(choice);
  if (type === 'none') return 'none';
  if (type === 'any') return 'required';
  return type === 'tool' ? { name: asString(name) } : 'auto';
}
