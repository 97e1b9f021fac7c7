/** DashScope, Moonshot, Zhipu, MiniMax. */
import { pattern, type ErrorRule } from './errorRule.js';

export const chineseProviderRules: readonly ErrorRule[] = [
  {
    source: 'DashScope: limit is the input cap',
    kind: 'context-overflow',
    text: pattern`range of input length should be \[\d+, ?{limit}\]`,
  },
  {
    source: 'Moonshot',
    kind: 'context-overflow',
    text: pattern`exceeded model token limit: {limit} \(requested: {actual}\)`,
  },
  {
    source: 'Moonshot: bytes',
    kind: 'payload-too-large',
    text: pattern`total message size \d+ exceeds limit \d+`,
  },
  { source: 'Zhipu', kind: 'context-overflow', code: /^1261$/ },
  {
    source: 'Zhipu and local servers',
    kind: 'context-overflow',
    text: pattern`prompt exceeds max(?:imum)? (?:context )?length`,
  },
  { source: 'Zhipu', kind: 'context-overflow', text: pattern`tokens in request more than max tokens allowed` },
  { source: 'Zhipu', kind: 'context-overflow', text: /^\W*token limit exceeded/im },
  {
    source: 'MiniMax: (2013) is its code for invalid parameters, not a number of tokens',
    kind: 'context-overflow',
    text: pattern`context window exceeds limit`,
  },
  { source: 'Chinese wording: bytes', kind: 'payload-too-large', text: /请求体大小超出/ },
  {
    source: 'Chinese wording',
    kind: 'context-overflow',
    text: /超过最大长度|上下文长度|超出.{0,8}上下文|输入.{0,8}过长/,
  },
];
