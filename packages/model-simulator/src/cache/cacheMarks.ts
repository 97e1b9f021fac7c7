/** Anthropic's `cache_control` marks: a prefix is written where a mark stands and read near one. */
import type { PromptTokens } from '../tokens/promptTokens.js';

/** Content blocks before a mark within which an earlier written prefix is found. */
const LOOK_BACK_BLOCKS = 20;

export interface CacheMarks {
  /** Prefix lengths in tokens that end at a mark, ascending. */
  writes: number[];
  /** Ranges of prefix lengths that may be read, one a mark. */
  reads: Array<{ from: number; to: number }>;
}

/** The marks of a prompt. */
export function cacheMarks(prompt: PromptTokens): CacheMarks {
  const marks: CacheMarks = { writes: [], reads: [] };
  const blockEnds: number[] = [];
  let position = 0;
  for (const { ids, isBlock, breakpoint } of prompt.segments) {
    position += ids.length;
    if (isBlock) blockEnds.push(position);
    if (!breakpoint) continue;
    marks.writes.push(position);
    marks.reads.push({ from: blockEnds.at(-1 - LOOK_BACK_BLOCKS) ?? 0, to: position });
  }
  return marks;
}

/** Whether a prefix of this length may be read. */
export function usesMarks(marks: CacheMarks, length: number): boolean {
  return marks.reads.some(({ from, to }) => length >= from && length <= to);
}
