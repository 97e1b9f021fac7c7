/** The signature of the thresholds. Compiled, never run. */
import { computeThresholds, type CompactionThresholds } from '@qwen-code/qwen-code-core';

const thresholds: CompactionThresholds = computeThresholds(200_000);
export const numbers: number[] = [thresholds.warn, thresholds.auto, thresholds.hard, thresholds.effectiveWindow];

// @ts-expect-error -- computed, not set
thresholds.auto = 1;
