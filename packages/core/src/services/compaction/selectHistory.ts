/** Divides a history into what is summarised and what is kept. */
import type { Content } from '../../types.js';
import { estimateContentChars } from '../compactionInputSlimming.js';
import type { CompactTrigger } from './ports.js';
import { findCompressSplitPoint, hasFunctionCall, TOOL_ROUND_RETAIN_COUNT } from './splitPoint.js';

/** Share of the history's characters that is kept verbatim. */
export const COMPRESSION_PRESERVE_THRESHOLD = 0.3;

/** Less than this share of the characters to summarise is not worth a request. */
export const MIN_COMPRESSION_FRACTION = 0.05;

export interface HistoryDivision {
  toSummarise: Content[];
  kept: Content[];
  /** Share of the characters that is summarised, 0 to 1. */
  share: number;
}

/** The division, or `undefined` when there is too little to summarise. */
export function divideHistory(
  history: Content[],
  trigger: CompactTrigger,
  imageTokenEstimate: number,
): HistoryDivision | undefined {
  const last = history.at(-1);
  // By hand, between two turns, a call without a result is an orphan; automatically, its result is about to be sent.
  const isOrphan = trigger === 'manual' && last?.role === 'model' && hasFunctionCall(last);
  const contents = isOrphan ? history.slice(0, -1) : history;
  const charCounts = contents.map((content) => estimateContentChars(content, imageTokenEstimate));
  const fraction = 1 - COMPRESSION_PRESERVE_THRESHOLD;
  const splitPoint = findCompressSplitPoint(contents, fraction, TOOL_ROUND_RETAIN_COUNT, charCounts);
  const share = sum(charCounts.slice(0, splitPoint)) / sum(charCounts);
  if (!(share >= MIN_COMPRESSION_FRACTION)) return undefined;
  return { toSummarise: contents.slice(0, splitPoint), kept: contents.slice(splitPoint), share };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
