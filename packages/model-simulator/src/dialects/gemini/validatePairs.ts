/** A function response turn follows its function call turn and answers all of it. */
import { asObject, asObjects } from '../../json.js';
import type { JsonObject } from '../../request.js';
import type { Violation } from '../../validation/violation.js';

const COUNT =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';

export function geminiPairViolations(contents: JsonObject[]): Violation[] {
  const violations: Violation[] = [];
  const issued = new Set<unknown>();
  for (const [index, content] of contents.entries()) {
    const path = `contents[${index}]`;
    const calls = blocks(content, 'functionCall');
    const results = blocks(content, 'functionResponse');
    const previous = blocks(contents[index - 1] ?? {}, 'functionCall');
    if (results.length > 0 && previous.length === 0) {
      const message =
        'Please ensure that function response turn comes immediately after a function call turn. And the number of function response parts should be equal to number of function call parts of the function call turn.';
      violations.push({ rule: 'result-without-call', path, message });
    } else if (results.length !== previous.length) {
      const rule = results.length < previous.length ? 'call-without-result' : 'result-without-call';
      violations.push({ rule, path, message: COUNT });
    } else if (!sameCalls(previous, results)) {
      const message = 'Please ensure that every function response has the name and id of its function call.';
      violations.push({ rule: 'result-without-call', path, message });
    }
    for (const { id } of calls) {
      if (id !== undefined && issued.has(id)) {
        violations.push({ rule: 'duplicate-id', path, message: `Duplicate function call id: ${String(id)}.` });
      }
      issued.add(id);
    }
    if (calls.length > 0 && index > 0 && contents[index - 1]?.['role'] === 'model') {
      const message =
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
      violations.push({ rule: 'alternation', path, message });
    }
  }
  if (blocks(contents.at(-1) ?? {}, 'functionCall').length > 0) {
    violations.push({ rule: 'call-without-result', path: `contents[${contents.length - 1}]`, message: COUNT });
  }
  return violations;
}

function blocks(content: JsonObject, field: 'functionCall' | 'functionResponse'): JsonObject[] {
  return asObjects(content['parts'])
    .filter((part) => field in part)
    .map((part) => asObject(part[field]));
}

/** Names match one to one, and ids too where both sides carry them; order does not matter. */
function sameCalls(calls: JsonObject[], results: JsonObject[]): boolean {
  const left = [...calls];
  return results.every((result) => {
    const found = left.findIndex(
      ({ name, id }) =>
        name === result['name'] && (id === undefined || result['id'] === undefined || id === result['id']),
    );
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
}
