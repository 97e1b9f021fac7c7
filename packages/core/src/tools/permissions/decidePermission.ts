/** Whether a call may run, must be asked about, or must not run. */
import type { Workspace } from '../files/workspace.js';
import { parsedIsReadOnly } from '../shell/parse/isReadOnlyCommand.js';
import { splitCommand } from '../shell/parse/splitCommand.js';
import { READ_ONLY_KINDS, type AnyTool } from '../tool.js';
import type { ApprovalMode } from './approvalMode.js';
import { isProtectedFile, pathMatcher, pathsOf } from './pathRules.js';
import { ruleNamesTool, SHELL_TOOL, type PermissionRule, type PermissionRules } from './rules.js';
import { allPartsAllowed, findRuleForAnyPart, findRuleForNamedFile, type ShellCall } from './shellPermission.js';

export interface PermissionSettings {
  mode: ApprovalMode;
  rules: PermissionRules;
  workspace: Workspace;
  /** Folders outside the workspace that may be read without asking, such as the one for long tool outputs. */
  readableDirectories?: readonly string[];
}

export interface PermissionDecision {
  decision: 'allow' | 'ask' | 'deny';
  /** Why; for `deny` a text for the model. */
  reason: string;
}

type Params = Record<string, unknown>;

interface Call {
  tool: AnyTool;
  params: Params;
  settings: PermissionSettings;
  /** Present for shell commands. */
  shell: ShellCall | undefined;
}

/** Only a person can answer these, so no rule or mode lets them run unseen. */
const NEEDS_A_PERSON = new Set(['ask_user_question', 'exit_plan_mode']);

/** Deny rules come first, then the plan mode, `yolo`, ask rules, allow rules and what the mode says. */
export async function decidePermission(
  tool: AnyTool,
  params: Params,
  settings: PermissionSettings,
): Promise<PermissionDecision> {
  const call: Call = { tool, params, settings, shell: await shellCall(tool, params, settings) };
  const { mode, rules } = settings;

  const denying = await findRestriction(rules.deny, call);
  if (denying && denying !== 'unknown') {
    const text = `Denied by the user's rule ${denying.text}. Do not try to get the same by other means.`;
    return { decision: 'deny', reason: text };
  }
  if (NEEDS_A_PERSON.has(tool.name)) return ask('Only a person can answer.');
  if (mode === 'plan' && !(await fitsPlanMode(call))) {
    const reason = 'In plan mode nothing may be changed. Finish the plan, then present it with exit_plan_mode.';
    return { decision: 'deny', reason };
  }
  if (denying === 'unknown') return ask('The command hides parts that cannot be checked against the deny rules.');
  if (mode === 'yolo') return allow('The mode is yolo.');

  const asking = await findRestriction(rules.ask, call);
  if (asking === 'unknown') return ask('The command hides parts that cannot be checked against the ask rules.');
  if (asking) return ask(`The rule ${asking.text} asks.`);
  if (await isAllowedByRules(call)) return allow('A rule allows it.');
  return (await isAllowedByMode(call)) ? allow(`The mode is ${mode}.`) : ask(`The mode is ${mode}.`);
}

const allow = (reason: string): PermissionDecision => ({ decision: 'allow', reason });
const ask = (reason: string): PermissionDecision => ({ decision: 'ask', reason });

async function shellCall(
  tool: AnyTool,
  params: Params,
  { workspace }: PermissionSettings,
): Promise<ShellCall | undefined> {
  if (tool.name !== SHELL_TOOL) return undefined;
  const { command, directory } = params;
  return {
    parsed: await splitCommand(typeof command === 'string' ? command : ''),
    directory: workspace.resolve(typeof directory === 'string' ? directory : '.'),
    workspace,
  };
}

async function findRestriction(
  rules: readonly PermissionRule[],
  call: Call,
): Promise<PermissionRule | 'unknown' | undefined> {
  if (call.shell) {
    const named = await findRuleForNamedFile(rules, call.shell);
    return named ?? findRuleForAnyPart(rules, call.shell);
  }
  for (const rule of rules) if (await covers(rule, call, 'any')) return rule;
  return undefined;
}

async function isAllowedByRules(call: Call): Promise<boolean> {
  const { rules, mode } = call.settings;
  if (call.shell) return allPartsAllowed(rules.allow, call.shell, { editsAllowed: mode === 'auto-edit' });
  for (const rule of rules.allow) if (await covers(rule, call, 'every')) return true;
  return false;
}

/** @param paths whether one path of the call must match, or also where its links lead */
async function covers(
  rule: PermissionRule,
  { tool, params, settings }: Call,
  paths: 'any' | 'every',
): Promise<boolean> {
  if (!ruleNamesTool(rule, tool.name)) return false;
  switch (rule.scope.type) {
    case 'any':
      return true;
    case 'path': {
      const matches = await pathMatcher(rule.scope.glob, settings.workspace);
      const candidates = pathsOf(pathParameter(params), settings.workspace);
      return paths === 'any' ? candidates.some(matches) : candidates.every(matches);
    }
    case 'domain':
      return isInDomain(params['url'], rule.scope.domain);
    case 'agent':
      return (params['subagent_type'] ?? 'general-purpose') === rule.scope.name;
    case 'command':
      return false;
  }
}

/** The file or folder a call is about; the working directory when it names none. */
function pathParameter({ file_path: file, path: folder }: Params): string {
  if (typeof file === 'string') return file;
  return typeof folder === 'string' ? folder : '.';
}

function isInDomain(url: unknown, domain: string): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '');
  const base = domain.replace(/^\*\./, '');
  return host === base || host.endsWith(`.${base}`) || domain === '*';
}

async function fitsPlanMode({ tool, params, shell, settings }: Call): Promise<boolean> {
  if (shell) return parsedIsReadOnly(shell.parsed, settings.workspace.directories);
  if (READ_ONLY_KINDS.has(tool.kind) || tool.kind === 'think' || tool.name === 'agent') return true;
  return (await tool.isReadOnlyCall?.(params)) ?? false;
}

async function isAllowedByMode({ tool, params, settings }: Call): Promise<boolean> {
  const { mode, workspace, readableDirectories = [] } = settings;
  // What an MCP server says of its own tools is no reason to trust them.
  if (tool.name.startsWith('mcp__')) return false;
  if (tool.kind === 'think' || tool.name === 'agent') return true;
  if (tool.kind === 'read' || tool.kind === 'search') {
    const target = pathParameter(params);
    return workspace.contains(target) || readableDirectories.some((folder) => isInside(target, folder, workspace));
  }
  if (tool.kind === 'edit' && mode === 'auto-edit') {
    const target = pathParameter(params);
    return workspace.contains(target) && !isProtectedFile(target, workspace);
  }
  return tool.name !== SHELL_TOOL && ((await tool.isReadOnlyCall?.(params)) ?? false);
}

function isInside(file: string, folder: string, workspace: Workspace): boolean {
  const [root] = pathsOf(folder, workspace).slice(-1);
  return pathsOf(file, workspace).every((one) => one === root || one.startsWith(`${root}/`));
}
