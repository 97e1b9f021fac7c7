/**
 * Arguments of tool calls as models write them: JSON text that weak models and cut-off streams leave broken. Broken
 * arguments do not end a turn; they reach the loop under a marker, so that the model can be told.
 */

import { errorMessage } from '../utils/errorMessage.js';
import { isObject } from '../utils/isObject.js';

/** The only key of arguments that were no JSON object; its value is the text the model wrote. */
export const INVALID_JSON_KEY = '__invalid_json__';

/**
 * The arguments in `text`. Slips that leave no doubt are mended: nothing at all for `{}`, JSON within a JSON string, a
 * code fence around it, raw line breaks within strings, closing brackets missing or doubled. A text or list that was
 * cut off is never completed: half a file is worse than none. What cannot be read comes back as `{[INVALID_JSON_KEY]: text}`.
 */
export function parseToolArguments(text: string): Record<string, unknown> {
  return readObject(text) ?? { [INVALID_JSON_KEY]: text };
}

/** What to tell the model about a call whose arguments could not be read; `undefined` when they could. */
export function invalidArgumentsMessage(toolName: string, args: Record<string, unknown>): string | undefined {
  const text = args[INVALID_JSON_KEY];
  if (typeof text !== 'string') return undefined;
  return (
    `The arguments of this call of ${toolName} are not a valid JSON object (${whatIsWrong(text)}), so it was not run. ` +
    `Received ${text.length} characters: ${excerpt(text)}\nMake the call again with complete, valid JSON.`
  );
}

function readObject(text: string): Record<string, unknown> | undefined {
  const trimmed = withoutFence(text.trim());
  if (trimmed === '' || trimmed === 'null') return {};
  for (const candidate of [trimmed, mended(trimmed)]) {
    const value = candidate === undefined ? undefined : parse(candidate);
    if (typeof value === 'string' && value.trim().startsWith('{')) return readObject(value);
    if (isObject(value)) return value;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // the caller tries a mended text, or keeps the text as it is
  }
}

function withoutFence(text: string): string {
  return /^```(?:json)?\s*\n?([\s\S]*?)\n?```$/.exec(text)?.[1]?.trim() ?? text;
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `text` with its brackets closed and its strings escaped; `undefined` when it ends within a text, list or number. */
function mended(text: string): string | undefined {
  let mend = '';
  let inString = false;
  const closers: string[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (inString) {
      if (character === '\\') mend += character + (text[++index] ?? '');
      else mend += ESCAPES[character] ?? character;
      if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    if (character === '{') closers.push('}');
    if (character === '[') closers.push(']');
    if (character === '}' || character === ']') {
      if (closers.pop() !== character) return undefined;
    }
    mend += character;
    if (closers.length === 0) {
      const rest = text.slice(index + 1);
      if (mend === '{}' && rest.trim().startsWith('{')) return rest.trim(); // an empty object sent ahead of the real one
      return /^[\s}\]]*$/.test(rest) ? mend : undefined;
    }
  }
  const whole = mend.trimEnd().replace(/,$/, '');
  const endsInWholeValue = !inString && /(["}\]]|true|false|null)$/.test(whole);
  return endsInWholeValue && !closers.includes(']') ? whole + closers.reverse().join('') : undefined;
}

function whatIsWrong(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? 'it is a list' : `it is a ${typeof value}`;
  } catch (error) {
    return errorMessage(error);
  }
}

function excerpt(text: string): string {
  return text.length <= 400 ? text : `${text.slice(0, 200)} … ${text.slice(-200)}`;
}
