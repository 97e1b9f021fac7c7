/** Stops automatic compaction of a conversation that cannot be compacted. */
import type { CompressOptions } from '../services/chatCompressionService.js';
import { CompressionStatus, isFailureStatus } from '../services/compaction/compressionStatus.js';

export class CompactionBreaker {
  private failed = false;

  /** What the compaction service is told. */
  get state(): Pick<CompressOptions, 'hasFailedCompressionAttempt'> {
    return { hasFailedCompressionAttempt: this.failed };
  }

  /** Learns how an attempt ended; one failed automatic attempt is enough. */
  note(status: CompressionStatus, force: boolean): void {
    if (status === CompressionStatus.COMPRESSED) this.reset();
    else if (isFailureStatus(status) && !force) this.failed = true;
  }

  reset(): void {
    this.failed = false;
  }
}
