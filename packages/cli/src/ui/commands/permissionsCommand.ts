/** `/permissions`: the rules that say which calls run; adding and removing them. */
import {
  addRule,
  readRules,
  removeRule,
  RULE_LISTS,
  type RuleList,
  type RulePlace,
} from '../../settings/permissionRules.js';
import { settingsFiles } from '../../settings/paths.js';
import type { Choice } from '../state/viewState.js';
import type { CommandResult, InteractiveCommand, InteractiveContext } from './types.js';

const MEANINGS: Readonly<Record<RuleList, string>> = {
  allow: 'runs without asking',
  ask: 'is always asked about',
  deny: 'never runs',
};

const SCOPES = ['folder', 'user', 'workspace'] as const;
type Scope = (typeof SCOPES)[number];

const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  folder: 'this project',
  user: 'all projects',
  workspace: '.qwen/settings.json, for all who work on this project',
};

/** One rule of one file. */
interface StoredRule {
  scope: Scope;
  list: RuleList;
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
      ...RULE_LISTS.map((list) => ({ value: `add ${list}`, label: `Add: ${MEANINGS[list]} …` })),
      ...stored.map(toChoice),
      ...otherRules(context, stored),
    ],
    hint: 'Enter adds or removes · Esc closes · deny wins over ask, ask over allow',
    onChoice(value) {
      const list = RULE_LISTS.find((name) => value === `add ${name}`);
      if (list) return askRule(context, list);
      const rule = stored[Number(value)];
      return rule ? confirmRemoval(context, rule) : { type: 'nothing' };
    },
  };
}

function toChoice({ scope, list, rule }: StoredRule, index: number): Choice {
  return { value: String(index), label: rule, description: `${MEANINGS[list]} · ${SCOPE_TEXTS[scope]}` };
}

/** Rules of flags and of files that are not written here can be seen only. */
function otherRules({ config }: InteractiveContext, stored: readonly StoredRule[]): Choice[] {
  const lists = config.getPermissionLists();
  return RULE_LISTS.flatMap((list) =>
    (lists[list] ?? [])
      .filter((rule) => !stored.some((known) => known.list === list && known.rule === rule))
      .map((rule) => ({ value: 'fixed', label: rule, description: `${MEANINGS[list]} · flags or other settings` })),
  );
}

function askRule(context: InteractiveContext, list: RuleList): CommandResult {
  return {
    type: 'ask',
    title: `Which call ${MEANINGS[list]}?`,
    detail: 'A tool, or a tool with what it is about: run_shell_command(git diff), edit(src/**), mcp__server',
    onText: (rule) => (rule.trim() === '' ? { type: 'nothing' } : chooseScope(context, list, rule.trim())),
  };
}

/** A file of the project's own is written by hand: it is for others, too. */
function chooseScope(context: InteractiveContext, list: RuleList, rule: string): CommandResult {
  return {
    type: 'choose',
    title: `Where does it hold that ${rule} ${MEANINGS[list]}?`,
    choices: [
      { value: 'folder', label: 'In this project' },
      { value: 'user', label: 'In all projects' },
    ],
    async onChoice(value) {
      const scope = value === 'user' ? 'user' : 'folder';
      await addRule(placeOf(context, scope), list, rule);
      const lists = context.config.getPermissionLists();
      context.config.setPermissionLists({ ...lists, [list]: [...new Set([...(lists[list] ?? []), rule])] });
      return { type: 'settings_changed', text: `${rule} ${MEANINGS[list]} from now on (${SCOPE_TEXTS[scope]}).` };
    },
  };
}

function confirmRemoval(context: InteractiveContext, { scope, list, rule }: StoredRule): CommandResult {
  return {
    type: 'choose',
    title: `Remove the rule that ${rule} ${MEANINGS[list]} (${SCOPE_TEXTS[scope]})?`,
    choices: [
      { value: 'keep', label: 'Keep it' },
      { value: 'remove', label: 'Remove it' },
    ],
    async onChoice(value) {
      if (value !== 'remove') return { type: 'nothing' };
      await removeRule(placeOf(context, scope), list, rule);
      const lists = context.config.getPermissionLists();
      context.config.setPermissionLists({ ...lists, [list]: (lists[list] ?? []).filter((other) => other !== rule) });
      return { type: 'settings_changed', text: `Removed the rule ${rule} from ${SCOPE_TEXTS[scope]}.` };
    },
  };
}

async function storedRules(context: InteractiveContext): Promise<StoredRule[]> {
  const rules: StoredRule[] = [];
  for (const scope of SCOPES)
    for (const list of RULE_LISTS)
      for (const rule of await readRules(placeOf(context, scope), list)) rules.push({ scope, list, rule });
  return rules;
}

function placeOf({ config, env }: InteractiveContext, scope: Scope): RulePlace {
  const { cwd } = config.workspace;
  const files = settingsFiles(cwd, env);
  if (scope === 'workspace') return { file: files.workspace };
  return scope === 'user' ? { file: files.user } : { file: files.user, folder: cwd };
}
