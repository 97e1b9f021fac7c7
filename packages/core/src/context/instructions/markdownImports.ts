/** Finds the `@path` imports of an instruction file. */

const FENCE = /^\s*(?:(?:[-*+>]|\d+[.)])\s+)*(`{3,}|~{3,})(.*)$/;

/** What ends a sentence rather than a path. */
const TRAILING_PUNCTUATION = /[.,;:!?'")\]}>*]+$/;

/**
 * The paths that a Markdown text imports, in order, as written: words that begin with `@`, outside code fences and code
 * spans. Not every one need be meant as a path (`@user`, `@scope/package`): whether a file exists decides.
 */
export function findImports(markdown: string): string[] {
  const prose = withoutCodeSpans(withoutFences(markdown));
  return [...prose.matchAll(/(?<!\S)@(\S+)/g)]
    .map(([, word]) => (word as string).replace(TRAILING_PUNCTUATION, ''))
    .filter((word) => word !== '');
}

/** Blank lines stand for the fences, so that the text before and after one is not joined. */
function withoutFences(markdown: string): string {
  let open: string | undefined;
  const lines = markdown.split(/\r?\n/).map((line) => {
    const match = FENCE.exec(line);
    const mark = match?.[1];
    if (open !== undefined) {
      const closes =
        mark !== undefined && mark[0] === open[0] && mark.length >= open.length && match?.[2]?.trim() === '';
      if (closes) open = undefined;
      return '';
    }
    // A backtick after the mark makes it a code span of one line.
    if (mark === undefined || (mark.startsWith('`') && match?.[2]?.includes('`'))) return line;
    open = mark;
    return '';
  });
  return lines.join('\n');
}

/** A code span ends at a run of as many backticks as it began with, and within its paragraph. */
function withoutCodeSpans(text: string): string {
  return text
    .split(/\n[ \t]*\n/)
    .map((paragraph) => {
      const runs = [...paragraph.matchAll(/`+/g)];
      let prose = '';
      let at = 0;
      for (let index = 0; index < runs.length; index++) {
        const run = runs[index] as RegExpExecArray;
        const end = runs.findIndex((other, later) => later > index && other[0].length === run[0].length);
        if (end === -1) continue;
        prose += `${paragraph.slice(at, run.index)}\``;
        at = (runs[end] as RegExpExecArray).index + run[0].length;
        index = end;
      }
      return prose + paragraph.slice(at);
    })
    .join('\n\n');
}
