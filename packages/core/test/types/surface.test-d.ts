/** What consumers of the package may rely on; compiled against its declarations, never run. */
import {
  ChatCompressionService,
  runSideQuery,
  type AgentEvent,
  type ChatCompressionInfo,
  type CompressOptions,
  type CompressionStatus,
  type Config,
  type Content,
  type createAgent,
  type findCompressSplitPoint,
  type GeminiChat,
} from '@qwen-code/qwen-code-core';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isTrue = <T extends true>(): T | undefined => undefined;

declare const chat: GeminiChat;
declare const config: Config;
declare const options: CompressOptions;

isTrue<Equal<ReturnType<typeof createAgent>, Promise<import('@qwen-code/qwen-code-core').Agent>>>();
isTrue<
  Equal<Awaited<ReturnType<ChatCompressionService['compress']>>, import('@qwen-code/qwen-code-core').CompressionResult>
>();
isTrue<Equal<ReturnType<GeminiChat['tryCompress']>, Promise<ChatCompressionInfo>>>();
isTrue<Equal<ReturnType<typeof findCompressSplitPoint>, number>>();
isTrue<Equal<AgentEvent['type'] & 'turn_end', 'turn_end'>>();

// `Config` fits everything that takes its narrow interfaces.
void new ChatCompressionService().compress(chat, { ...options, config });
void runSideQuery(config, { contents: [] satisfies Content[], abortSignal: new AbortController().signal });

const names: Record<keyof typeof CompressionStatus, true> = {
  COMPRESSED: true,
  COMPRESSION_FAILED_INFLATED_TOKEN_COUNT: true,
  COMPRESSION_FAILED_TOKEN_COUNT_ERROR: true,
  COMPRESSION_FAILED_EMPTY_SUMMARY: true,
  NOOP: true,
  COMPRESSION_FAILED_OUTPUT_TRUNCATED: true,
  COMPRESSION_FAILED_API_ERROR: true,
};
void names;
