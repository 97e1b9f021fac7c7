/** What a chat yields while one message is sent. */
import type { GenerateContentResponse, RetryInfo } from '../types.js';
import type { ChatCompressionInfo } from '../services/compaction/compressionStatus.js';

export enum StreamEventType {
  CHUNK = 'chunk',
  /** What was yielded since the message was sent is void: the answer begins anew, or goes on if `isContinuation`. */
  RETRY = 'retry',
  COMPRESSED = 'compressed',
}

export type StreamEvent =
  | { type: StreamEventType.CHUNK; value: GenerateContentResponse }
  | { type: StreamEventType.RETRY; retryInfo?: RetryInfo; isContinuation?: boolean }
  | { type: StreamEventType.COMPRESSED; info: ChatCompressionInfo };
