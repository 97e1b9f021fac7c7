import type { PromptTokens } from '../tokens/promptTokens.js';

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
  /** Tokens from the front that may be read again. */
  readable: number;
}

/** A provider's prompt cache: the longest common prefix with the latest prompts. */
export class PrefixCache {
  private readonly entries: CachedPrompt[] = [];

  constructor(private readonly options: PrefixCacheOptions) {}

  /** Tokens of the prompt's front, at most `readable`, that an earlier prompt had too. */
  lookup(prompt: PromptTokens, readable = prompt.total): number {
    let longest = 0;
    for (const entry of this.entries) {
      const limit = Math.min(entry.readable, readable);
      if (limit > longest) longest = Math.max(longest, Math.min(commonPrefixTokens(entry.prompt, prompt), limit));
    }
    return this.usable(longest);
  }

  /** Remembers a prompt, of which only the first `readable` tokens may be read again. */
  add(prompt: PromptTokens, readable = prompt.total): void {
    if (this.usable(readable) === 0) return;
    this.entries.push({ prompt, readable });
    if (this.entries.length > this.options.prompts) this.entries.shift();
  }

  private usable(tokens: number): number {
    const blocks = Math.floor(tokens / this.options.blockTokens) * this.options.blockTokens;
    return blocks < this.options.minimumTokens ? 0 : blocks;
  }
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
