/** Gathers instruction files and their imports, each file once. */
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, reasonOf } from '../../tools/files/fileErrors.js';
import { decodeText } from '../../tools/files/textEncoding.js';
import { isWithin } from '../../tools/files/workspace.js';
import { expandHome } from '../../utils/qwenDirectories.js';
import { findImports } from './markdownImports.js';

/** Imports of imports that are followed. */
const MAX_IMPORT_DEPTH = 5;

/** Longest file that is taken whole, in characters: about 10,000 tokens of English. */
export const MAX_FILE_CHARACTERS = 40_000;

/** Larger files are no instructions; they are not even read. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

export interface InstructionFile {
  /** Absolute path, symbolic links resolved. */
  path: string;
  /** As on disk, cut only when it is over the limit. */
  content: string;
  /** Length of `content`. */
  characters: number;
}

interface Origin {
  /** Files of the user's own folder may import from anywhere, those of a project only from the project. */
  mayLeaveProject: boolean;
}

export class InstructionCollector {
  readonly files: InstructionFile[] = [];
  readonly warnings: string[] = [];
  private readonly seen = new Set<string>();

  /** @param projectFolders folders that imports of project files must lie in */
  constructor(private readonly projectFolders: string[]) {}

  /** Adds a file, if there is one, and the files it imports. */
  async addFile(file: string, origin: Origin): Promise<void> {
    const real = await this.realFile(file);
    if (real !== undefined) await this.addRealFile(real, origin, 0);
  }

  private async addRealFile(real: string, origin: Origin, depth: number): Promise<void> {
    if (this.seen.has(real)) return;
    this.seen.add(real);
    const text = await this.readText(real);
    if (text === undefined) return;
    const content = cut(text);
    this.files.push({ path: real, content, characters: content.length });
    if (content !== text)
      this.warnings.push(`${real} is longer than ${MAX_FILE_CHARACTERS} characters; the rest is left out.`);
    for (const written of findImports(content)) await this.addImport(written, real, origin, depth + 1);
  }

  private async addImport(written: string, importer: string, origin: Origin, depth: number): Promise<void> {
    const target = path.resolve(path.dirname(importer), expandHome(written));
    const real = await this.realFile(target);
    if (real === undefined) {
      if (looksLikePath(written)) this.warnings.push(`${importer} imports @${written}, which is no file.`);
      return;
    }
    if (!origin.mayLeaveProject && !(await this.isInProject(real))) {
      this.warnings.push(`${importer} imports @${written}, which is outside the project.`);
    } else if (depth > MAX_IMPORT_DEPTH) {
      this.warnings.push(`${importer} imports @${written}, which is more than ${MAX_IMPORT_DEPTH} imports deep.`);
    } else {
      await this.addRealFile(real, origin, depth);
    }
  }

  private async isInProject(real: string): Promise<boolean> {
    for (const folder of this.projectFolders) {
      if (isWithin(await realpath(folder), real)) return true;
    }
    return false;
  }

  private async realFile(file: string): Promise<string | undefined> {
    try {
      const real = await realpath(file);
      return (await stat(real)).isFile() ? real : undefined;
    } catch (error) {
      // Most candidates do not exist, and a word need not be a possible path at all.
      if (isSystemError(error)) return undefined;
      throw error;
    }
  }

  private async readText(real: string): Promise<string | undefined> {
    try {
      const { size } = await stat(real);
      const decoded = size > MAX_FILE_BYTES ? null : await decodeText(await readFile(real));
      if (decoded === null) this.warnings.push(`${real} is not a text file of reasonable size; it is left out.`);
      return decoded?.text.trim() ? decoded.text : undefined;
    } catch (error) {
      this.warnings.push(`Cannot read ${real}: ${reasonOf(error)}.`);
      return undefined;
    }
  }
}

/** A mention such as `@alice` or `@scope/package` needs no warning. */
function looksLikePath(written: string): boolean {
  return /^(\.{0,2}|~)\//.test(written) || /\.(md|mdx|txt|markdown)$/i.test(written);
}

/** Cuts at a line where one ends in the last tenth. */
function cut(text: string): string {
  if (text.length <= MAX_FILE_CHARACTERS) return text;
  const newline = text.lastIndexOf('\n', MAX_FILE_CHARACTERS);
  const end = newline > MAX_FILE_CHARACTERS * 0.9 ? newline + 1 : MAX_FILE_CHARACTERS;
  const kept = /[\ud800-\udbff]$/.test(text.slice(0, end)) ? text.slice(0, end - 1) : text.slice(0, end);
  return `${kept}\n[${text.length - kept.length} of ${text.length} characters left out; read the file for the rest.]`;
}
