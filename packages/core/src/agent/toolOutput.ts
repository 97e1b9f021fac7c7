/** Keeps tool results small enough for the context: what does not fit goes to a file that the model is told of. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Largest result of one call in characters, whatever the window; the default of `tools.truncateToolOutputThreshold`. */
export const DEFAULT_MAX_OUTPUT_CHARACTERS = 25_000;

/** A result is never cut below this, so that an error message survives in the smallest window. */
const MIN_OUTPUT_CHARACTERS = 1_000;

/** Share of the window for the results of one step: a compaction keeps two steps word for word beside the next one. */
const WINDOW_SHARE = 1 / 8;

/** Characters a token of ordinary text. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Characters that one call of a step may return. All results of a step together take about an eighth of the window, so
 * that one step cannot overflow a context that the checkpoint before it found small enough, and the steps that a
 * compaction keeps leave room for the work.
 *
 * @param windowTokens context window in tokens
 * @param calls number of calls in the step
 * @param threshold upper bound in characters from the settings
 */
export function outputCharactersPerCall(windowTokens: number, calls: number, threshold: number): number {
  const share = Math.floor((windowTokens * WINDOW_SHARE * CHARACTERS_PER_TOKEN) / Math.max(1, calls));
  return Math.max(MIN_OUTPUT_CHARACTERS, Math.min(threshold, share));
}

/**
 * Returns `output` when it fits, else its first and last part around a notice that names the file with the whole.
 * Two thirds of the room go to the head.
 */
export async function fitOutput(
  output: string,
  maxCharacters: number,
  spillDirectory: string,
  callId: string,
): Promise<string> {
  if (output === '') return '(no output)';
  if (output.length <= maxCharacters) return output;
  await mkdir(spillDirectory, { recursive: true, mode: 0o700 });
  const file = path.join(spillDirectory, `${callId.replaceAll(/[^\w.-]/g, '_').slice(0, 100)}.txt`);
  await writeFile(file, output, { mode: 0o600 });
  const notice = `\n\n[… ${output.length - maxCharacters} of ${output.length} characters left out. The whole output is in ${file}: search it or read parts of it.]\n\n`;
  const headLength = Math.floor((maxCharacters * 2) / 3);
  const head = withoutHalfCharacter(output.slice(0, headLength));
  const tail = output.slice(output.length - (maxCharacters - headLength));
  return head + notice + (isLowSurrogate(tail) ? tail.slice(1) : tail);
}

function withoutHalfCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

function isLowSurrogate(text: string): boolean {
  const first = text.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff;
}
