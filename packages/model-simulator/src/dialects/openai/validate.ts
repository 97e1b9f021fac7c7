/** The rules of the chat completions API, in the wording of OpenAI or of the style that was asked for. */
import { asObjects, isObject } from '../../json.js';
import type { SimulatorOptions } from '../../options.js';
import type { JsonObject } from '../../request.js';
import type { Violation } from '../../validation/violation.js';
import { openAiPairViolations } from './validatePairs.js';

const ROLES = ['system', 'assistant', 'user', 'function', 'tool', 'developer'];

export function validateOpenAi(body: JsonObject, options: SimulatorOptions): Violation[] {
  if (!Array.isArray(body['messages'])) {
    return [
      {
        rule: 'shape',
        path: 'messages',
        message: "Missing required parameter: 'messages'.",
        code: 'missing_required_parameter',
      },
    ];
  }
  if (body['messages'].length === 0) {
    const message =
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.";
    return [{ rule: 'empty-content', path: 'messages', message, code: 'empty_array' }];
  }
  const messages = asObjects(body['messages']);
  return [
    ...(typeof body['model'] === 'string' && body['model'] !== ''
      ? []
      : [{ rule: 'shape' as const, path: 'model', message: 'you must provide a model parameter' }]),
    ...messages.flatMap(messageViolations),
    ...openAiPairViolations(messages, options.errorStyle),
    ...alternationViolations(messages, options),
    ...toolViolations(body, messages, options),
  ];
}

function messageViolations(message: JsonObject, index: number): Violation[] {
  const { role, content } = message;
  if (typeof role !== 'string' || !ROLES.includes(role)) {
    const supported = ROLES.map((name) => `'${name}'`).join(', ');
    const text = `Invalid value: '${String(role)}'. Supported values are: ${supported}.`;
    return [{ rule: 'role', path: `messages[${index}].role`, message: text, code: 'invalid_value' }];
  }
  const path = `messages[${index}].content`;
  if (typeof content === 'string') {
    const mayBeEmpty = role === 'assistant' && asObjects(message['tool_calls']).length > 0;
    return content === '' && !mayBeEmpty ? [emptyText(path)] : [];
  }
  if (content === null || content === undefined) {
    if (role === 'assistant' && asObjects(message['tool_calls']).length > 0) return [];
    return [
      {
        rule: 'empty-content',
        path,
        message: "Invalid value for 'content': expected a string, got null.",
        code: 'invalid_type',
      },
    ];
  }
  if (!Array.isArray(content)) {
    return [
      { rule: 'shape', path, message: `Invalid type for '${path}': expected one of a string or array of objects.` },
    ];
  }
  if (content.length === 0) {
    const text = `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`;
    return [{ rule: 'empty-content', path, message: text, code: 'empty_array' }];
  }
  return content.flatMap((part, partIndex) => partViolations(part, `${path}[${partIndex}]`));
}

function emptyText(path: string): Violation {
  const message = `Invalid '${path}': empty string. Expected a string with minimum length 1, but got an empty string instead.`;
  return { rule: 'empty-text', path, message, code: 'empty_string' };
}

const PART_TYPES = ['text', 'image_url', 'input_audio', 'refusal', 'file', 'video_url', 'audio_url'];

function partViolations(part: unknown, path: string): Violation[] {
  if (!isObject(part) || typeof part['type'] !== 'string' || !PART_TYPES.includes(part['type'])) {
    const type = isObject(part) ? String(part['type']) : typeof part;
    const message = `Invalid value: '${type}'. Supported values are: ${PART_TYPES.map((name) => `'${name}'`).join(', ')}.`;
    return [{ rule: 'shape', path, message, code: 'invalid_value' }];
  }
  if (part['type'] === 'text' && (typeof part['text'] !== 'string' || part['text'] === ''))
    return [emptyText(`${path}.text`)];
  return [];
}

function alternationViolations(messages: JsonObject[], options: SimulatorOptions): Violation[] {
  if (!options.quirks?.alternateRoles) return [];
  const turns = messages.filter(({ role }) => role === 'user' || role === 'assistant' || role === 'tool');
  const broken = turns.findIndex(
    ({ role }, index) => index > 0 && role !== 'tool' && role === turns[index - 1]?.['role'],
  );
  if (broken < 0 && turns[0]?.['role'] === 'user') return [];
  const message =
    'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...';
  return [{ rule: 'alternation', path: `messages[${messages.indexOf(turns[Math.max(broken, 0)] ?? {})}]`, message }];
}

function toolViolations(body: JsonObject, messages: JsonObject[], options: SimulatorOptions): Violation[] {
  const tools = asObjects(body['tools']);
  const violations: Violation[] = [];
  if (Array.isArray(body['tools']) && tools.length === 0) {
    const message =
      "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.";
    violations.push({ rule: 'tools', path: 'tools', message, code: 'empty_array' });
  }
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    const name = isObject(tool['function']) ? tool['function']['name'] : undefined;
    const path = `tools[${index}].function.name`;
    if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
      const message = `Invalid '${path}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
      violations.push({ rule: 'tools', path, message, code: 'invalid_value' });
    } else if (names.has(name)) {
      violations.push({ rule: 'tools', path, message: `Tool names must be unique: '${name}' is declared twice.` });
    } else names.add(name);
  }
  const choice = body['tool_choice'];
  if (choice !== undefined && tools.length === 0) {
    const message = "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.";
    violations.push({ rule: 'tool-choice', path: 'tool_choice', message });
  }
  if (options.quirks?.onlyAutomaticToolChoice && choice !== undefined && choice !== 'auto') {
    violations.push({ rule: 'tool-choice', path: 'tool_choice', message: "Only tool_choice 'auto' is supported." });
  }
  const hasCalls = messages.some((message) => message['role'] === 'tool' || Array.isArray(message['tool_calls']));
  if (options.quirks?.toolsRequiredForCalls && hasCalls && tools.length === 0) {
    const message = 'Tool calls and results were found in the messages, but no tools are declared.';
    violations.push({ rule: 'tools', path: 'tools', message });
  }
  return violations;
}
