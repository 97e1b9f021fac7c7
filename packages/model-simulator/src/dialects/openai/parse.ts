import {
  asList,
  asObject,
  asObjects,
  asString,
  isObject,
  optionalNumber,
  optionalString,
  parseObject,
} from '../../json.js';
import type {
  JsonObject,
  SimulatedMessage,
  SimulatedPart,
  SimulatedRequestContent,
  SimulatedTool,
  SimulatedToolChoice,
} from '../../request.js';
import { linkedMediaPart, mediaPart } from '../media.js';

/** Reads the body of POST /v1/chat/completions. */
export function parseOpenAi(body: JsonObject): SimulatedRequestContent {
  const messages = asObjects(body['messages']);
  const isSystem = (message: JsonObject): boolean => message['role'] === 'system' || message['role'] === 'developer';
  return {
    dialect: 'openai',
    model: asString(body['model']),
    stream: body['stream'] === true,
    systemBlocks: messages.filter(isSystem).map((message) => ({
      text: contentParts(message['content'])
        .map((part) => ('text' in part ? part.text : ''))
        .join('\n'),
    })),
    messages: mergeMessages(messages.filter((message) => !isSystem(message))),
    tools: asObjects(body['tools']).map(parseTool),
    toolChoice: parseToolChoice(body['tool_choice']),
    maxOutputTokens: optionalNumber(body['max_completion_tokens']) ?? optionalNumber(body['max_tokens']),
    thinking: parseThinking(body),
  };
}

/** Adjacent tool messages become the parts of one user message. */
function mergeMessages(messages: JsonObject[]): SimulatedMessage[] {
  const result: SimulatedMessage[] = [];
  let previousWasTool = false;
  for (const message of messages) {
    const isTool = message['role'] === 'tool';
    const parts = messageParts(message);
    const last = result.at(-1);
    if (isTool && previousWasTool && last) last.parts.push(...parts);
    else result.push({ role: message['role'] === 'assistant' ? 'assistant' : 'user', parts });
    previousWasTool = isTool;
  }
  return result;
}

function messageParts(message: JsonObject): SimulatedPart[] {
  const content = contentParts(message['content']);
  if (message['role'] === 'tool') {
    return [
      {
        type: 'tool-result',
        id: optionalString(message['tool_call_id']),
        output: content.map((part) => ('text' in part ? part.text : '')).join('\n'),
        isError: false,
        media: content.filter((part) => part.type === 'media'),
      },
    ];
  }
  const thoughts = asString(message['reasoning_content']) || asString(message['reasoning']);
  const calls = asObjects(message['tool_calls']).map((call): SimulatedPart => {
    const called = asObject(call['function']);
    const argumentsText = asString(called['arguments']);
    return {
      type: 'tool-call',
      id: optionalString(call['id']),
      name: asString(called['name']),
      args: parseObject(argumentsText),
      argumentsText,
    };
  });
  return [...(thoughts ? [{ type: 'thought' as const, text: thoughts }] : []), ...content, ...calls];
}

function contentParts(content: unknown): SimulatedPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return asList(content).filter(isObject).map(contentPart);
}

function contentPart(part: JsonObject): SimulatedPart {
  if (part['type'] === 'text') return { type: 'text', text: asString(part['text']) };
  const image = asObject(part['image_url']);
  const file = asObject(part['file']);
  const audio = asObject(part['input_audio']);
  const video = asObject(part['video_url']);
  const url = asString(image['url']) || asString(file['file_data']) || asString(video['url']);
  const data = /^data:([^;,]*)[^,]*,(.*)$/s.exec(url);
  if (data) return mediaPart(data[1] ?? '', data[2] ?? '');
  if (audio['data']) return mediaPart(`audio/${asString(audio['format'])}`, asString(audio['data']));
  return linkedMediaPart(asString(part['type']), url);
}

function parseTool(tool: JsonObject): SimulatedTool {
  const declared = asObject(tool['function']);
  return {
    name: asString(declared['name']),
    description: optionalString(declared['description']),
    parameters: declared['parameters'],
  };
}

function parseToolChoice(choice: unknown): SimulatedToolChoice {
  if (choice === 'none' || choice === 'required') return choice;
  const name = asString(asObject(asObject(choice)['function'])['name']);
  return name ? { name } : 'auto';
}

/** The switches of Qwen/DashScope, vLLM and llama.cpp, DeepSeek and OpenRouter. */
function parseThinking(body: JsonObject): boolean | undefined {
  const template = asObject(body['chat_template_kwargs'])['enable_thinking'];
  for (const flag of [body['enable_thinking'], template]) if (typeof flag === 'boolean') return flag;
  const deepSeek = asObject(body['thinking'])['type'];
  if (typeof deepSeek === 'string') return deepSeek !== 'disabled';
  const openRouter = asObject(body['reasoning']);
  if (openRouter['enabled'] === false || openRouter['effort'] === 'none') return false;
  if (body['reasoning_effort'] === 'none') return false;
  return body['reasoning'] !== undefined || body['reasoning_effort'] !== undefined ? true : undefined;
}
