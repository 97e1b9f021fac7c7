/** Reasoning is sent back as it was issued or not at all, and only with settings that allow it. */
import { asObject, asObjects, asString } from '../../json.js';
import type { JsonObject } from '../../request.js';
import type { Violation } from '../../validation/violation.js';
import { isSignatureOf } from '../signature.js';

/** Every thinking block must carry the signature that was issued for exactly its text. */
export function thinkingViolations(messages: JsonObject[]): Violation[] {
  const latest = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.flatMap((message, index) =>
    asObjects(message['content']).flatMap((block, position): Violation[] => {
      if (block['type'] !== 'thinking') return [];
      const path = `messages.${index}.content.${position}`;
      if (message['role'] === 'user') {
        return [{ rule: 'shape', path, message: `${path}: \`thinking\` blocks may only be in assistant messages` }];
      }
      if (isSignatureOf(block['signature'], asString(block['thinking']))) return [];
      const text =
        index === latest
          ? `${path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`
          : `${path}: Invalid \`signature\` in \`thinking\` block`;
      return [{ rule: 'thinking-changed', path, message: text }];
    }),
  );
}

/** Smallest thinking budget in tokens. */
const MINIMUM_BUDGET = 1_024;

export function thinkingConfigViolations(body: JsonObject): Violation[] {
  const thinking = asObject(body['thinking']);
  if (thinking['type'] !== 'enabled' && thinking['type'] !== 'adaptive') return [];
  const violations: Violation[] = [];
  const add = (path: string, message: string): void => {
    violations.push({ rule: 'thinking-config', path, message });
  };
  const budget = thinking['budget_tokens'];
  if (thinking['type'] === 'enabled') {
    if (typeof budget !== 'number' || budget < MINIMUM_BUDGET) {
      add(
        'thinking.enabled.budget_tokens',
        `thinking.enabled.budget_tokens: Input should be greater than or equal to ${MINIMUM_BUDGET}`,
      );
    } else if (typeof body['max_tokens'] === 'number' && body['max_tokens'] <= budget) {
      add('max_tokens', '`max_tokens` must be greater than `thinking.budget_tokens`.');
    }
  }
  if (body['temperature'] !== undefined && body['temperature'] !== 1) {
    add('temperature', '`temperature` may only be set to 1 when thinking is enabled.');
  }
  const choice = asObject(body['tool_choice'])['type'];
  if (choice === 'any' || choice === 'tool') {
    add('tool_choice', 'Thinking may not be enabled when tool_choice forces tool use.');
  }
  return violations;
}
