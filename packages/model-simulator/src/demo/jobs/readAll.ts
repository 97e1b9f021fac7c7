/** Reads many files one after the other, so that a long tool loop and a growing context can be watched. */
import { namedFiles, patternOf } from '../clauses.js';
import { absolute, call, failureText, type Job, type JobParser, type Step, type Surroundings } from '../job.js';
import { count, extractSummary } from '../extract.js';
import { fileText } from '../fileText.js';

const READ_ALL = /\b(?:read|summari[sz]e|go through|explain)\b.*\b(?:all|every|each)\b/i;

/** Most files of one job. */
const MAX_FILES = 200;

export const parseReadAll: JobParser = (clause, surroundings) => {
  if (!READ_ALL.test(clause)) return undefined;
  return readAll(surroundings, patternOf(namedFiles(clause)));
};

function* readAll(surroundings: Surroundings, pattern: string): Job {
  const found = yield* call(surroundings, `I look for ${pattern}.`, 'glob', { pattern, path: surroundings.directory });
  if (found.failed) return failureText(found);
  const files = found.output.split('\n').filter((line) => line !== '' && !/^(\[|No files)/.test(line));
  if (files.length === 0) return `No file matches \`${pattern}\`.`;
  const reads: Array<[file: string, read: Step]> = [];
  for (const [index, file] of files.slice(0, MAX_FILES).entries()) {
    const note = `File ${index + 1} of ${Math.min(files.length, MAX_FILES)}: ${file}`;
    const args = { file_path: absolute(surroundings, file) };
    reads.push([file, yield* call(surroundings, note, 'read_file', args, { abridgedSuffices: true })]);
  }
  const lines = reads.map(([file, read]) => `- ${file}: ${aboutFile(file, read)}`);
  const rest = files.length - lines.length;
  const more = rest > 0 ? `\n(${count(rest, 'more file')} not read)` : '';
  return `I read ${count(lines.length, 'file')}:\n${lines.join('\n')}${more}`;
}

function aboutFile(file: string, { failed, abridged, output }: Step): string {
  if (failed) return 'could not be read';
  if (abridged && output === '') return 'read; its text went with a compaction';
  const [size, about] = extractSummary(file, fileText(output).text).split('\n');
  const text = `${abridged ? '' : size} ${about ?? ''}`.trim();
  return text.length > 160 ? `${text.slice(0, 160).trimEnd()}…` : text;
}
