/** Takes a message apart into clauses that each ask for one thing. */

const VERBS =
  'list|read|show|summari[sz]e|explain|find|search|grep|count|chart|run|execute|replace|change|create|write|make|add|tell';

/** Quoted text is kept whole and its punctuation means nothing. */
const QUOTED = /```[\s\S]*?```|`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|(?<![\w])'[^'\n]*'(?![\w])/g;

const BREAKS = new RegExp(
  [
    '[.?!]+(?=\\s|$)',
    '\\n+',
    `,?\\s+(?:and\\s+)?then\\s+(?=(?:${VERBS})\\b)`,
    `,?\\s+and\\s+(?=(?:${VERBS})\\b(?!\\s+(?:it|them|this|that)\\b))`,
  ].join('|'),
  'gi',
);

/** The clauses of a message in order, without empty ones. */
export function splitClauses(message: string): string[] {
  const quotes: string[] = [];
  const masked = message.replace(QUOTED, (quote) => `\u0000${quotes.push(quote) - 1}\u0000`);
  const unmask = (text: string): string =>
    text.replace(/\u0000(\d+)\u0000/g, (_mark, index) => quotes[Number(index)] ?? '');
  return masked
    .split(BREAKS)
    .map((clause) => unmask(clause).trim())
    .filter((clause) => clause !== '');
}

/** The quoted texts of a clause, without their quotes. */
export function quotedTexts(clause: string): string[] {
  return Array.from(clause.matchAll(QUOTED), ([quote]) =>
    quote.startsWith('```') ? quote.replace(/^```\w*\n?|\n?```$/g, '') : quote.slice(1, -1),
  );
}

const KNOWN_NAMES = 'Makefile|Dockerfile|LICENSE|CHANGELOG|CONTRIBUTING';
const PATH = new RegExp(`(?<![\\w/.-])(?:[~\\w@+-]*[./\\\\][\\w./\\\\@+-]*\\w|(?:${KNOWN_NAMES})\\b)`);

/** The first path that a clause names: quoted, with an extension or a slash, or one of the well-known names. */
export function namedPath(clause: string): string | undefined {
  const quoted = quotedTexts(clause).find((text) => PATH.test(text) && !/\s/.test(text));
  const plain = PATH.exec(clause.replace(QUOTED, ' '))?.[0].replace(/^@/, '');
  return quoted ?? plain ?? (/\breadme\b/i.test(clause) ? 'README.md' : undefined);
}

/** Some files of the user's: those of a folder, of a kind, or of both. */
export interface NamedFiles {
  /** Without a slash at its end. */
  folder?: string;
  /** Without a dot. */
  extension?: string;
}

/** `all .ts files in src`: the kind and the folder that a clause names. */
export function namedFiles(clause: string): NamedFiles {
  const extension = /(?:\*|\s)\.([a-z0-9]+)\b/i.exec(clause)?.[1];
  const folder = /\b(?:in|under|of)\s+[`"']?(\w[\w./-]*|\.{1,2}\/[\w./-]+)\b(?!\s+files?\b)/i.exec(clause)?.[1];
  const isWord = folder !== undefined && /^(this|the|here|all|every|each|it|a|code|files?)$/i.test(folder);
  return { extension, folder: isWord ? undefined : folder?.replace(/[./]+$/, '') };
}

export function patternOf({ folder, extension }: NamedFiles): string {
  return `${folder === undefined ? '' : `${folder}/`}**/${extension === undefined ? '*' : `*.${extension}`}`;
}
