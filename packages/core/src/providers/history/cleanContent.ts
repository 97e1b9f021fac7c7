/** Takes out of single contents what providers refuse; pairs of calls and results are not looked at here. */
import type { Content, FunctionCall, Part } from '../../types.js';
import { acceptableToolName } from './callIds.js';
import { functionResponseText } from './functionResponseText.js';
import type { HistoryRules } from './normalizeHistory.js';

const NO_OUTPUT = '(no output)';

/**
 * The content with a role of `user` or `model`, without empty parts, with thoughts as the rules want them, with calls
 * only in model contents and results only in user contents, and results that say something. `undefined` when nothing
 * is left; the same object when nothing changed.
 */
export function cleanContent(content: Content, rules: HistoryRules): Content | undefined {
  const role = content.role === 'model' ? 'model' : 'user';
  const original = content.parts ?? [];
  const cleaned = role === 'model' ? cleanModelParts(original, rules) : original.flatMap(cleanUserPart);
  const parts = withoutBlankTexts(cleaned);
  if (parts.length === 0) return undefined;
  return role === content.role && sameItems(parts, original) ? content : { ...content, role, parts };
}

/** Whether two lists hold the same objects in the same order. */
export function sameItems<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

/** A result that no longer has a call, as parts that may stand anywhere: its text stays readable, its media stay. */
export function resultAsText(part: Part): Part[] {
  const result = part.functionResponse;
  if (!result) return [part];
  const text = functionResponseText(result).text.trim() === '' ? NO_OUTPUT : functionResponseText(result).text;
  const media = ((result.parts ?? []) as Part[]).filter(isMedia);
  return [{ text: `[Result of an earlier call of ${acceptableToolName(result.name)}]\n${text}` }, ...media];
}

function cleanModelParts(parts: Part[], { thoughts }: HistoryRules): Part[] {
  const whole = thoughts === 'keep-signed' ? joinThoughts(parts) : parts;
  const cleaned = whole.flatMap((part) => {
    if (part.thought) return keepsThought(part, thoughts) ? [part] : [];
    if (part.functionCall) return [cleanCall(part, part.functionCall)];
    if (part.functionResponse) return resultAsText(part);
    return [part];
  });
  // A thought at the end belongs to a turn that was broken off: some providers refuse a message that ends in one.
  return cleaned.slice(0, cleaned.findLastIndex((part) => !part.thought && hasData(part) && !isBlank(part)) + 1);
}

function keepsThought(part: Part, rule: HistoryRules['thoughts']): boolean {
  return rule === 'keep'
    ? Boolean(part.text || part.thoughtSignature)
    : rule !== 'drop' && Boolean(part.thoughtSignature);
}

/** Joins the pieces of a streamed thought: its signature, which comes with the last piece, covers all of them. */
function joinThoughts(parts: Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const previous = joined.at(-1);
    if (part.thought && previous?.thought && !previous.thoughtSignature) {
      joined[joined.length - 1] = { ...part, text: (previous.text ?? '') + (part.text ?? '') };
    } else {
      joined.push(part);
    }
  }
  return joined;
}

function cleanCall(part: Part, call: FunctionCall): Part {
  const name = acceptableToolName(call.name);
  return name === call.name && call.args ? part : { ...part, functionCall: { ...call, name, args: call.args ?? {} } };
}

function cleanUserPart(part: Part): Part[] {
  if (part.thought) return [];
  if (part.functionCall) {
    const { name, args } = part.functionCall;
    return [{ text: `[Call of ${acceptableToolName(name)}]\n${JSON.stringify(args ?? {})}` }];
  }
  return [part.functionResponse ? withOutput(part) : part];
}

function withOutput(part: Part): Part {
  const result = part.functionResponse!;
  const { text, isError } = functionResponseText(result);
  if (text.trim() !== '') return part;
  return { ...part, functionResponse: { ...result, response: { [isError ? 'error' : 'output']: NO_OUTPUT } } };
}

/** Drops blank texts; one next to a text that is not blank (a piece of a streamed text) is joined to it instead. */
function withoutBlankTexts(parts: Part[]): Part[] {
  const kept: Part[] = [];
  let pending = '';
  for (const part of parts.filter(hasData)) {
    const previous = kept.at(-1);
    if (isBlank(part)) {
      if (previous && isPlainText(previous)) kept[kept.length - 1] = { ...previous, text: previous.text! + part.text };
      else pending += part.text;
    } else {
      kept.push(pending !== '' && isPlainText(part) ? { ...part, text: pending + part.text } : part);
      pending = '';
    }
  }
  return kept;
}

function isPlainText(part: Part): boolean {
  return typeof part.text === 'string' && !part.thought;
}

function isBlank(part: Part): boolean {
  return isPlainText(part) && part.text!.trim() === '';
}

function isMedia(part: Part): boolean {
  return Boolean(part.inlineData?.data || part.fileData?.fileUri);
}

function hasData(part: Part): boolean {
  if (part.thought) return true;
  if (part.text !== undefined) return part.text !== '';
  if (part.inlineData || part.fileData) return isMedia(part);
  return Boolean(
    part.functionCall ||
    part.functionResponse ||
    part.executableCode ||
    part.codeExecutionResult ||
    part.toolCall ||
    part.toolResponse,
  );
}
