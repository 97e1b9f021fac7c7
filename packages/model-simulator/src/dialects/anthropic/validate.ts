/** The rules of the messages API in its own wording. */
import { asObject, asObjects, asString, isObject } from '../../json.js';
import type { SimulatorOptions } from '../../options.js';
import type { JsonObject } from '../../request.js';
import type { Violation } from '../../validation/violation.js';
import { anthropicImageViolations } from './validateImages.js';
import { anthropicPairViolations } from './validatePairs.js';
import { thinkingConfigViolations, thinkingViolations } from './validateThinking.js';

export function validateAnthropic(body: JsonObject, options: SimulatorOptions): Violation[] {
  const messages = asObjects(body['messages']);
  return [
    ...requiredViolations(body),
    ...systemViolations(body['system']),
    ...roleViolations(messages, options),
    ...messages.flatMap((message, index) => contentViolations(message, index, index === messages.length - 1)),
    ...anthropicPairViolations(messages, options.errorStyle),
    ...thinkingViolations(messages),
    ...thinkingConfigViolations(body),
    ...toolViolations(body, messages, options),
    ...cacheControlViolations(body),
    ...anthropicImageViolations(messages),
  ];
}

function requiredViolations(body: JsonObject): Violation[] {
  const violations: Violation[] = [];
  if (asString(body['model']) === '')
    violations.push({ rule: 'shape', path: 'model', message: 'model: Field required' });
  if (body['max_tokens'] === undefined) {
    violations.push({ rule: 'max-tokens', path: 'max_tokens', message: 'max_tokens: Field required' });
  } else if (typeof body['max_tokens'] !== 'number' || body['max_tokens'] < 1) {
    const message = 'max_tokens: Input should be greater than or equal to 1';
    violations.push({ rule: 'max-tokens', path: 'max_tokens', message });
  }
  if (!Array.isArray(body['messages'])) {
    violations.push({ rule: 'shape', path: 'messages', message: 'messages: Field required' });
  } else if (body['messages'].length === 0) {
    violations.push({ rule: 'empty-content', path: 'messages', message: 'messages: at least one message is required' });
  }
  return violations;
}

function systemViolations(system: unknown): Violation[] {
  const blank = asObjects(system).findIndex((block) => asString(block['text']) === '');
  if (blank < 0) return [];
  const message = 'system: text content blocks must be non-empty';
  return [{ rule: 'empty-text', path: `system.${blank}`, message }];
}

function roleViolations(messages: JsonObject[], options: SimulatorOptions): Violation[] {
  const wrong = messages.findIndex(({ role }) => role !== 'user' && role !== 'assistant');
  if (wrong >= 0) {
    const message = `messages.${wrong}.role: Input should be 'user' or 'assistant'`;
    return [{ rule: 'role', path: `messages.${wrong}.role`, message }];
  }
  const violations: Violation[] = [];
  if (messages.length > 0 && messages[0]?.['role'] !== 'user') {
    const message = 'messages: first message must use the "user" role';
    violations.push({ rule: 'role', path: 'messages.0', message });
  }
  if (messages.length > 1 && messages.at(-1)?.['role'] === 'assistant') {
    const message =
      'This model does not support assistant message prefill. The conversation must end with a user message.';
    violations.push({ rule: 'role', path: `messages.${messages.length - 1}`, message });
  }
  const repeated = messages.findIndex(({ role }, index) => index > 0 && role === messages[index - 1]?.['role']);
  if (repeated > 0 && (options.quirks?.alternateRoles ?? true)) {
    const role = asString(messages[repeated]?.['role']);
    const message = `messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`;
    violations.push({ rule: 'alternation', path: `messages.${repeated}`, message });
  }
  return violations;
}

const BLOCK_TYPES = ['text', 'image', 'document', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result'];

function contentViolations(message: JsonObject, index: number, isLast: boolean): Violation[] {
  const { role, content } = message;
  const path = `messages.${index}`;
  const empty = (): Violation[] => {
    if (isLast && role === 'assistant') return [];
    const text = 'all messages must have non-empty content except for the optional final assistant message';
    return [{ rule: 'empty-content', path, message: `${path}: ${text}` }];
  };
  if (typeof content === 'string') return content === '' ? empty() : blankText(content, path);
  if (!Array.isArray(content)) return [{ rule: 'shape', path, message: `${path}.content: Field required` }];
  if (content.length === 0) return empty();
  return content.flatMap((block, position) => blockViolations(block, `${path}.content.${position}`));
}

function blockViolations(block: unknown, path: string): Violation[] {
  const type = isObject(block) ? block['type'] : undefined;
  if (!isObject(block) || typeof type !== 'string' || !BLOCK_TYPES.includes(type)) {
    const message = `${path}: Input tag '${String(type)}' found using 'type' does not match any of the expected tags`;
    return [{ rule: 'shape', path, message }];
  }
  if (type === 'text') return blankText(asString(block['text']), path);
  if (type === 'tool_use' && !/^[a-zA-Z0-9_-]+$/.test(asString(block['id']))) {
    const message = `${path}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
    return [{ rule: 'shape', path, message }];
  }
  if (type === 'tool_use' && !isObject(block['input'])) {
    return [{ rule: 'shape', path, message: `${path}.input: Input should be a valid dictionary` }];
  }
  if (type !== 'tool_result') return [];
  return asObjects(block['content']).flatMap((inner, position) =>
    inner['type'] === 'text' ? blankText(asString(inner['text']), `${path}.content.${position}`) : [],
  );
}

function blankText(text: string, path: string): Violation[] {
  if (text === '') return [{ rule: 'empty-text', path, message: 'messages: text content blocks must be non-empty' }];
  if (text.trim() !== '') return [];
  return [{ rule: 'empty-text', path, message: 'messages: text content blocks must contain non-whitespace text' }];
}

function toolViolations(body: JsonObject, messages: JsonObject[], options: SimulatorOptions): Violation[] {
  const tools = asObjects(body['tools']);
  const violations: Violation[] = [];
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    const name = asString(tool['name']);
    const path = `tools.${index}`;
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name)) {
      const message = `${path}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
      violations.push({ rule: 'tools', path, message });
    }
    if (names.has(name)) violations.push({ rule: 'tools', path, message: 'tools: Tool names must be unique.' });
    names.add(name);
    if (asObject(tool['input_schema'])['type'] !== 'object') {
      const message = `${path}.custom.input_schema.type: Input should be 'object'`;
      violations.push({ rule: 'tools', path, message });
    }
  }
  const blocks = messages.flatMap((message) => asObjects(message['content']));
  const hasCalls = blocks.some(({ type }) => type === 'tool_use' || type === 'tool_result');
  if (hasCalls && tools.length === 0 && (options.quirks?.toolsRequiredForCalls ?? true)) {
    const message = 'Requests which include `tool_use` or `tool_result` blocks must define tools';
    violations.push({ rule: 'tools', path: 'tools', message });
  }
  const choice = asObject(body['tool_choice'])['type'];
  if (choice !== undefined && tools.length === 0) {
    const message = 'tool_choice may only be specified while providing tools.';
    violations.push({ rule: 'tool-choice', path: 'tool_choice', message });
  }
  if (choice !== undefined && choice !== 'auto' && options.quirks?.onlyAutomaticToolChoice) {
    violations.push({ rule: 'tool-choice', path: 'tool_choice', message: "Only tool_choice 'auto' is supported." });
  }
  return violations;
}

/** Marks that one request may set. */
const MAX_CACHE_MARKS = 4;

function cacheControlViolations(body: JsonObject): Violation[] {
  const blocks = [
    ...asObjects(body['system']),
    ...asObjects(body['tools']),
    ...asObjects(body['messages']).flatMap((message) => asObjects(message['content'])),
  ];
  const marked = blocks.filter((block) => isObject(block['cache_control']));
  const violations: Violation[] = [];
  if (marked.length > MAX_CACHE_MARKS) {
    const message = `A maximum of ${MAX_CACHE_MARKS} blocks with cache_control may be provided. Found ${marked.length}.`;
    violations.push({ rule: 'cache-control', path: 'cache_control', message });
  }
  if (marked.some(({ type }) => type === 'thinking' || type === 'redacted_thinking')) {
    const message = 'thinking.cache_control: Extra inputs are not permitted';
    violations.push({ rule: 'cache-control', path: 'cache_control', message });
  }
  return violations;
}
