/** Each call has exactly one result, right after it, and each result has a call. */
import type { ErrorStyle } from '../../errors/catalogue.js';
import { asObject, asObjects, asString, isObject } from '../../json.js';
import type { JsonObject } from '../../request.js';
import type { Violation } from '../../validation/violation.js';

export function openAiPairViolations(messages: JsonObject[], style: ErrorStyle | undefined): Violation[] {
  const violations: Violation[] = [];
  const issued = new Set<string>();
  let open = new Map<string, number>();
  const closeOpen = (index: number): void => {
    if (open.size > 0) violations.push(unanswered([...open.keys()], index, style));
    open = new Map();
  };
  for (const [index, message] of messages.entries()) {
    if (message['role'] === 'tool') {
      const id = asString(message['tool_call_id']);
      if (!open.delete(id)) violations.push(orphan(id, index, issued.has(id)));
      continue;
    }
    closeOpen(index);
    if (message['role'] !== 'assistant') continue;
    for (const call of asObjects(message['tool_calls'])) {
      violations.push(...callViolations(call, index, issued));
      open.set(asString(call['id']), index);
      issued.add(asString(call['id']));
    }
  }
  closeOpen(messages.length);
  return violations;
}

function unanswered(ids: string[], index: number, style: ErrorStyle | undefined): Violation {
  const rule = 'call-without-result';
  const path = `messages.[${index}].role`;
  if (style === 'dashscope') {
    const message =
      '<400> InternalError.Algo.InvalidParameter: An assistant message with "tool_calls" must be followed by tool ' +
      'messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: ' +
      `message[${index}].role`;
    return { rule, path, message, code: 'invalid_parameter_error' };
  }
  if (style === 'bedrock') {
    const message = `Expected toolResult blocks at messages.${index}.content for the following Ids: ${ids.join(', ')}`;
    return { rule, path, message, code: 'ValidationException' };
  }
  const message =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
    `The following tool_call_ids did not have response messages: ${ids.join(', ')}`;
  return { rule, path, message };
}

function orphan(id: string, index: number, answeredBefore: boolean): Violation {
  const path = `messages.[${index}].role`;
  if (answeredBefore) {
    const message = `Invalid parameter: 'tool_call_id' of '${id}' in messages with role 'tool' was answered before or not directly after its call.`;
    return { rule: 'result-without-call', path, message };
  }
  const message = `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.`;
  return { rule: 'result-without-call', path, message };
}

function callViolations(call: JsonObject, index: number, issued: Set<string>): Violation[] {
  const path = `messages[${index}].tool_calls`;
  const id = asString(call['id']);
  const called = asObject(call['function']);
  const violations: Violation[] = [];
  if (id === '') violations.push({ rule: 'shape', path, message: `Missing required parameter: '${path}[0].id'.` });
  else if (issued.has(id)) {
    const message = `Duplicate value for 'tool_call_id' of '${id}' in '${path}'.`;
    violations.push({ rule: 'duplicate-id', path, message });
  }
  if (asString(called['name']) === '') {
    violations.push({ rule: 'shape', path, message: `Missing required parameter: '${path}[0].function.name'.` });
  }
  if (!isJsonObjectText(called['arguments'])) {
    const message = 'The "function.arguments" parameter of the code model must be in JSON format.';
    violations.push({ rule: 'shape', path, message });
  }
  return violations;
}

function isJsonObjectText(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  try {
    return isObject(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
