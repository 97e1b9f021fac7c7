/** Reads a file and summarises or quotes it. */
import { namedPath } from '../clauses.js';
import { extractSummary } from '../extract.js';
import { fileText } from '../fileText.js';
import {
  absolute,
  call,
  failureText,
  fenced,
  firstLines,
  type Job,
  type JobParser,
  type Surroundings,
} from '../job.js';
import { listFolder } from './listFolder.js';

const READ =
  /\b(read|summari[sz]e|summary of|explain|describe|quote|show|print|open|cat|look at|what('s| is| does))\b/i;
const LINES = /\blines?\s+(\d+)(?:\s*(?:-|–|to|through)\s*(\d+))?/i;

export const parseReadFile: JobParser = (clause, surroundings) => {
  const file = namedPath(clause);
  if (!file || !READ.test(clause)) return undefined;
  const range = LINES.exec(clause);
  const first = range ? Number(range[1]) : undefined;
  const last = range ? Number(range[2] ?? range[1]) : undefined;
  const summarise = /\b(summari[sz]e|summary|explain|describe|about|what)\b/i.test(clause);
  const quote = /\b(quote|show|print|cat|lines?)\b/i.test(clause);
  return readFile(surroundings, file, summarise && !range ? 'summary' : quote ? 'quote' : 'summary', first, last);
};

/** Lines of a quotation when none are named. */
const QUOTED_LINES = 40;

function* readFile(
  surroundings: Surroundings,
  file: string,
  mode: 'summary' | 'quote',
  first?: number,
  last?: number,
): Job {
  const range = first && last ? { offset: first - 1, limit: Math.max(1, last - first + 1) } : {};
  const args = { file_path: absolute(surroundings, file), ...range };
  const read = yield* call(surroundings, `I read ${file}.`, 'read_file', args);
  if (read.failed && /is a directory/.test(read.output)) return yield* listFolder(args.file_path, surroundings);
  if (read.failed) return failureText(read);
  const { text, notice } = fileText(read.output);
  const part = notice ? `\n(${notice})` : '';
  if (mode === 'quote') return `\`${file}\`:\n${fenced(firstLines(text, first ? Infinity : QUOTED_LINES))}${part}`;
  return `Summary of \`${file}\`, put together from its own words: ${extractSummary(file, text)}${part}`;
}
