/** Permission rules as settings and flags write them: `tool`, `tool(specifier)`, `mcp__server`. */
import { currentToolName } from '../toolRegistry.js';
import { escapeRegExp, parseCommandPattern, type CommandPattern } from './commandPattern.js';

export const SHELL_TOOL = 'run_shell_command';

/** What a rule's specifier is matched with. */
type RuleScope =
  | { type: 'any' }
  | { type: 'command'; pattern: CommandPattern }
  | { type: 'path'; glob: string }
  | { type: 'domain'; domain: string }
  | { type: 'agent'; name: string };

export interface PermissionRule {
  /** As it was written. */
  text: string;
  /** Names of the tools it is about; `*` stands for any text. */
  tools: readonly string[];
  scope: RuleScope;
}

export interface PermissionRules {
  allow: readonly PermissionRule[];
  ask: readonly PermissionRule[];
  deny: readonly PermissionRule[];
}

/** A rule that cannot be read; the message says what is wrong with it. */
export class RuleSyntaxError extends Error {
  constructor(rule: string, problem: string) {
    super(`The permission rule ${JSON.stringify(rule)} ${problem}`);
    this.name = 'RuleSyntaxError';
  }
}

const READING = ['read_file', 'list_directory', 'glob', 'grep_search'];
const EDITING = ['edit', 'write_file'];

/** Names for people and for groups; names on the wire stand for themselves. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Bash', [SHELL_TOOL]],
  ['Shell', [SHELL_TOOL]],
  ['Read', READING],
  ['Edit', EDITING],
  ['ReadFile', ['read_file']],
  ['Write', ['write_file']],
  ['WriteFile', ['write_file']],
  ['ListFiles', ['list_directory']],
  ['ReadFolder', ['list_directory']],
  ['Glob', ['glob']],
  ['FindFiles', ['glob']],
  ['Grep', ['grep_search']],
  ['SearchText', ['grep_search']],
  ['WebFetch', ['web_fetch']],
  ['TodoWrite', ['todo_write']],
  ['SaveMemory', ['save_memory']],
  ['Agent', ['agent']],
  ['Task', ['agent']],
  ['ExitPlanMode', ['exit_plan_mode']],
  ['AskUserQuestion', ['ask_user_question']],
]);

/** @throws with a message for people that names the rule. */
export function parseRule(text: string): PermissionRule {
  const trimmed = text.trim();
  const opening = trimmed.indexOf('(');
  const name = (opening < 0 ? trimmed : trimmed.slice(0, opening)).trim();
  if (opening >= 0 && !trimmed.endsWith(')')) throw new RuleSyntaxError(text, 'has a "(" without a ")" at its end.');
  if (name === '')
    throw new RuleSyntaxError(text, 'names no tool. Examples: edit, Bash(git status), Read(secrets/**).');
  if (!/^[\w*-]+$/.test(name)) throw new RuleSyntaxError(text, `has "${name}" where the name of a tool is expected.`);
  // `mcp__server` stands for every tool of the server.
  const tools = /^mcp__[^*]+$/.test(name) ? [name, `${name}__*`] : toolsNamed(name);
  const specifier = opening < 0 ? '' : trimmed.slice(opening + 1, -1).trim();
  if (specifier === '' || specifier === '*') return { text, tools, scope: { type: 'any' } };
  return { text, tools, scope: scopeOf(text, tools, specifier) };
}

/** The tools that a name stands for: `Edit` for `edit` and `write_file`, `Bash` for the shell; wire names for themselves. */
export function toolsNamed(name: string): readonly string[] {
  return ALIASES.get(name) ?? ALIASES.get(name.replace(/Tool$/, '')) ?? [currentToolName(name)];
}

function scopeOf(text: string, tools: readonly string[], specifier: string): RuleScope {
  const tool = tools[0] ?? '';
  if (tool === SHELL_TOOL) {
    const pattern = parseCommandPattern(specifier);
    if (typeof pattern === 'string') throw new RuleSyntaxError(text, pattern);
    return { type: 'command', pattern };
  }
  if (READING.includes(tool) || EDITING.includes(tool)) return { type: 'path', glob: specifier };
  if (tool === 'web_fetch') {
    const domain = specifier.replace(/^domain:/, '').toLowerCase();
    if (!/^[\w.*-]+$/.test(domain)) throw new RuleSyntaxError(text, 'needs a domain: WebFetch(domain:example.com).');
    return { type: 'domain', domain };
  }
  if (tool === 'agent') return { type: 'agent', name: specifier };
  throw new RuleSyntaxError(text, `cannot have a part in parentheses: calls of "${tool}" are allowed or denied whole.`);
}

export interface RuleLists {
  allow?: readonly string[];
  ask?: readonly string[];
  deny?: readonly string[];
}

/** Reads the three lists; a rule that cannot be read is left out and told of in `problems`. */
export function parseRules(lists: RuleLists): { rules: PermissionRules; problems: string[] } {
  const problems: string[] = [];
  const parseList = (list: readonly string[] = []): PermissionRule[] =>
    list.flatMap((text) => {
      try {
        return [parseRule(text)];
      } catch (error) {
        if (!(error instanceof RuleSyntaxError)) throw error;
        problems.push(error.message);
        return [];
      }
    });
  return {
    rules: { allow: parseList(lists.allow), ask: parseList(lists.ask), deny: parseList(lists.deny) },
    problems,
  };
}

/** Splits `edit, Bash(git add:*)` at the commas that stand outside of parentheses and quotes. */
export function splitRuleList(text: string): string[] {
  const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|\((?:"(?:[^"\\]|\\.)*"|[^()"]|\([^()]*\))*\)|[^,])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

export function ruleNamesTool({ tools }: PermissionRule, toolName: string): boolean {
  return tools.some((name) => (name.includes('*') ? wildcard(name).test(toolName) : name === toolName));
}

function wildcard(text: string): RegExp {
  return new RegExp(`^${text.split('*').map(escapeRegExp).join('.*')}$`);
}

/** The rule that denies every call of a tool, so that the tool need not be offered at all. */
export function denyingWholeTool(rules: PermissionRules, toolName: string): PermissionRule | undefined {
  return rules.deny.find((rule) => rule.scope.type === 'any' && ruleNamesTool(rule, toolName));
}
