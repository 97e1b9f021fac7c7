/** Which files searches and listings leave out: `.gitignore` and `.qwenignore`, nested as git nests them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ignore } from 'ignore';
import { findGitRoot } from '../../utils/gitRoot.js';
import { linkTarget } from '../../utils/linkTarget.js';
import { isSystemError } from './fileErrors.js';
import { isWithin, type Workspace } from './workspace.js';

/** Which ignore files count; both do unless told otherwise. Settings key `context.fileFiltering`. */
export interface FileFiltering {
  respectGitIgnore?: boolean;
  respectQwenIgnore?: boolean;
}

export const QWEN_IGNORE_FILE = '.qwenignore';

/** The rules of one ignore file and the folder it lies in. */
interface Level {
  directory: string;
  matcher: Ignore;
}

interface DirectoryRules {
  ignored: boolean;
  /** The closest ignore file first. */
  levels: Level[];
}

/** The ignore files of one name from a root folder down. A folder that is ignored ignores all it holds. */
class IgnoreFiles {
  private readonly directories = new Map<string, Promise<DirectoryRules>>();

  constructor(
    private readonly root: string,
    private readonly fileName: string,
    private readonly furtherFile?: string,
  ) {}

  async ignores(absolutePath: string, isDirectory: boolean): Promise<boolean> {
    if (absolutePath === this.root || !isWithin(this.root, absolutePath)) return false;
    const rules = await this.rulesOf(path.dirname(absolutePath));
    return rules.ignored || matches(rules.levels, absolutePath, isDirectory);
  }

  private rulesOf(directory: string): Promise<DirectoryRules> {
    let rules = this.directories.get(directory);
    if (!rules) {
      rules = this.loadRules(directory);
      this.directories.set(directory, rules);
    }
    return rules;
  }

  private async loadRules(directory: string): Promise<DirectoryRules> {
    const isRoot = directory === this.root;
    const parent = isRoot ? { ignored: false, levels: [] } : await this.rulesOf(path.dirname(directory));
    if (parent.ignored || (!isRoot && matches(parent.levels, directory, true))) return { ignored: true, levels: [] };
    const patterns = [path.join(directory, this.fileName)];
    if (isRoot && this.furtherFile) patterns.push(this.furtherFile);
    const own: Level[] = [];
    for (const file of patterns) {
      const text = await readIfExists(file);
      if (text === undefined) continue;
      const { default: ignore } = await import('ignore');
      own.push({ directory, matcher: ignore().add(text) });
    }
    return { ignored: false, levels: [...own, ...parent.levels] };
  }
}

/** The verdict of the closest ignore file that has one. No folder above the path is ignored. */
function matches(levels: Level[], absolutePath: string, isDirectory: boolean): boolean {
  for (const { directory, matcher } of levels) {
    const relative = path.relative(directory, absolutePath).split(path.sep).join('/');
    const verdict = matcher.test(isDirectory ? `${relative}/` : relative);
    if (verdict.unignored) return false;
    if (verdict.ignored && !isIgnoredByParent(matcher, relative)) return true;
  }
  return false;
}

/** A file deeper down has taken such a verdict back, else the folder would have been ignored. */
function isIgnoredByParent(matcher: Ignore, relative: string): boolean {
  const parent = path.posix.dirname(relative);
  return parent !== '.' && matcher.test(`${parent}/`).ignored;
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // A file that is missing or may not be read holds no rules; a folder of that name neither.
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

/** The rules for one listing or search. */
export class IgnoreRules {
  private constructor(
    /** The folder below which folders named `.git` are left out; none when the search starts inside of one. */
    private readonly gitFoldersBelow: string | undefined,
    private readonly git: IgnoreFiles | undefined,
    private readonly qwen: IgnoreFiles | undefined,
  ) {}

  /**
   * Rules for a search that starts at `base`. Git's rules are off when `base` is itself ignored: whoever names an
   * ignored folder wants to see what it holds.
   */
  static async forSearch(workspace: Workspace, base: string, filtering: FileFiltering = {}): Promise<IgnoreRules> {
    const root = (await findGitRoot(base)) ?? workspaceFolder(workspace, base) ?? base;
    const git = new IgnoreFiles(root, '.gitignore', path.join(root, '.git', 'info', 'exclude'));
    const qwen = new IgnoreFiles(await qwenRoot(workspace, base), QWEN_IGNORE_FILE);
    const isInGitFolder = isGitFolder(root, base);
    const gitApplies = filtering.respectGitIgnore !== false && !isInGitFolder && !(await git.ignores(base, true));
    return new IgnoreRules(
      isInGitFolder ? undefined : root,
      gitApplies ? git : undefined,
      filtering.respectQwenIgnore !== false ? qwen : undefined,
    );
  }

  get respectsGitIgnore(): boolean {
    return this.git !== undefined;
  }

  get respectsQwenIgnore(): boolean {
    return this.qwen !== undefined;
  }

  async ignores(absolutePath: string, isDirectory: boolean): Promise<boolean> {
    if (this.gitFoldersBelow !== undefined && isGitFolder(this.gitFoldersBelow, absolutePath)) return true;
    if (await this.git?.ignores(absolutePath, isDirectory)) return true;
    return (await this.qwen?.ignores(absolutePath, isDirectory)) ?? false;
  }
}

/** Whether listings leave a file out, by its own name or by that of the file which it links to. */
export async function isIgnored(
  workspace: Workspace,
  absolutePath: string,
  filtering: FileFiltering = {},
): Promise<boolean> {
  for (const file of new Set([absolutePath, resolveLinks(absolutePath)])) {
    const base = workspaceFolder(workspace, file) ?? path.dirname(file);
    const rules = await IgnoreRules.forSearch(workspace, base, filtering);
    if (await rules.ignores(file, false)) return true;
  }
  return false;
}

/** Whether the user keeps a file from the model, even when the model names it outright or through a link. */
export async function isQwenIgnored(workspace: Workspace, absolutePath: string): Promise<boolean> {
  for (const file of new Set([absolutePath, resolveLinks(absolutePath)])) {
    const root = await qwenRoot(workspace, path.dirname(file));
    if (await new IgnoreFiles(root, QWEN_IGNORE_FILE).ignores(file, false)) return true;
  }
  return false;
}

function resolveLinks(absolutePath: string): string {
  try {
    return linkTarget(absolutePath);
  } catch (error) {
    // Where links lead nowhere, there is nothing to keep; whoever opens the path reports why.
    if (isSystemError(error)) return absolutePath;
    throw error;
  }
}

/** The outermost folder whose .qwenignore counts: a repository inside the workspace does not escape its rules. */
async function qwenRoot(workspace: Workspace, base: string): Promise<string> {
  const folder = workspaceFolder(workspace, base);
  const gitRoot = await findGitRoot(base);
  if (folder !== undefined && gitRoot !== undefined) return isWithin(folder, gitRoot) ? folder : gitRoot;
  return folder ?? gitRoot ?? base;
}

function workspaceFolder(workspace: Workspace, base: string): string | undefined {
  return workspace.directories.find((directory) => isWithin(directory, base));
}

function isGitFolder(root: string, absolutePath: string): boolean {
  return path.relative(root, absolutePath).split(path.sep).includes('.git');
}
