/** Ids of tool calls that every provider accepts. */

/** OpenAI's limit; the shortest of all. */
const MAX_ID_LENGTH = 40;

/** OpenAI's and Anthropic's alphabet for tool names, and OpenAI's limit on their length. */
const MAX_NAME_LENGTH = 64;

/**
 * Hands out one id a call, in order of the calls. An id depends only on the calls before it, so a history that grows
 * keeps the ids it had.
 */
export class CallIds {
  private readonly used = new Set<string>();
  private count = 0;

  /** @param wordsOnly ids of letters, digits, `_` and `-` only */
  constructor(private readonly wordsOnly: boolean) {}

  /** `id` itself where it can stand; a variant of it when it is taken or not acceptable; a new one when absent. */
  assign(id: string | undefined): string {
    this.count++;
    const wanted = this.acceptable(id || `call_${this.count}`);
    let unique = wanted;
    for (let copy = 2; this.used.has(unique); copy++) {
      const suffix = `_${copy}`;
      unique = wanted.slice(0, MAX_ID_LENGTH - suffix.length) + suffix;
    }
    this.used.add(unique);
    return unique;
  }

  private acceptable(id: string): string {
    const short = id.slice(0, MAX_ID_LENGTH);
    return this.wordsOnly ? short.replace(/[^\w-]/g, '_') : short;
  }
}

/** A name that providers accept: a weak model's impossible name would otherwise have every later request refused. */
export function acceptableToolName(name: string | undefined): string {
  return (name ?? '').replace(/[^\w-]/g, '_').slice(0, MAX_NAME_LENGTH) || 'unnamed_tool';
}
