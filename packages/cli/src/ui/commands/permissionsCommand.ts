/** `/permissions`: the rules that say which calls run; adding and removing them. */
import { readSettingsFile } from '../../settings/readSettingsFile.js';
import { settingsFiles } from '../../settings/paths.js';
import { writeSetting } from '../../settings/writeSetting.js';
import type { Choice } from '../state/viewState.js';
import type { CommandResult, InteractiveCommand, InteractiveContext } from './types.js';

const LISTS = ['allow', 'ask', 'deny'] as const;
type ListName = (typeof LISTS)[number];

const MEANINGS: Readonly<Record<ListName, string>> = {
  allow: 'runs without asking',
  ask: 'is always asked about',
  deny: 'never runs',
};

const SCOPES = ['workspace', 'user'] as const;
type Scope = (typeof SCOPES)[number];

/** One rule of one file. */
interface StoredRule {
  scope: Scope;
  list: ListName;
  rule: string;
}

export const permissionsCommand: InteractiveCommand = {
  name: 'permissions',
  description: 'Show, add and remove the rules for calls',
  modes: ['interactive'],
  run: (context) => chooseRule(context),
};

async function chooseRule(context: InteractiveContext): Promise<CommandResult> {
  const stored = await storedRules(context);
  return {
    type: 'choose',
    title: 'Permission rules',
    choices: [
      ...LISTS.map((list) => ({ value: `add ${list}`, label: `Add: ${MEANINGS[list]} …` })),
      ...stored.map(toChoice),
      ...otherRules(context, stored),
    ],
    hint: 'Enter adds, or removes a rule · Esc closes · deny wins over ask, and ask over allow',
    onChoice(value) {
      const list = LISTS.find((name) => value === `add ${name}`);
      if (list) return askRule(context, list);
      const rule = stored[Number(value)];
      return rule ? confirmRemoval(context, rule) : { type: 'nothing' };
    },
  };
}

function toChoice({ scope, list, rule }: StoredRule, index: number): Choice {
  return { value: String(index), label: rule, description: `${MEANINGS[list]} · ${placeOf(scope)}` };
}

/** Rules of flags and of files that are not written here can be seen only. */
function otherRules({ config }: InteractiveContext, stored: readonly StoredRule[]): Choice[] {
  const lists = config.getPermissionLists();
  return LISTS.flatMap((list) =>
    (lists[list] ?? [])
      .filter((rule) => !stored.some((known) => known.list === list && known.rule === rule))
      .map((rule) => ({ value: 'fixed', label: rule, description: `${MEANINGS[list]} · flags or other settings` })),
  );
}

function askRule(context: InteractiveContext, list: ListName): CommandResult {
  return {
    type: 'ask',
    title: `Which call ${MEANINGS[list]}?`,
    detail: 'A tool, or a tool with what it is about: run_shell_command(git diff), edit(src/**), mcp__server',
    onText: (rule) => (rule.trim() === '' ? { type: 'nothing' } : chooseScope(context, list, rule.trim())),
  };
}

function chooseScope(context: InteractiveContext, list: ListName, rule: string): CommandResult {
  return {
    type: 'choose',
    title: `Where does it hold that ${rule} ${MEANINGS[list]}?`,
    choices: [
      { value: 'workspace', label: 'In this project', description: '.qwen/settings.json' },
      { value: 'user', label: 'In all projects', description: '~/.qwen/settings.json' },
    ],
    async onChoice(value) {
      const scope = SCOPES.find((name) => name === value) ?? 'workspace';
      const file = fileOf(context, scope);
      const rules = await rulesIn(file, list);
      if (!rules.includes(rule)) await writeSetting(file, ['permissions', list], [...rules, rule]);
      const lists = context.config.getPermissionLists();
      context.config.setPermissionLists({ ...lists, [list]: [...new Set([...(lists[list] ?? []), rule])] });
      return { type: 'settings_changed', text: `${rule} ${MEANINGS[list]} from now on (${placeOf(scope)}).` };
    },
  };
}

function confirmRemoval(context: InteractiveContext, { scope, list, rule }: StoredRule): CommandResult {
  return {
    type: 'choose',
    title: `Remove the rule that ${rule} ${MEANINGS[list]} (${placeOf(scope)})?`,
    choices: [
      { value: 'keep', label: 'Keep it' },
      { value: 'remove', label: 'Remove it' },
    ],
    async onChoice(value) {
      if (value !== 'remove') return { type: 'nothing' };
      const file = fileOf(context, scope);
      const left = (await rulesIn(file, list)).filter((other) => other !== rule);
      await writeSetting(file, ['permissions', list], left.length > 0 ? left : undefined);
      const lists = context.config.getPermissionLists();
      context.config.setPermissionLists({ ...lists, [list]: (lists[list] ?? []).filter((other) => other !== rule) });
      return { type: 'settings_changed', text: `Removed the rule ${rule} from ${placeOf(scope)}.` };
    },
  };
}

async function storedRules(context: InteractiveContext): Promise<StoredRule[]> {
  const rules: StoredRule[] = [];
  for (const scope of SCOPES)
    for (const list of LISTS)
      for (const rule of await rulesIn(fileOf(context, scope), list)) rules.push({ scope, list, rule });
  return rules;
}

async function rulesIn(file: string, list: ListName): Promise<string[]> {
  const permissions = (await readSettingsFile(file))?.['permissions'];
  const rules = typeof permissions === 'object' && permissions !== null ? (permissions as object) : {};
  const value: unknown = (rules as Record<string, unknown>)[list];
  return Array.isArray(value) ? value.filter((rule): rule is string => typeof rule === 'string') : [];
}

function fileOf({ config, env }: InteractiveContext, scope: Scope): string {
  return settingsFiles(config.workspace.cwd, env)[scope];
}

function placeOf(scope: Scope): string {
  return scope === 'workspace' ? 'this project' : 'all projects';
}
