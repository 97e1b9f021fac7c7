/** The signatures of the estimates. Compiled, never run. */
import { estimateContentTokens, estimatePromptTokens, type Content } from '@qwen-code/qwen-code-core';

declare const contents: Content[];
declare const message: Content;

export const tokens: number[] = [
  estimateContentTokens(contents),
  estimateContentTokens(contents, 1_000),
  estimatePromptTokens(contents, message, 0),
  estimatePromptTokens(contents, message, 50_000, 1_000),
  // @ts-expect-error -- the provider's count is required: 0 says that there is none
  estimatePromptTokens(contents, message),
];
