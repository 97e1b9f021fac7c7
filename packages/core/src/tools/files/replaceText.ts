/** Finds and replaces a passage of a text without touching anything else, whatever its line endings. */

export type Replacement =
  { kind: 'replaced'; text: string; lines: number[] } | { kind: 'not_found' } | { kind: 'ambiguous'; lines: number[] };

/**
 * Replaces `oldText`, which must occur once, or all its occurrences. Line endings are compared as if all were `\n`; the
 * new text takes those of the passage it replaces, or of the file where the passage has none.
 *
 * `lines` are the 1-based lines where the occurrences start.
 */
export function replaceText(text: string, oldText: string, newText: string, replaceAll: boolean): Replacement {
  const haystack = toLf(text);
  const needle = toLf(oldText);
  const starts = occurrences(haystack, needle);
  if (starts.length === 0) return { kind: 'not_found' };
  const lines = lineNumbers(haystack, starts);
  if (starts.length > 1 && !replaceAll) return { kind: 'ambiguous', lines };

  const toOriginal = offsetMap(text);
  const fallback = usesCrlf(text);
  const replacement = toLf(newText);
  const pieces: string[] = [];
  let end = 0;
  for (const start of starts) {
    const from = toOriginal(start);
    const to = toOriginal(start + needle.length);
    const passage = text.slice(from, to);
    const crlf = passage.includes('\n') ? usesCrlf(passage) : fallback;
    pieces.push(text.slice(end, from), crlf ? toCrlf(replacement) : replacement);
    end = to;
  }
  pieces.push(text.slice(end));
  return { kind: 'replaced', text: pieces.join(''), lines };
}

/** Whether most lines of a text end in CR LF. */
export function usesCrlf(text: string): boolean {
  const crlf = text.split('\r\n').length - 1;
  const all = text.split('\n').length - 1;
  return crlf > all - crlf;
}

export function toLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

export function toCrlf(text: string): string {
  return toLf(text).replaceAll('\n', '\r\n');
}

function occurrences(text: string, needle: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) starts.push(at);
  return starts;
}

/** Maps ascending offsets of `toLf(text)` to offsets of `text`. */
function offsetMap(text: string): (offset: number) => number {
  let dropped = 0;
  let next = text.indexOf('\r\n');
  return (offset) => {
    while (next !== -1 && next - dropped < offset) {
      dropped += 1;
      next = text.indexOf('\r\n', next + 2);
    }
    return offset + dropped;
  };
}

/** The 1-based line of each of the ascending offsets. */
function lineNumbers(text: string, offsets: number[]): number[] {
  let line = 1;
  let at = 0;
  return offsets.map((offset) => {
    for (let newline = text.indexOf('\n', at); newline !== -1 && newline < offset; newline = text.indexOf('\n', at)) {
      line += 1;
      at = newline + 1;
    }
    return line;
  });
}
