/** Creates a file with the content that the user gives. */
import { namedPath, quotedTexts } from '../clauses.js';
import { count } from '../extract.js';
import { absolute, call, failureText, type Job, type JobParser, type Surroundings } from '../job.js';

const CREATE =
  /\b(?:create|write|make)\s+(?:me\s+)?(?:a\s+|an\s+|the\s+)?(?:new\s+)?(?:file\s+)?(?:named\s+|called\s+)?(\S+?)\s+(?:with(?:\s+(?:the\s+)?(?:content|text))?|containing|that says)\s*:?\s+(.+)$/is;
const WRITE_TO = /\b(?:write|put|save)\s+(.+)\s+(?:to|into|in)\s+(?:the\s+|a\s+)?(?:new\s+)?(?:file\s+)?(\S+)$/is;

export const parseCreateFile: JobParser = (clause, surroundings) => {
  const create = CREATE.exec(clause);
  const writeTo = create ? null : WRITE_TO.exec(clause);
  const [place, content] = create ? [create[1], create[2]] : [writeTo?.[2], writeTo?.[1]];
  if (place === undefined || content === undefined) return undefined;
  const file = namedPath(place);
  return file ? createFile(surroundings, file, quotedTexts(content)[0] ?? content) : undefined;
};

function* createFile(surroundings: Surroundings, file: string, content: string): Job {
  const text = content.endsWith('\n') ? content : `${content}\n`;
  const args = { file_path: absolute(surroundings, file), content: text };
  const written = yield* call(surroundings, `I write ${file}.`, 'write_file', args, { changes: true });
  if (written.failed) return failureText(written);
  return `Wrote \`${file}\`, ${count(text.split('\n').length - 1, 'line')}.`;
}
