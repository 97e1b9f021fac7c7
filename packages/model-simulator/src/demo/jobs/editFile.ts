/** Replaces text in a file. */
import { namedPath, quotedTexts } from '../clauses.js';
import { count } from '../extract.js';
import { fileText } from '../fileText.js';
import { absolute, call, failureText, type Job, type JobParser, type Surroundings } from '../job.js';

const PLAIN =
  /\b(?:replace|change)\s+(all\s+|every\s+)?(.+?)\s+(?:with|by|to|into)\s+(.+?)\s+in\s+(?:the\s+)?(?:file\s+)?(.+)$/is;
const FILE_FIRST =
  /\bin\s+(?:the\s+)?(?:file\s+)?(\S+?),?\s+(?:replace|change)\s+(all\s+|every\s+)?(.+?)\s+(?:with|by|to|into)\s+(.+)$/is;

export const parseEditFile: JobParser = (clause, surroundings) => {
  const plain = PLAIN.exec(clause);
  const fileFirst = plain ? null : FILE_FIRST.exec(clause);
  const [all, from, to, place] = plain
    ? [plain[1], plain[2], plain[3], plain[4]]
    : [fileFirst?.[2], fileFirst?.[3], fileFirst?.[4], fileFirst?.[1]];
  if (from === undefined || to === undefined || place === undefined) return undefined;
  const file = namedPath(place) ?? unquoted(place);
  const oldText = unquoted(from.replace(/^(all|every)\s+/i, ''));
  return editFile(surroundings, file, oldText, unquoted(to), all !== undefined);
};

function unquoted(text: string): string {
  return quotedTexts(text)[0] ?? text.trim();
}

function* editFile(surroundings: Surroundings, file: string, oldText: string, newText: string, all: boolean): Job {
  const file_path = absolute(surroundings, file);
  const read = yield* call(surroundings, `I read ${file} before I change it.`, 'read_file', { file_path });
  if (read.failed) return failureText(read);
  const found = fileText(read.output).text.split(oldText).length - 1;
  if (found === 0) return `“${oldText}” does not occur in \`${file}\`, so nothing was changed.`;
  if (found > 1 && !all) {
    return `“${oldText}” occurs ${found} times in \`${file}\`, so nothing was changed. Say “replace all …”, or name a longer piece that occurs once.`;
  }
  const args = { file_path, old_string: oldText, new_string: newText, ...(all && { replace_all: true }) };
  const edited = yield* call(surroundings, `I replace it in ${file}.`, 'edit', args, { changes: true });
  if (edited.failed) return failureText(edited);
  return `Replaced “${oldText}” with “${newText}” in \`${file}\` (${count(found, 'place')}).`;
}
