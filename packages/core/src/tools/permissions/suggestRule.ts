/** The rule behind "always allow". */
import type { SimpleCommand } from '../shell/parse/parsedCommand.js';
import { simpleIsReadOnly } from '../shell/parse/isReadOnlyCommand.js';
import { splitCommand } from '../shell/parse/splitCommand.js';
import type { AnyTool } from '../tool.js';
import { writeWords } from './commandPattern.js';
import { SHELL_TOOL } from './rules.js';

/** Programs whose sub-command says what they do. */
const WITH_SUBCOMMANDS = new Set(
  (
    'git npm pnpm yarn bun cargo go docker kubectl gh pip pip3 uv poetry brew make just dotnet mvn gradle ./gradlew ' +
    'composer bundle rake mix terraform helm systemctl npx deno turbo nx'
  ).split(' '),
);

/** Sub-commands that only lead to the next word. */
const LEADS_ON = new Set(
  (
    'npm run,npm exec,pnpm run,pnpm exec,pnpm dlx,yarn run,yarn dlx,bun run,docker compose,uv run,poetry run,' +
    'bundle exec,go run'
  ).split(','),
);

/** Programs that can do anything: a rule names the whole command. */
const INTERPRETERS = new Set(
  (
    'bash sh zsh dash ksh fish python python2 python3 node deno ruby perl php lua osascript powershell pwsh java tsx ' +
    'ts-node'
  ).split(' '),
);

/** Programs that do harm with one word more, so that no rule for the beginning of a command is safe. */
const NEVER = new Set(
  (
    'sudo doas su env eval exec source . rm rmdir mv cp ln dd chmod chown chgrp kill killall pkill tee find xargs awk ' +
    'sed watch trap ssh scp rsync curl wget nc export declare typeset readonly unset'
  ).split(' '),
);

/**
 * The rules that would let a call like this one run from now on, in the syntax of `permissions.allow`, separated by
 * commas (`splitRuleList` takes them apart): a compound command needs one for each part. Empty when no rule can say it,
 * because bash computes what is run.
 */
export async function suggestRule(tool: AnyTool, params: Record<string, unknown>): Promise<string> {
  if (tool.name === SHELL_TOOL) return suggestShellRules(String(params['command'] ?? ''));
  if (tool.name === 'edit' || tool.name === 'write_file') return 'Edit';
  const { url } = params;
  if (tool.name === 'web_fetch' && typeof url === 'string' && URL.canParse(url)) {
    return `WebFetch(domain:${new URL(url).hostname})`;
  }
  return tool.name;
}

async function suggestShellRules(command: string): Promise<string> {
  const { commands, isComplete } = await splitCommand(command);
  if (!isComplete) return '';
  const parts = commands.flatMap(needingRules);
  const rules = parts.map(ruleWords);
  if (rules.length === 0 || rules.includes(null)) return '';
  const texts = rules.map((words) => `${SHELL_TOOL}(${writeWords(words ?? [])})`);
  return [...new Set(texts)].join(', ');
}

function needingRules(command: SimpleCommand): SimpleCommand[] {
  if (command.argv.length === 0 || simpleIsReadOnly(command, [])) return [];
  return command.isTransparent ? command.wraps.flatMap(needingRules) : [command];
}

function ruleWords({ argv }: SimpleCommand): string[] | null {
  const computed = argv.indexOf(null);
  const known = (computed < 0 ? argv : argv.slice(0, computed)).filter((word) => word !== null);
  const [program, subcommand = ''] = known;
  if (program === undefined) return null;
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (NEVER.has(name)) return null;
  const beginning = shortForm(known, name, subcommand);
  if (beginning) return beginning;
  // When bash computes the end of a command, its beginning says too little.
  return computed < 0 && known.length > 1 ? known : null;
}

/** The words that say enough, or `undefined` when only the whole command does. */
function shortForm(words: string[], name: string, subcommand: string): string[] | undefined {
  if (!WITH_SUBCOMMANDS.has(name)) return INTERPRETERS.has(name) ? undefined : words.slice(0, 1);
  if (subcommand === '' || subcommand.startsWith('-')) return undefined;
  const beginning = words.slice(0, LEADS_ON.has(`${name} ${subcommand}`) ? 3 : 2);
  const last = beginning.at(-1) ?? '';
  const saysNothing =
    INTERPRETERS.has(last) || NEVER.has(last) || last.startsWith('-') || LEADS_ON.has(beginning.join(' '));
  return saysNothing ? undefined : beginning;
}
