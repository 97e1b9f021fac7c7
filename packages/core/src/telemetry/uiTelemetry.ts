/** Numbers of the main conversation that a screen shows; tokens and calls by model and tool follow from the agent's events. */

/** Values of `CompressionStatus`. */
const COMPRESSED = 1;
const NOOP = 5;

export interface CompactionCounts {
  /** Compactions that took effect. */
  compacted: number;
  /** Failed attempts by `CompressionStatus`. */
  failures: Record<number, number>;
  /** Tokens before and after, summed over the compactions that took effect. */
  tokensBefore: number;
  tokensAfter: number;
}

export class UiTelemetryService {
  private lastPromptTokenCount = 0;
  private readonly counts: CompactionCounts = { compacted: 0, failures: {}, tokensBefore: 0, tokensAfter: 0 };
  private readonly listeners = new Set<() => void>();

  /** Size of the conversation in tokens as last reported; 0: not known yet. */
  getLastPromptTokenCount(): number {
    return this.lastPromptTokenCount;
  }

  setLastPromptTokenCount(count: number): void {
    this.lastPromptTokenCount = count;
    this.notify();
  }

  /** Counts the outcome of an attempt to compact; attempts that had nothing to do are left out. */
  addCompaction(info: { originalTokenCount: number; newTokenCount: number; compressionStatus: number }): void {
    const { originalTokenCount, newTokenCount, compressionStatus } = info;
    if (compressionStatus === NOOP) return;
    if (compressionStatus === COMPRESSED) {
      this.counts.compacted++;
      this.counts.tokensBefore += originalTokenCount;
      this.counts.tokensAfter += newTokenCount;
    } else {
      this.counts.failures[compressionStatus] = (this.counts.failures[compressionStatus] ?? 0) + 1;
    }
    this.notify();
  }

  getCompactions(): CompactionCounts {
    return structuredClone(this.counts);
  }

  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
