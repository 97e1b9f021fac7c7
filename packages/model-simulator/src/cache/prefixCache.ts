import type { PromptTokens } from '../tokens/promptTokens.js';
import { usesMarks, type CacheMarks } from './cacheMarks.js';

export interface PrefixCacheOptions {
  /** Prompts remembered; the oldest goes first. */
  prompts: number;
  /** Cached lengths are multiples of this. */
  blockTokens: number;
  /** Shorter prefixes are not cached. */
  minimumTokens: number;
}

interface CachedPrompt {
  prompt: PromptTokens;
  /** Lengths at which the prefix was written; `undefined`: at every one. */
  writes?: number[];
}

/** A provider's prompt cache: the longest common prefix with the latest prompts. */
export class PrefixCache {
  private readonly entries: CachedPrompt[] = [];

  constructor(private readonly options: PrefixCacheOptions) {}

  /** Tokens of the prompt's front that an earlier prompt had too; with marks, only lengths that marks allow to read. */
  lookup(prompt: PromptTokens, marks?: CacheMarks): number {
    let longest = 0;
    for (const entry of this.entries) {
      const common = commonPrefixTokens(entry.prompt, prompt);
      if (common > longest) longest = Math.max(longest, readableLength(common, entry, marks));
    }
    return this.usable(longest);
  }

  /** Remembers a prompt; with marks, only its prefixes that end at one. */
  add(prompt: PromptTokens, marks?: CacheMarks): void {
    if (marks && marks.writes.length === 0) return;
    this.entries.push({ prompt, writes: marks?.writes });
    if (this.entries.length > this.options.prompts) this.entries.shift();
  }

  private usable(tokens: number): number {
    const blocks = Math.floor(tokens / this.options.blockTokens) * this.options.blockTokens;
    return blocks < this.options.minimumTokens ? 0 : blocks;
  }
}

function readableLength(common: number, { writes }: CachedPrompt, marks: CacheMarks | undefined): number {
  if (!writes || !marks) return common;
  return Math.max(0, ...writes.filter((length) => length <= common && usesMarks(marks, length)));
}

/** Number of equal tokens at the front of two prompts, however their segments are cut. */
export function commonPrefixTokens(one: PromptTokens, other: PromptTokens): number {
  let count = 0;
  let [oneSegment, otherSegment, oneOffset, otherOffset] = [0, 0, 0, 0];
  for (;;) {
    const a = one.segments[oneSegment]?.ids;
    const b = other.segments[otherSegment]?.ids;
    if (!a || !b) return count;
    if (a === b && oneOffset === 0 && otherOffset === 0) {
      count += a.length;
      oneSegment++;
      otherSegment++;
      continue;
    }
    while (oneOffset < a.length && otherOffset < b.length) {
      if (a[oneOffset] !== b[otherOffset]) return count;
      oneOffset++;
      otherOffset++;
      count++;
    }
    if (oneOffset === a.length) [oneSegment, oneOffset] = [oneSegment + 1, 0];
    if (otherOffset === b.length) [otherSegment, otherOffset] = [otherSegment + 1, 0];
  }
}
