/** Facts that a resumed session takes from its records rather than from the model. */
import type { AssistantRecord, SessionRecord } from './records.js';
import { isCheckpoint } from './records.js';

/** `compressionStatus` of a compaction that took effect (`CompressionStatus.COMPRESSED`). */
const COMPRESSED = 1;

/**
 * Tokens of the conversation as far as is known before the first request of a resumed session: what the last response
 * reported, or what a later compaction left. 0: nothing is known.
 */
export function promptTokenSeed(records: readonly SessionRecord[]): number {
  for (const record of records.toReversed()) {
    if (isCheckpoint(record) && record.systemPayload.info?.compressionStatus === COMPRESSED) {
      return record.systemPayload.info.newTokenCount;
    }
    if (record.type !== 'assistant') continue;
    const { usageMetadata } = record as AssistantRecord;
    const tokens = usageMetadata?.totalTokenCount ?? usageMetadata?.promptTokenCount;
    if (tokens !== undefined) return tokens;
  }
  return 0;
}
