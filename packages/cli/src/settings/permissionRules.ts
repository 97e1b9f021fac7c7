/** The rules for calls as they stand in settings files. */
import { isObject } from '../utils/isObject.js';
import { valueAt } from '../utils/valueAt.js';
import { readSettingsFile } from './readSettingsFile.js';
import type { Settings } from './schema.js';
import { writeSetting } from './writeSetting.js';

export const RULE_LISTS = ['allow', 'ask', 'deny'] as const;
export type RuleList = (typeof RULE_LISTS)[number];
export type RuleLists = Partial<Record<RuleList, string[]>>;

/** Where a list of rules stands. */
export interface RulePlace {
  /** The settings file. */
  file: string;
  /** Absolute: they hold in this folder only. */
  folder?: string;
}

/** For the schema: folders with lists of rules. */
export function isRulesByFolder(value: unknown): value is Record<string, RuleLists> {
  const isList = (rules: unknown): boolean => Array.isArray(rules) && rules.every((rule) => typeof rule === 'string');
  const areLists = (lists: unknown): boolean =>
    isObject(lists) && RULE_LISTS.every((name) => isList(lists[name] ?? []));
  return isObject(value) && Object.values(value).every(areLists);
}

/** The permissions with those that are kept for a folder. */
export function withFolderRules(settings: Settings, folder: string): Settings {
  const { permissions } = settings;
  const own = permissions?.folders?.[folder];
  if (!own) return settings;
  const joined = RULE_LISTS.map((list) => [list, [...new Set([...(permissions[list] ?? []), ...(own[list] ?? [])])]]);
  return { ...settings, permissions: { ...permissions, ...(Object.fromEntries(joined) as RuleLists) } };
}

/** @throws FatalConfigError when the file cannot be read */
export async function readRules({ file, folder }: RulePlace, list: RuleList): Promise<string[]> {
  const rules = valueAt(await readSettingsFile(file), pathOf(folder, list));
  return Array.isArray(rules) ? rules.filter((rule): rule is string => typeof rule === 'string') : [];
}

/** @throws when the file cannot be read or written */
export async function addRule(place: RulePlace, list: RuleList, rule: string): Promise<void> {
  const rules = await readRules(place, list);
  if (!rules.includes(rule)) await writeSetting(place.file, pathOf(place.folder, list), [...rules, rule]);
}

/** @throws when the file cannot be read or written */
export async function removeRule(place: RulePlace, list: RuleList, rule: string): Promise<void> {
  const left = (await readRules(place, list)).filter((other) => other !== rule);
  await writeSetting(place.file, pathOf(place.folder, list), left.length > 0 ? left : undefined);
}

function pathOf(folder: string | undefined, list: RuleList): string[] {
  return ['permissions', ...(folder === undefined ? [] : ['folders', folder]), list];
}
