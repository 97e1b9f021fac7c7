/** The history after a compaction. */
import type { Content } from '../../types.js';
import { CONTINUATION_BRIDGE, SUMMARY_ACKNOWLEDGEMENT } from './compactionPrompt.js';

/** The summary as a user message, the model's acknowledgement, and the kept messages; roles alternate at the seams. */
export function buildCompressedHistory(summary: string, kept: readonly Content[]): Content[] {
  const history: Content[] = [
    { role: 'user', parts: [{ text: summary }] },
    { role: 'model', parts: [{ text: SUMMARY_ACKNOWLEDGEMENT }] },
  ];
  if (kept[0]?.role === 'model') history.push({ role: 'user', parts: [{ text: CONTINUATION_BRIDGE }] });
  return [...history, ...kept];
}

/** The summary without the private `<scratchpad>` before it, which may lack its closing tag when the output was cut. */
export function withoutScratchpad(summary: string): string {
  return summary.replace(/<scratchpad>[\s\S]*?(<\/scratchpad>|(?=<state_snapshot>)|$)/, '').trim();
}
