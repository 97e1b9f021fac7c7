/** Writes the instructions for agents that `/init` asks for, from what the folder, README and package.json say. */
import { count, extractSummary } from '../extract.js';
import { fileText } from '../fileText.js';
import {
  absolute,
  call,
  failureText,
  type Calls,
  type Job,
  type JobParser,
  type Step,
  type Surroundings,
} from '../job.js';

/** The first words of the prompt of `/init`. */
const INIT = /^(?:Write|Improve) (\S+\.md) in this directory: /;

export const parseWriteInstructions: JobParser = (task, surroundings) => {
  const name = INIT.exec(task)?.[1];
  return name === undefined ? undefined : writeInstructions(surroundings, name);
};

function* writeInstructions(surroundings: Surroundings, name: string): Job {
  const path = surroundings.directory;
  const listing = yield* call(surroundings, 'I look at the folder.', 'list_directory', { path });
  if (listing.failed) return failureText(listing);
  const entries = listing.output.split('\n').filter((line) => line !== '' && !/^\[| is empty\.?/.test(line));
  const before = entries.includes(name) ? yield* read(surroundings, name) : undefined;
  if (before?.failed) return failureText(before);
  const old = fileText(before?.output ?? '');
  if (old.notice) return `\`${name}\` is too long for me to complete, so nothing was changed (${old.notice}).`;

  const found = yield* sections(surroundings, entries);
  // What the user wrote stays; only what it lacks is added.
  const missing = found.filter((section) => !old.text.includes(section.split('\n', 1)[0] as string));
  if (missing.length === 0) return `I found nothing to add to \`${name}\`.`;
  const content = `${[old.text.trimEnd() || '# Instructions for agents', ...missing].join('\n\n')}\n`;
  const args = { file_path: absolute(surroundings, name), content };
  const written = yield* call(surroundings, `I write ${name}.`, 'write_file', args, { changes: true });
  if (written.failed) return failureText(written);
  return `Wrote \`${name}\`, ${count(content.split('\n').length - 1, 'line')}, from what the files say of themselves.`;
}

function read(surroundings: Surroundings, file: string): Generator<Calls, Step, Step[]> {
  return call(surroundings, `I read ${file}.`, 'read_file', { file_path: absolute(surroundings, file) });
}

function* sections(surroundings: Surroundings, entries: string[]): Generator<Calls, string[], Step[]> {
  const result: string[] = [];
  const readme = entries.find((entry) => /^readme(\.\w+)?$/i.test(entry));
  const about = readme && (yield* read(surroundings, readme));
  if (about && !about.failed)
    result.push(`## What it is\n\n${extractSummary(readme, fileText(about.output).text).replace(/^.*\n/, '')}`);
  const manifest = entries.includes('package.json') ? yield* read(surroundings, 'package.json') : undefined;
  const scripts = manifest && !manifest.failed ? scriptLines(fileText(manifest.output).text) : [];
  if (scripts.length > 0) result.push(`## Commands\n\n${scripts.join('\n')}`);
  if (entries.length > 0)
    result.push(
      `## Layout\n\n${entries
        .slice(0, 40)
        .map((entry) => `- ${entry}`)
        .join('\n')}`,
    );
  return result;
}

function scriptLines(manifest: string): string[] {
  try {
    const { scripts = {} } = JSON.parse(manifest) as { scripts?: Record<string, string> };
    return Object.entries(scripts).map(([script, command]) => `- \`npm run ${script}\`: \`${command}\``);
  } catch (error) {
    // A manifest that is no JSON names no commands.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
