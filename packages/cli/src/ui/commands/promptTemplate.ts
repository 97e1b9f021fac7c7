/** The text of a command that a person wrote, with the places of arguments, shell commands and files in it. */
import { shellQuoted } from '../../utils/shellQuoted.js';

export interface PromptPiece {
  /** `command`: the output of `text` stands here; `file`: the content of the file or the names in the folder `text`. */
  type: 'text' | 'command' | 'file';
  text: string;
}

const ARGUMENTS = /\{\{args\}\}|\$ARGUMENTS/g;

export function takesArguments(template: string): boolean {
  return template.search(ARGUMENTS) !== -1;
}

/**
 * Takes `!{command}` and `@{path}` out of the text. Braces within a command come in pairs, as in `!{awk '{print $1}'}`.
 *
 * @throws an error for people when one is not closed
 */
export function templatePieces(template: string): PromptPiece[] {
  const pieces: PromptPiece[] = [];
  let rest = template;
  for (let match = OPENING.exec(rest); match; match = OPENING.exec(rest)) {
    const type = match[0] === '!{' ? 'command' : 'file';
    const start = match.index + match[0].length;
    const end = closingBrace(rest, start);
    if (end === -1) throw new Error(`the "${rest.slice(match.index, start + 20).split('\n', 1)[0]!}" has no "}".`);
    pieces.push({ type: 'text', text: rest.slice(0, match.index) });
    pieces.push({ type, text: rest.slice(start, end).trim() });
    rest = rest.slice(end + 1);
  }
  return [...pieces, { type: 'text', text: rest }];
}

const OPENING = /[!@]\{/;

function closingBrace(text: string, start: number): number {
  let depth = 1;
  for (let index = start; index < text.length; index++) {
    if (text[index] === '{') depth += 1;
    else if (text[index] === '}') depth -= 1;
    if (depth === 0) return index;
  }
  return -1;
}

/** Puts the arguments into their places; where the text names none they stand at its end. */
export function withArguments(pieces: readonly PromptPiece[], args: string): PromptPiece[] {
  const hasPlace = pieces.some(({ text }) => takesArguments(text));
  const filled = pieces.map(({ type, text }): PromptPiece => {
    if (type === 'command') return { type, text: insertQuoted(text, args) };
    return { type, text: text.replace(ARGUMENTS, () => args) };
  });
  // There is always a text at the end, if an empty one.
  const last = filled.at(-1)!;
  if (!hasPlace && args !== '') last.text = `${last.text.trimEnd()}\n\n${args}`;
  return trimmed(filled);
}

/** As a person reads it: what is to be inserted, by its name. */
export function promptText(pieces: readonly PromptPiece[]): string {
  const marks = { text: '', command: '!', file: '@' } as const;
  return pieces.map(({ type, text }) => (type === 'text' ? text : `${marks[type]}{${text}}`)).join('');
}

/** Without white space at both ends, and without empty texts. */
function trimmed(pieces: PromptPiece[]): PromptPiece[] {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first?.type === 'text') first.text = first.text.trimStart();
  if (last?.type === 'text') last.text = last.text.trimEnd();
  return pieces.filter(({ text }) => text !== '');
}

/** Each place gets the arguments as one word of the shell, also where the author has put quotes around it. */
function insertQuoted(command: string, args: string): string {
  // An empty word would be an argument of its own.
  if (args === '') return command.replace(ARGUMENTS, '');
  let quote = '';
  let last = 0;
  let result = '';
  for (const match of command.matchAll(ARGUMENTS)) {
    const before = command.slice(last, match.index);
    quote = quoteAfter(before, quote);
    // The quotes of the author are closed before the word, and opened again behind it.
    result += `${before}${quote}${shellQuoted(args)}${quote}`;
    last = match.index + match[0].length;
  }
  return result + command.slice(last);
}

/** The quote that is open at the end of a part of a command, when `open` was at its start. */
function quoteAfter(part: string, open: string): string {
  let quote = open;
  for (let index = 0; index < part.length; index++) {
    const character = part[index]!;
    if (character === '\\' && quote !== "'") index += 1;
    else if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
  }
  return quote;
}
