/** Where a text comes closest to a passage that it does not contain. */
import { toLf } from './replaceText.js';

export interface ClosePassage {
  /** 1-based line of the first line shown. */
  firstLine: number;
  lines: string[];
  /** The passage is there but for spaces and tabs. */
  onlyWhitespaceDiffers: boolean;
}

/** Longest passage shown. */
const MAX_SHOWN_LINES = 12;

/** Work bounds: lines compared by letter pairs, and the part of each that is compared. */
const MAX_COMPARED_LINES = 5_000;
const MAX_COMPARED_CHARACTERS = 200;

/** Lines of the passage that vote for its place. */
const MAX_VOTING_LINES = 200;

/** Share of common letter pairs below which lines count as unlike. */
const MIN_SIMILARITY = 0.5;

/** `null` when nothing in the text is like the passage. */
export function closestLines(text: string, passage: string): ClosePassage | null {
  const lines = toLf(text).split('\n');
  const wanted = toLf(passage).split('\n').map(collapse);
  const start = startByEqualLines(lines, wanted) ?? startBySimilarLine(lines, wanted);
  if (start === undefined) return null;
  const first = Math.max(0, start);
  const found = lines.slice(first, first + Math.min(wanted.length, MAX_SHOWN_LINES));
  const onlyWhitespaceDiffers =
    start >= 0 && wanted.every((line, index) => line === collapse(lines[start + index] ?? '\n'));
  return { firstLine: first + 1, lines: found, onlyWhitespaceDiffers };
}

function collapse(line: string): string {
  return line.replaceAll(/[ \t]+/g, ' ').trim();
}

/** The line where the passage would start so that most of its lines, but for whitespace, stand where they should. */
function startByEqualLines(lines: string[], wanted: string[]): number | undefined {
  const places = new Map<string, number[]>();
  wanted.slice(0, MAX_VOTING_LINES).forEach((line, index) => {
    if (line.length > 2) places.set(line, [...(places.get(line) ?? []), index]);
  });
  const votes = new Map<number, number>();
  lines.forEach((line, at) => {
    for (const index of places.get(collapse(line)) ?? []) votes.set(at - index, (votes.get(at - index) ?? 0) + 1);
  });
  let best: number | undefined;
  for (const [start, count] of votes) {
    const bestCount = best === undefined ? 0 : (votes.get(best) as number);
    if (count > bestCount || (count === bestCount && start < (best as number))) best = start;
  }
  return best;
}

/** The line where the passage would start if its longest line stood at the line most like it. */
function startBySimilarLine(lines: string[], wanted: string[]): number | undefined {
  const index = wanted.reduce((best, line, at) => (line.length > (wanted[best] as string).length ? at : best), 0);
  const target = letterPairs(wanted[index] as string);
  let start: number | undefined;
  let bestScore = MIN_SIMILARITY;
  for (const [at, line] of lines.slice(0, MAX_COMPARED_LINES).entries()) {
    const score = similarity(target, letterPairs(collapse(line)));
    if (score > bestScore) [start, bestScore] = [at - index, score];
  }
  return start;
}

function letterPairs(line: string): Set<string> {
  const letters = line.slice(0, MAX_COMPARED_CHARACTERS).toLowerCase();
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}

/** Dice coefficient: 0 nothing in common, 1 the same pairs. */
function similarity(a: Set<string>, b: Set<string>): number {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common += 1;
  return (2 * common) / Math.max(1, a.size + b.size);
}
