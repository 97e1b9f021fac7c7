/** The words in a shell rule, matched with the beginning of a command: `git status`, `npm run *`, `git:*`. */

/** One word of a pattern; `any` stands for any number of words. */
type PatternWord = { type: 'any' } | { type: 'word'; matches: RegExp };

export type CommandPattern = readonly PatternWord[];

/** Whether a command begins with the pattern; `maybe` when that depends on words which bash computes. */
export type Match = 'yes' | 'maybe' | 'no';

/** Parses the specifier of a shell rule; a string says what is wrong with it. */
export function parseCommandPattern(specifier: string): CommandPattern | string {
  const prefix = /^(.*\S)\s*:\*$/s.exec(specifier)?.[1];
  const words = splitWords(prefix ?? specifier);
  if (words === null) return 'has a quote that is not closed.';
  const operator = words.find((word) => /^(&&|\|\||[;|&]|.*;)$/.test(word.text) && !word.isQuoted);
  if (operator) {
    return `holds the operator "${operator.text}". Compound commands are checked part by part: write one rule for each.`;
  }
  return words.map(({ text, isQuoted }, index) => {
    if (text === '*' && !isQuoted) return { type: 'any' };
    const parts = isQuoted ? [text] : text.split('*');
    // `npm run test:*` also covers `npm run test:unit`.
    const tail = prefix !== undefined && index === words.length - 1 ? '(:.*)?' : '';
    return { type: 'word', matches: new RegExp(`^${parts.map(escapeRegExp).join('.*')}${tail}$`, 's') };
  });
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

interface Word {
  text: string;
  isQuoted: boolean;
}

function splitWords(specifier: string): Word[] | null {
  const words: Word[] = [];
  const token = /\s*(?:"((?:[^"\\]|\\.)*)"(?=\s|$)|'([^']*)'(?=\s|$)|(\S+))/sy;
  let rest = specifier.trimEnd();
  while (rest !== '') {
    token.lastIndex = 0;
    const match = token.exec(rest);
    if (!match) return null;
    const [whole, double, single, bare] = match;
    if (bare !== undefined && /^["']/.test(bare)) return null;
    if (bare !== undefined) words.push({ text: bare, isQuoted: false });
    else words.push({ text: single ?? double?.replace(/\\(.)/gs, '$1') ?? '', isQuoted: true });
    rest = rest.slice(whole.length);
  }
  return words;
}

/** Writes words so that `parseCommandPattern` reads them back. */
export function writeWords(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=./,-][\w@%+=:./,-]*$/.test(word) && !word.endsWith(':') ? word : quote(word)))
    .join(' ');
}

function quote(word: string): string {
  return `"${word.replace(/[\\"]/g, '\\$&')}"`;
}

/** Matches the words of a command as they stand: for rules that allow. */
export function matchCommand(pattern: CommandPattern, argv: ReadonlyArray<string | null>): Match {
  return matchFrom(pattern, 0, argv, 0);
}

/**
 * Matches also what comes to the same: a program given by its path, options in front of the sub-command. For rules that
 * deny or ask.
 */
export function matchCommandBroadly(pattern: CommandPattern, argv: ReadonlyArray<string | null>): Match {
  const [program, ...rest] = argv;
  const first = typeof program === 'string' ? program.slice(program.lastIndexOf('/') + 1) : (program ?? null);
  const asWritten = matchFrom(pattern, 0, argv, 0);
  const heads = startsAfterOptions(rest).map((start) => matchFrom(pattern, 0, [first, ...rest.slice(start)], 0));
  return [asWritten, ...heads].reduce(better);
}

/** Where the sub-command may begin: each option in front of it may or may not take the next word. */
function startsAfterOptions(words: ReadonlyArray<string | null>): number[] {
  const starts = new Set([0]);
  for (const start of starts) {
    if (!words[start]?.startsWith('-')) continue;
    for (const next of [start + 1, start + 2]) if (next <= words.length) starts.add(next);
  }
  return [...starts];
}

function matchFrom(pattern: CommandPattern, at: number, argv: ReadonlyArray<string | null>, from: number): Match {
  const part = pattern[at];
  if (!part) return 'yes';
  if (part.type === 'any') {
    if (at === pattern.length - 1) return 'yes';
    let best: Match = 'no';
    for (let start = from; start <= argv.length; start++) best = better(best, matchFrom(pattern, at + 1, argv, start));
    return best;
  }
  if (from >= argv.length) return 'no';
  const word = argv[from];
  if (word === null || word === undefined) return 'maybe';
  return part.matches.test(word) ? matchFrom(pattern, at + 1, argv, from + 1) : 'no';
}

function better(one: Match, other: Match): Match {
  if (one === 'yes' || other === 'yes') return 'yes';
  return one === 'maybe' || other === 'maybe' ? 'maybe' : 'no';
}
