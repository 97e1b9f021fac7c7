/** A recorded session as what was said and done, in order: what every form of export is made from. */
import type { Content, SessionRecord } from '@qwen-code/qwen-code-core';

export type ExportEntry =
  | { type: 'user'; text: string; time: string }
  | { type: 'assistant'; text: string; time: string }
  | { type: 'thought'; text: string; time: string }
  | { type: 'tool'; name: string; args: string; output: string; isError: boolean; diff?: string; time: string }
  | { type: 'compaction'; before: number; after: number; time: string };

export function exportEntries(records: readonly SessionRecord[]): ExportEntry[] {
  const results = resultsById(records);
  return records.flatMap((record) => entriesOf(record, results));
}

interface CallResult {
  output: string;
  isError: boolean;
  diff?: string;
}

function entriesOf(record: SessionRecord, results: ReadonlyMap<string, CallResult>): ExportEntry[] {
  const time = record.timestamp;
  const { message } = record as { message?: Content };
  if (record.type === 'system') return record.subtype === 'chat_compression' ? [compaction(record, time)] : [];
  if (record.type === 'user') {
    const text = (message?.parts ?? []).map((part) => part.text ?? (part.inlineData ? '[image]' : '')).join('');
    return text.trim() === '' ? [] : [{ type: 'user', text: text.trim(), time }];
  }
  if (record.type !== 'assistant') return [];
  const entries: ExportEntry[] = [];
  for (const part of message?.parts ?? []) {
    if (part.functionCall) {
      const { id = '', name = '', args = {} } = part.functionCall;
      const result = results.get(id) ?? { output: '(no result was recorded)', isError: true };
      entries.push({ type: 'tool', name, args: JSON.stringify(args, undefined, 2), ...result, time });
    } else if (part.text?.trim()) addText(entries, part.thought ? 'thought' : 'assistant', part.text, time);
  }
  return entries;
}

/** Parts of a stream that stand next to each other are one text. */
function addText(entries: ExportEntry[], type: 'thought' | 'assistant', text: string, time: string): void {
  const last = entries.at(-1);
  if (last?.type === type) last.text += text;
  else entries.push({ type, text, time });
}

function resultsById(records: readonly SessionRecord[]): Map<string, CallResult> {
  const results = new Map<string, CallResult>();
  for (const record of records) {
    if (record.type !== 'tool_result') continue;
    const { message, toolCallResult } = record as { message?: Content; toolCallResult?: { resultDisplay?: unknown } };
    for (const { functionResponse } of message?.parts ?? []) {
      if (!functionResponse?.id) continue;
      const { output, error } = (functionResponse.response ?? {}) as { output?: unknown; error?: unknown };
      results.set(functionResponse.id, {
        output: String(error ?? output ?? ''),
        isError: error !== undefined,
        diff: diffOf(toolCallResult?.resultDisplay),
      });
    }
  }
  return results;
}

function diffOf(display: unknown): string | undefined {
  const { fileDiff } = (typeof display === 'object' && display !== null ? display : {}) as { fileDiff?: unknown };
  return typeof fileDiff === 'string' ? fileDiff : undefined;
}

function compaction(record: SessionRecord, time: string): ExportEntry {
  const { info } = ((record as { systemPayload?: unknown }).systemPayload ?? {}) as {
    info?: { originalTokenCount?: number; newTokenCount?: number };
  };
  return { type: 'compaction', before: info?.originalTokenCount ?? 0, after: info?.newTokenCount ?? 0, time };
}
