import { asObject, asObjects, asString, optionalNumber, optionalString } from '../../json.js';
import type {
  JsonObject,
  SimulatedMessage,
  SimulatedPart,
  SimulatedRequestContent,
  SimulatedTool,
  SimulatedToolChoice,
} from '../../request.js';
import { linkedMediaPart, mediaPart } from '../media.js';

/** Reads the body of `models/<model>:generateContent` and `:streamGenerateContent`. */
export function parseGemini(body: JsonObject, path: string): SimulatedRequestContent {
  const generation = asObject(body['generationConfig']);
  const thinking = asObject(generation['thinkingConfig']);
  const system = asObjects(asObject(body['systemInstruction'])['parts']).map((part) => asString(part['text']));
  return {
    dialect: 'gemini',
    model: decodeURIComponent(/\/models\/([^/:?]+):/.exec(path)?.[1] ?? ''),
    stream: path.includes(':streamGenerateContent'),
    systemBlocks: system.map((text) => ({ text })),
    messages: asObjects(body['contents']).map(parseContent),
    tools: asObjects(body['tools']).flatMap((tool) => asObjects(tool['functionDeclarations']).map(parseDeclaration)),
    toolChoice: parseToolChoice(asObject(asObject(body['toolConfig'])['functionCallingConfig'])),
    maxOutputTokens: optionalNumber(generation['maxOutputTokens']),
    thinking: thinking['includeThoughts'] === true && thinking['thinkingBudget'] !== 0,
  };
}

function parseContent(content: JsonObject): SimulatedMessage {
  return {
    role: content['role'] === 'model' ? 'assistant' : 'user',
    parts: asObjects(content['parts']).map(parsePart),
  };
}

function parsePart(part: JsonObject): SimulatedPart {
  if ('functionCall' in part) {
    const call = asObject(part['functionCall']);
    const args = asObject(call['args']);
    return {
      type: 'tool-call',
      id: optionalString(call['id']),
      name: asString(call['name']),
      args,
      argumentsText: JSON.stringify(args),
    };
  }
  if ('functionResponse' in part) return parseFunctionResponse(asObject(part['functionResponse']));
  if ('inlineData' in part) {
    const data = asObject(part['inlineData']);
    return mediaPart(asString(data['mimeType']), asString(data['data']));
  }
  if ('fileData' in part) {
    const file = asObject(part['fileData']);
    return linkedMediaPart(asString(file['mimeType']), asString(file['fileUri']));
  }
  return { type: part['thought'] === true ? 'thought' : 'text', text: asString(part['text']) };
}

function parseFunctionResponse(result: JsonObject): SimulatedPart {
  const response = asObject(result['response']);
  const { output, error } = response;
  const value = error ?? output ?? response;
  return {
    type: 'tool-result',
    id: optionalString(result['id']),
    name: optionalString(result['name']),
    output: typeof value === 'string' ? value : JSON.stringify(value),
    isError: error !== undefined,
    media: asObjects(result['parts'])
      .map(parsePart)
      .filter((part) => part.type === 'media'),
  };
}

function parseDeclaration(declaration: JsonObject): SimulatedTool {
  return {
    name: asString(declaration['name']),
    description: optionalString(declaration['description']),
    parameters: declaration['parametersJsonSchema'] ?? declaration['parameters'],
  };
}

function parseToolChoice(config: JsonObject): SimulatedToolChoice {
  if (config['mode'] === 'NONE') return 'none';
  return config['mode'] === 'ANY' ? 'required' : 'auto';
}
