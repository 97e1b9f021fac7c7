/** Puts tool calls together from their deltas. */
import { randomUUID } from 'node:crypto';
import type { Part } from '../../types.js';
import { parseToolArguments } from '../toolArguments.js';
import type { WireToolCallDelta } from './wire.js';

interface OpenCall {
  index: number | undefined;
  id: string;
  name: string;
  arguments: string;
}

/**
 * Calls are told apart by their index; servers that leave it out, or give every call the same, by a new id together
 * with a name. Ids that never came are made up, since parallel calls could not be answered without.
 */
export class ToolCallReader {
  private readonly calls: OpenCall[] = [];

  get isEmpty(): boolean {
    return this.calls.length === 0;
  }

  push(delta: WireToolCallDelta): void {
    const call = this.callOf(delta);
    const name = delta.function?.name ?? '';
    if (delta.id) call.id ||= delta.id;
    if (name !== call.name && call.arguments === '') call.name += name;
    const args = delta.function?.arguments;
    if (typeof args === 'string') call.arguments += args;
    else if (typeof args === 'object' && args !== null) call.arguments = JSON.stringify(args);
  }

  /** The calls in the order in which they began. */
  finish(): Part[] {
    return this.calls.map(({ id, name, arguments: text }) => ({
      functionCall: { id: id || `call_${randomUUID().replaceAll('-', '')}`, name, args: parseToolArguments(text) },
    }));
  }

  private callOf(delta: WireToolCallDelta): OpenCall {
    const index = delta.index ?? undefined;
    const known = index === undefined ? this.calls.at(-1) : this.calls.findLast((call) => call.index === index);
    if (known && !beginsAnother(delta, known)) return known;
    const call: OpenCall = { index, id: '', name: '', arguments: '' };
    this.calls.push(call);
    return call;
  }
}

function beginsAnother({ index, id, function: called }: WireToolCallDelta, known: OpenCall): boolean {
  if (!called?.name || (id && id === known.id)) return false;
  if (id && known.id) return true;
  const isNumbered = index !== undefined && index !== null;
  return !isNumbered && isWhole(known.arguments);
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // more of it is to come
  }
}
