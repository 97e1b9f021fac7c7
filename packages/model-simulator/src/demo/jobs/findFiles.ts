/** Finds files by name. */
import { count } from '../extract.js';
import { call, failureText, fenced, firstLines, type Job, type JobParser, type Surroundings } from '../job.js';

const BY_EXTENSION = /\b(?:find|list|show|which)\s+(?:me\s+)?(?:all\s+)?(?:the\s+)?\*?\.(\w+)\s+files\b/i;
const BY_NAME = /\bfiles?\s+(?:named|called|matching|like)\s+[`"']?([\w.*?/-]+)[`"']?/i;

export const parseFindFiles: JobParser = (clause, surroundings) => {
  const extension = BY_EXTENSION.exec(clause)?.[1];
  const name = BY_NAME.exec(clause)?.[1];
  if (extension === undefined && (name === undefined || !/\b(find|list|show|which|where)\b/i.test(clause)))
    return undefined;
  return findFiles(surroundings, `**/${extension === undefined ? name : `*.${extension}`}`);
};

function* findFiles(surroundings: Surroundings, pattern: string): Job {
  const found = yield* call(surroundings, `I look for ${pattern}.`, 'glob', { pattern, path: surroundings.directory });
  if (found.failed) return failureText(found);
  const files = found.output.split('\n').filter((line) => line !== '' && !/^(\[|No files)/.test(line));
  if (files.length === 0) return `No file matches \`${pattern}\`.`;
  return `${count(files.length, 'file')} match \`${pattern}\`:\n${fenced(firstLines(found.output, 60))}`;
}
