/** Finds text in files. */
import { quotedTexts } from '../clauses.js';
import { count } from '../extract.js';
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

const FIND =
  /\b(?:find|search(?:\s+for)?|grep(?:\s+for)?|look for|where (?:is|are|does|do))\s+(?:the\s+)?(?:text\s+|word\s+|string\s+)?(.+)/i;
const TRAILING = /\s+(?:used|defined|mentioned|called|declared|appears?|occurs?|stands?)\b.*$/i;
const PLACE = /\s+(?:in|under|inside|within)\s+[`"']?([\w@*./\\-]+)[`"']?.*$/i;
const ANYWHERE = /^(this|the|my|all|any|it|here|files?|project|folder|code)$/i;

export const parseFindText: JobParser = (clause, surroundings) => {
  const wanted = FIND.exec(clause)?.[1];
  if (wanted === undefined || /^out\b/i.test(wanted)) return undefined;
  const quoted = quotedTexts(wanted)[0];
  const rest = quoted === undefined ? wanted : ` ${wanted.slice(wanted.indexOf(quoted) + quoted.length + 1)}`;
  const text =
    quoted ??
    wanted
      .replace(PLACE, '')
      .replace(TRAILING, '')
      .replace(/^(occurrences|uses?) of /i, '')
      .trim();
  if (text === '') return undefined;
  const place = PLACE.exec(rest)?.[1];
  return findText(surroundings, text, place === undefined || ANYWHERE.test(place) ? undefined : place);
};

function* findText(surroundings: Surroundings, text: string, place: string | undefined): Job {
  const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const isGlob = place?.includes('*') ?? false;
  const args = {
    pattern,
    ...(isGlob && { glob: place }),
    path: place && !isGlob ? absolute(surroundings, place) : surroundings.directory,
  };
  const found = yield* call(surroundings, `I search for “${text}”.`, 'grep_search', args);
  if (found.failed) return failureText(found);
  const matches = found.output.split('\n').filter((line) => /^.+:\d+:/.test(line));
  if (matches.length === 0) return `“${text}” does not occur${place ? ` in ${place}` : ''}.`;
  const files = new Set(matches.map((line) => line.slice(0, line.search(/:\d+:/))));
  const head = `“${text}” stands on ${count(matches.length, 'line')} of ${count(files.size, 'file')}:`;
  return `${head}\n${fenced(firstLines(found.output, 40))}`;
}
