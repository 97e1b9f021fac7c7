/** A resumed session as transcript: what was on the screen, from its records. */
import type { Config, Content, SessionRecord, ToolResultDisplay } from '@qwen-code/qwen-code-core';
import { typedText } from './shellLine.js';
import type { ToolCard, ToolStatus, TranscriptContent } from '../state/viewState.js';

/** Items that are shown again; the whole session can be exported. */
const MAX_ITEMS = 100;

export interface Replay {
  items: TranscriptContent[];
  /** Items before them that are left out. */
  omitted: number;
}

export function replayRecords(records: readonly SessionRecord[], config: Config): Replay {
  const results = resultsById(records);
  const items = records.flatMap((record) => itemsOf(record, results, config));
  return { items: items.slice(-MAX_ITEMS), omitted: Math.max(0, items.length - MAX_ITEMS) };
}

interface RecordedResult {
  status: ToolStatus;
  display: ToolResultDisplay;
  endedAt: number;
}

function itemsOf(
  record: SessionRecord,
  results: ReadonlyMap<string, RecordedResult>,
  config: Config,
): TranscriptContent[] {
  const { message } = record as { message?: Content };
  const parts = message?.parts ?? [];
  if (record.type === 'user') {
    const text = typedText(parts.find((part) => part.text)?.text ?? '');
    return text.trim() === '' ? [] : [{ type: 'user', text: text.trim() }];
  }
  if (record.type === 'system' && record.subtype === 'chat_compression') return compaction(record);
  if (record.type !== 'assistant') return [];
  const startedAt = Date.parse(record.timestamp);
  const items: TranscriptContent[] = [];
  const text = parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('');
  if (text.trim() !== '') items.push({ type: 'assistant', text: text.trim(), continued: false });
  for (const { functionCall } of parts) {
    if (!functionCall) continue;
    const { id = '', name = '', args = {} } = functionCall;
    items.push({ type: 'tool', card: cardOf({ callId: id, name, args, startedAt }, results.get(id), config) });
  }
  return items;
}

function cardOf(
  { callId, name, args, startedAt }: { callId: string; name: string; args: Record<string, unknown>; startedAt: number },
  result: RecordedResult | undefined,
  config: Config,
): ToolCard {
  const tool = config.getToolRegistry().get(name);
  return {
    callId,
    name,
    displayName: tool?.displayName ?? name,
    kind: tool?.kind ?? 'other',
    description: describe(tool, args, config),
    status: result?.status ?? 'cancelled',
    liveOutput: '',
    display: result?.display,
    startedAt,
    endedAt: result?.endedAt ?? startedAt,
  };
}

/** Recorded arguments may be wrong: the call had failed then, too. */
function describe(
  tool: ReturnType<ReturnType<Config['getToolRegistry']>['get']>,
  args: Record<string, unknown>,
  config: Config,
): string {
  try {
    return tool?.describe(args, config.workspace) ?? '';
  } catch (_error) {
    return '';
  }
}

function resultsById(records: readonly SessionRecord[]): Map<string, RecordedResult> {
  const results = new Map<string, RecordedResult>();
  for (const record of records) {
    if (record.type !== 'tool_result') continue;
    const { message, toolCallResult } = record as {
      message?: Content;
      toolCallResult?: { callId: string; status: ToolStatus; resultDisplay?: ToolResultDisplay };
    };
    const endedAt = Date.parse(record.timestamp);
    for (const { functionResponse } of message?.parts ?? []) {
      if (!functionResponse?.id) continue;
      const { output, error } = (functionResponse.response ?? {}) as { output?: unknown; error?: unknown };
      results.set(functionResponse.id, {
        status: toolCallResult?.status ?? (error === undefined ? 'success' : 'error'),
        display: toolCallResult?.resultDisplay ?? String(error ?? output ?? ''),
        endedAt,
      });
    }
  }
  return results;
}

function compaction(record: SessionRecord): TranscriptContent[] {
  const { info } = ((record as { systemPayload?: unknown }).systemPayload ?? {}) as {
    info?: Extract<TranscriptContent, { type: 'compression' }>['info'];
  };
  return info ? [{ type: 'compression', info }] : [];
}
