/** Summaries made of sentences and names that stand in the text itself. */
import path from 'node:path';

const CODE = new Set(
  '.ts .tsx .js .jsx .mjs .cjs .py .go .rs .java .kt .c .h .cc .cpp .hpp .cs .rb .php .swift .sh'.split(' '),
);

/** What a file holds, in a few lines of its own words. */
export function extractSummary(file: string, text: string): string {
  const extension = path.extname(file).toLowerCase();
  const size = `${count(text.split('\n').length, 'line')}, ${count(text.split(/\s+/).filter(Boolean).length, 'word')}.`;
  if (extension === '.json') return `${size}\n${jsonSummary(text)}`;
  if (CODE.has(extension)) return `${size}\n${codeSummary(text)}`;
  if (/^#{1,6}\s/m.test(text)) return `${size}\n${markdownSummary(text)}`;
  return `${size}\n${firstSentences(text, 3)}`;
}

export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString('en-US')} ${noun}${amount === 1 ? '' : 's'}`;
}

interface Section {
  level: number;
  heading: string;
  body: string;
}

function sections(markdown: string): Section[] {
  const result: Section[] = [{ level: 0, heading: '', body: '' }];
  let inFence = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) inFence = !inFence;
    const heading = inFence ? null : /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (heading) result.push({ level: heading[1]?.length ?? 1, heading: heading[2] ?? '', body: '' });
    else (result.at(-1) as Section).body += `${line}\n`;
  }
  return result;
}

function markdownSummary(markdown: string): string {
  const all = sections(markdown);
  const title = all.find(({ level }) => level === 1)?.heading;
  const opening = all.map(({ body }) => firstSentences(body, 2)).find((sentence) => sentence !== '');
  const topics = all
    .filter(({ heading, level }) => heading !== '' && heading !== title && level <= 3)
    .map(({ heading, body }) => {
      const sentence = firstSentences(body, 1);
      return sentence === '' || sentence === opening ? `- ${heading}` : `- ${heading}: ${sentence}`;
    });
  const shown = topics.slice(0, 12);
  const more = topics.length - shown.length;
  return [
    title ? `Title: ${title}` : '',
    opening ?? '',
    shown.length > 0 ? `Sections:\n${shown.join('\n')}${more > 0 ? `\n- … ${more} more` : ''}` : '',
  ]
    .filter(Boolean)
    .join('\n');
}

/** The first sentences of the first paragraph that is prose: no code, list, table, badge or comment. */
function firstSentences(text: string, sentences: number): string {
  const prose = text
    .replace(/(```|~~~)[\s\S]*?\1/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .find((paragraph) => /[\p{L}]{2}/u.test(paragraph) && !/^([-*+>|]|\d+\.|\[?!\[|<)/.test(paragraph));
  if (!prose) return '';
  const plain = prose.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  const found = plain.match(/.+?(?:[.!?。！？](?=\s|$|[^\x00-\x7f])|$)/gu) ?? [plain];
  const result = found.slice(0, sentences).join('').trim();
  return result.length > 400 ? `${result.slice(0, 400).trimEnd()}…` : result;
}

const DEFINITION =
  /^\s*(?:export\s+)?(?:default\s+)?(?:public\s+|abstract\s+|async\s+|pub\s+)*(function\*?|class|interface|enum|type|const|def|func|fn|struct|trait)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u;

function codeSummary(code: string): string {
  const lines = code.split('\n');
  const comment = leadingComment(lines);
  const top = lines.filter((line) => !/^\s/.test(line));
  const exported = top.filter((line) => /^(export|pub)\b/.test(line));
  const names = (exported.length > 0 ? exported : top).flatMap((line) => {
    const match = DEFINITION.exec(line);
    return match ? [`${match[1]} ${match[2]}`] : [];
  });
  const kind = exported.length > 0 ? 'Exports' : 'Defines';
  const shown = names.slice(0, 15).join(', ');
  const more = names.length > 15 ? ` and ${names.length - 15} more` : '';
  const parts = [comment, names.length > 0 ? `${kind}: ${shown}${more}.` : ''].filter(Boolean);
  return parts.join('\n') || 'No comment at its head and no definition that the rules recognise.';
}

function leadingComment(lines: string[]): string {
  const words: string[] = [];
  for (const line of lines) {
    if (line.startsWith('#!') || (line.trim() === '' && words.length === 0)) continue;
    const comment = /^\s*(?:\/\*\*?|\*\/?|\/\/|#|""")\s?(.*?)(?:\*\/)?$/.exec(line);
    if (!comment) break;
    words.push(comment[1]?.trim() ?? '');
  }
  return firstSentences(words.join('\n'), 2);
}

function jsonSummary(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return 'It is not valid JSON, or only a part of it was read.';
  }
  if (Array.isArray(value)) return `A list of ${count(value.length, 'entry').replace('entrys', 'entries')}.`;
  if (typeof value !== 'object' || value === null) return `The value ${text.trim()}.`;
  const keys = Object.entries(value).map(([key, item]) => `- ${key}: ${short(item)}`);
  const more = keys.length > 15 ? `\n- … ${keys.length - 15} more` : '';
  return `Keys:\n${keys.slice(0, 15).join('\n')}${more}`;
}

function short(value: unknown): string {
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return Object.keys(value).slice(0, 6).join(', ') || '{}';
  const text = String(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
