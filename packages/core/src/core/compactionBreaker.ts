/** Pauses automatic compaction of a conversation that cannot be compacted. */
import { MAX_CONSECUTIVE_FAILURES, type CompressOptions } from '../services/chatCompressionService.js';
import { CompressionStatus, isFailureStatus } from '../services/compaction/compressionStatus.js';

export class CompactionBreaker {
  private consecutiveFailures = 0;

  /** @param warn told of every strike */
  constructor(private readonly warn: (message: string) => void) {}

  /** What the compaction service is told. */
  get state(): Pick<CompressOptions, 'consecutiveFailures'> {
    return { consecutiveFailures: this.consecutiveFailures };
  }

  /** Learns how an attempt ended. A forced one that fails neither counts nor clears. */
  note(status: CompressionStatus, force: boolean): void {
    if (status === CompressionStatus.COMPRESSED) this.reset();
    else if (isFailureStatus(status) && !force) this.strike(status);
  }

  reset(): void {
    this.consecutiveFailures = 0;
  }

  private strike(status: CompressionStatus): void {
    const count = ++this.consecutiveFailures;
    const consequence = count < MAX_CONSECUTIVE_FAILURES ? '' : ' No more automatic attempts until one succeeds.';
    this.warn(
      `Compaction failed: ${CompressionStatus[status]} (${count} of ${MAX_CONSECUTIVE_FAILURES}).${consequence}`,
    );
  }
}
