/** Loads the standing instructions of a user and a project: QWEN.md, AGENTS.md and what they import. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../../tools/files/workspace.js';
import { findGitRoot } from '../../utils/gitRoot.js';
import { InstructionCollector, type InstructionFile } from './instructionCollector.js';

/** Names that are looked for in each folder unless the settings key `context.fileName` says otherwise. */
const DEFAULT_INSTRUCTION_FILES: readonly string[] = ['QWEN.md', 'AGENTS.md'];

export interface InstructionSources {
  cwd: string;
  /** Folder of the user's own instructions: `~/.qwen`, or what `QWEN_HOME` names. */
  globalDirectory: string;
  fileNames?: readonly string[];
  /** Further folders whose own instruction files count. */
  includeDirectories?: readonly string[];
}

export interface Instructions {
  /** From the most general to the most specific; each file once, before the files it imports. */
  files: InstructionFile[];
  /** For the system instruction: all files, each under a heading that names it. Empty when there are none. */
  text: string;
  /** What could not be loaded and why, for people. */
  warnings: string[];
}

/**
 * Reads the global folder, then the folders from the project's root (the repository, else `cwd`) down to `cwd`, then the
 * included ones. The same files give the same bytes.
 */
export async function loadInstructions(sources: InstructionSources): Promise<Instructions> {
  const { fileNames = DEFAULT_INSTRUCTION_FILES, globalDirectory, includeDirectories = [] } = sources;
  const cwd = await realpath(sources.cwd);
  const projectRoot = (await findGitRoot(cwd)) ?? cwd;
  const included = includeDirectories.map((directory) => path.resolve(cwd, directory));
  const collector = new InstructionCollector([projectRoot, ...included]);
  for (const name of fileNames) await collector.addFile(path.resolve(globalDirectory, name), { mayLeaveProject: true });
  for (const directory of [...foldersDown(projectRoot, cwd), ...included]) {
    for (const name of fileNames) await collector.addFile(path.resolve(directory, name), { mayLeaveProject: false });
  }
  const { files, warnings } = collector;
  return { files, warnings, text: files.map(section).join('\n\n') };
}

function foldersDown(root: string, directory: string): string[] {
  const folders = [directory];
  while (folders[0] !== root && isWithin(root, folders[0] as string))
    folders.unshift(path.dirname(folders[0] as string));
  return folders;
}

function section({ path: file, content }: InstructionFile): string {
  return `Instructions from ${file}:\n\n${content}`;
}
