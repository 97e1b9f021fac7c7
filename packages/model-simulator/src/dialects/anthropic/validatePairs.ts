/** Calls are answered, all of them and first of all, in the very next message. */
import type { ErrorStyle } from '../../errors/catalogue.js';
import { asObjects, asString } from '../../json.js';
import type { JsonObject } from '../../request.js';
import type { Violation } from '../../validation/violation.js';

export function anthropicPairViolations(messages: JsonObject[], style: ErrorStyle | undefined): Violation[] {
  const violations: Violation[] = [];
  const issued = new Set<string>();
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    const blocks = asObjects(message['content']);
    violations.push(...answerViolations(blocks, index, open, style));
    open = [];
    for (const [position, block] of blocks.entries()) {
      if (block['type'] !== 'tool_use') continue;
      const id = asString(block['id']);
      const path = `messages.${index}.content.${position}`;
      if (issued.has(id)) {
        violations.push({ rule: 'duplicate-id', path, message: `${path}: \`tool_use\` ids must be unique` });
      }
      issued.add(id);
      open.push(id);
    }
  }
  if (open.length > 0) violations.push(unanswered(open, messages.length - 1, style));
  return violations;
}

function answerViolations(
  blocks: JsonObject[],
  index: number,
  open: string[],
  style: ErrorStyle | undefined,
): Violation[] {
  const violations: Violation[] = [];
  const missing = new Set(open);
  const firstOther = blocks.findIndex(({ type }) => type !== 'tool_result');
  for (const [position, block] of blocks.entries()) {
    if (block['type'] !== 'tool_result') continue;
    const id = asString(block['tool_use_id']);
    const path = `messages.${index}.content.${position}`;
    if (!open.includes(id)) violations.push(orphan(id, index, path, style));
    else if (firstOther >= 0 && position > firstOther) continue;
    else if (!missing.delete(id)) {
      const message = `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`;
      violations.push({ rule: 'duplicate-id', path, message });
    }
  }
  if (missing.size > 0) violations.push(unanswered([...missing], index - 1, style));
  return violations;
}

function unanswered(ids: string[], index: number, style: ErrorStyle | undefined): Violation {
  const path = `messages.${index}`;
  const list = ids.join(', ');
  const message =
    style === 'bedrock'
      ? `Expected toolResult blocks at messages.${index + 1}.content for the following Ids: ${list}`
      : `${path}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${list}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
  return { rule: 'call-without-result', path, message };
}

function orphan(id: string, index: number, path: string, style: ErrorStyle | undefined): Violation {
  const message =
    style === 'bedrock'
      ? `The number of toolResult blocks at messages.${index}.content exceeds the number of toolUse blocks of previous turn.`
      : `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
  return { rule: 'result-without-call', path, message };
}
