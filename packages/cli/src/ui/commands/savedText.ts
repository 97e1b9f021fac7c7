/** What is said of a choice that the next start has, too. */
import os from 'node:os';
import { shortPath } from '../text/format.js';

export interface SavedChoice {
  /** The settings file. */
  file: string;
  /** The settings that were written; all of them when absent. */
  written?: readonly string[];
  /** Variables and settings files that come before them. */
  overriddenBy: readonly string[];
}

/** One sentence, such as `Saved for the next start: model.name in ~/.qwen/settings.json.` */
export function savedText({ file, written, overriddenBy }: SavedChoice): string {
  const short = (place: string): string => shortPath(place, os.homedir());
  const saved = `Saved for the next start${written ? `: ${written.join(', ')}` : ''} in ${short(file)}`;
  if (overriddenBy.length === 0) return `${saved}.`;
  return `${saved}; but ${overriddenBy.map(short).join(' and ')} ${overriddenBy.length === 1 ? 'comes' : 'come'} first there.`;
}
