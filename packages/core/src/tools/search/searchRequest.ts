/** What a text search looks for and how it answers, whichever engine runs it. */
import { StringDecoder } from 'node:string_decoder';
import type { IgnoreRules } from '../files/ignoreRules.js';

export interface SearchRequest {
  /** Regular expression; case does not count. */
  pattern: string;
  /** Absolute path of the folder to search. */
  directory: string;
  /** Search this file of the folder only, ignored or not. */
  file?: string;
  /** Only files whose path below the folder matches; a glob without slash matches names at any depth. */
  glob?: string;
  rules: IgnoreRules;
  signal: AbortSignal;
}

export interface SearchMatch {
  /** Absolute path. */
  file: string;
  /** 1-based. */
  line: number;
  text: string;
}

/** The pattern or glob is not valid; the message says why. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** Longest line that is kept, in characters: paths and line numbers included, more than is shown. */
const MAX_LINE = 8_192;

/** Splits a byte stream into lines and drops the tails of endless ones, so that memory stays bounded. */
export async function* linesOfStream(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let current = '';
  for await (const chunk of stream) {
    const text = decoder.write(chunk);
    let at = 0;
    for (let newline = text.indexOf('\n'); newline !== -1; newline = text.indexOf('\n', at)) {
      yield (current + text.slice(at, newline)).slice(0, MAX_LINE);
      current = '';
      at = newline + 1;
    }
    current = (current + text.slice(at, at + MAX_LINE)).slice(0, MAX_LINE);
  }
  if (current !== '') yield current;
}
