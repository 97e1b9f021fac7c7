/** How one attempt to compact the conversation ended. */
import type { CompactionCause } from './ports.js';

/** Values are stored in session files: append only. */
export enum CompressionStatus {
  COMPRESSED = 1,
  /** The history with the summary would be larger than without. */
  COMPRESSION_FAILED_INFLATED_TOKEN_COUNT = 2,
  /** The provider reported no token counts, so the new size is unknown. */
  COMPRESSION_FAILED_TOKEN_COUNT_ERROR = 3,
  COMPRESSION_FAILED_EMPTY_SUMMARY = 4,
  /** Nothing was tried: not needed, not allowed, or nothing to compact. */
  NOOP = 5,
  /** The summary was cut off at the output cap. */
  COMPRESSION_FAILED_OUTPUT_TRUNCATED = 6,
  /** The provider refused the request for a summary, or could not be reached. */
  COMPRESSION_FAILED_API_ERROR = 7,
}

/** Token counts before and after one attempt to compact. */
export interface ChatCompressionInfo {
  /** What led to it; known of those of a conversation. */
  path?: CompactionCause;
  /** Messages from the end of the conversation that stayed as they were. */
  keptMessages?: number;
  originalTokenCount: number;
  newTokenCount: number;
  compressionStatus: CompressionStatus;
  /** What the provider said, where it refused. */
  errorMessage?: string;
}

/** Whether the status is that of an attempt that was made and failed. */
export function isFailureStatus(status: CompressionStatus): boolean {
  return status !== CompressionStatus.COMPRESSED && status !== CompressionStatus.NOOP;
}
