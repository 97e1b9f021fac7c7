/**
 * From the log to what the model sees: a fold over the records that only ever appends, except at a checkpoint
 * (docs/session-format.md).
 */
import type { Content, FunctionCall, Part } from '../types.js';
import { isCheckpoint, MID_TURN_USER_MESSAGE, type SessionRecord } from './records.js';

/** The chain of one session, from its last checkpoint or its start. */
export interface ConversationRecord {
  sessionId: string;
  projectHash: string;
  /** ISO 8601, of the first record of the file. */
  startTime: string;
  /** ISO 8601, of the last record. */
  lastUpdated: string;
  messages: SessionRecord[];
}

/** What the model reads in place of a result that was never recorded. */
export const INTERRUPTED_CALL_ERROR =
  'The session was interrupted before this call returned. It may have run, in part or completely: check its effects before you repeat it.';

/**
 * The model's history of a conversation, as it was live.
 *
 * @param options.stripThoughts leaves thought parts out, and messages that consist of nothing else.
 */
export function buildApiHistoryFromConversation(
  conversation: Pick<ConversationRecord, 'messages'>,
  options: { stripThoughts?: boolean } = {},
): Content[] {
  const { settled, open } = projectRecords(conversation.messages);
  const history = open ? [...settled, completeResults(open)] : settled;
  return options.stripThoughts ? history.flatMap(withoutThoughts) : history;
}

/** A result part with the parts that belong to it (media of older writers), as they were recorded. */
type ResultParts = Part[];

/** Calls of the last assistant turn, and what was recorded in answer to them so far. */
interface OpenCalls {
  calls: FunctionCall[];
  results: ResultParts[];
  /** What the user said meanwhile: sent in the same message, after the results. */
  said: Part[];
}

interface Projection {
  /** Never changes while records are appended, except at a checkpoint or a rewind. */
  settled: Content[];
  open?: OpenCalls;
}

export function projectRecords(records: readonly SessionRecord[]): Projection {
  const fold = new HistoryFold();
  for (const record of records) fold.add(record);
  return { settled: fold.history, open: fold.open };
}

class HistoryFold {
  history: Content[] = [];
  open: OpenCalls | undefined;

  add(record: SessionRecord): void {
    if (isCheckpoint(record)) {
      this.history = [...record.systemPayload.compressedHistory];
      this.open = openCallsOf(this.history.at(-1));
    } else if (record.type === 'tool_result') this.addResult(record.message);
    else if (record.type === 'user' || record.type === 'assistant') this.addMessage(record.message, record.subtype);
  }

  private addMessage(message: Content | undefined, subtype: string | undefined): void {
    if (!message?.parts?.length) return;
    if (this.open && subtype === MID_TURN_USER_MESSAGE) {
      this.open.said.push(...message.parts);
      return;
    }
    this.closeOpenCalls();
    this.history.push(message);
    this.open = openCallsOf(message);
  }

  private addResult(message: Content | undefined): void {
    if (!message?.parts?.length) return;
    if (!this.open) {
      // Nothing asked for it (its turn is damaged or its place was taken by a stand-in): left to the normaliser.
      this.history.push(message);
      return;
    }
    this.open.results.push(...splitResults(message.parts));
  }

  private closeOpenCalls(): void {
    if (!this.open) return;
    this.history.push(completeResults(this.open));
    this.open = undefined;
  }
}

function openCallsOf(message: Content | undefined): OpenCalls | undefined {
  if (message?.role !== 'model') return undefined;
  const calls = (message.parts ?? []).flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
  return calls.length > 0 ? { calls, results: [], said: [] } : undefined;
}

/** Each functionResponse begins a result; what comes before the first one is a result without a call. */
function splitResults(parts: Part[]): ResultParts[] {
  const results: ResultParts[] = [];
  for (const part of parts) {
    if (part.functionResponse || results.length === 0) results.push([part]);
    else results.at(-1)!.push(part);
  }
  return results;
}

/** One message with a result for every call, in the order of the calls; anything else follows in the order recorded. */
function completeResults(open: OpenCalls): Content {
  const { assigned, rest } = assignResults(open);
  const ordered = open.calls.map((call, index) => assigned[index] ?? [interruptedResult(call)]);
  return { role: 'user', parts: [...[...ordered, ...rest].flat(), ...open.said] };
}

/** The result of each call, each used once. */
function assignResults({ calls, results }: OpenCalls): {
  assigned: Array<ResultParts | undefined>;
  rest: ResultParts[];
} {
  const rest = [...results];
  const assigned = calls.map((call) => {
    const index = rest.findIndex(([part]) => answers(part!, call));
    return index === -1 ? undefined : rest.splice(index, 1)[0];
  });
  return { assigned, rest };
}

function answers({ functionResponse }: Part, call: FunctionCall): boolean {
  if (!functionResponse) return false;
  return call.id === undefined ? functionResponse.name === call.name : functionResponse.id === call.id;
}

function interruptedResult({ id, name }: FunctionCall): Part {
  return { functionResponse: { id, name, response: { error: INTERRUPTED_CALL_ERROR } } };
}

function withoutThoughts(content: Content): Content[] {
  const parts = content.parts?.filter((part) => !part.thought) ?? [];
  if (parts.length === content.parts?.length) return [content];
  return parts.length > 0 ? [{ ...content, parts }] : [];
}
