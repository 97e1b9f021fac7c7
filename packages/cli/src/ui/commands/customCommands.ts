/** Commands that people write: Markdown files in `.qwen/commands` of the project and of their own. */
import path from 'node:path';
import { globalDirectory } from '../../settings/paths.js';
import { markdownFiles } from '../../utils/markdownFiles.js';
import { readTextFile } from '../../utils/readTextFile.js';
import { firstLine } from '../../utils/text.js';
import { takesArguments, templatePieces, withArguments } from './promptTemplate.js';
import type { SlashCommand } from './types.js';

export interface LoadedCommands {
  commands: SlashCommand[];
  /** Files that could not be used, with the reason, for people. */
  warnings: string[];
}

const NAME = /^[a-z0-9][a-z0-9_-]*(:[a-z0-9][a-z0-9_-]*)*$/;

/** Where commands are looked for: in a folder that is trusted, and in the person's own. */
export function customCommandFolders(cwd: string, isTrusted: boolean): string[] {
  const places = [...(isTrusted ? [path.join(cwd, '.qwen')] : []), globalDirectory()];
  return places.map((place) => path.join(place, 'commands'));
}

/** `git/commit.md` is `/git:commit`. @param folders the one that wins on equal names first */
export async function loadCustomCommands(folders: readonly string[]): Promise<LoadedCommands> {
  const commands = new Map<string, SlashCommand>();
  const warnings: string[] = [];
  for (const folder of folders) {
    for (const file of await markdownFiles(folder)) {
      const name = file.slice(0, -'.md'.length).split(path.sep).join(':').toLowerCase();
      if (commands.has(name)) continue;
      const filePath = path.join(folder, file);
      if (!NAME.test(name)) {
        warnings.push(`${filePath} is no command: its name may hold letters, digits, - and _ only.`);
        continue;
      }
      try {
        commands.set(name, toCommand(name, await readTextFile(filePath)));
      } catch (error) {
        warnings.push(`The command ${filePath} cannot be used: ${(error as Error).message}`);
      }
    }
  }
  return { commands: [...commands.values()], warnings };
}

function toCommand(name: string, source: string): SlashCommand {
  const { fields, body } = splitFrontMatter(source);
  const pieces = templatePieces(body);
  return {
    name,
    description: fields['description'] ?? firstLine(body.trim().replace(/^#+\s*/, ''), 80),
    argumentHint: fields['argument-hint'] ?? (takesArguments(body) ? '[text]' : undefined),
    modes: ['interactive', 'non_interactive'],
    run: (_context, args) => ({ type: 'submit_template', pieces: withArguments(pieces, args) }),
  };
}

/** `key: value` lines between two lines of `---` at the start. */
export function splitFrontMatter(source: string): { fields: Record<string, string>; body: string } {
  const match = /^\uFEFF?---\r?\n([^]*?)\r?\n---\r?\n?/.exec(source);
  if (!match) return { fields: {}, body: source };
  const lines = match[1]!.split(/\r?\n/).flatMap((text) => {
    const field = /^([\w-]+)\s*:\s*(.*)$/.exec(text);
    return field ? [[field[1]!.toLowerCase(), field[2]!.trim().replace(/^(["'])(.*)\1$/, '$2')] as const] : [];
  });
  return { fields: Object.fromEntries(lines), body: source.slice(match[0].length) };
}
