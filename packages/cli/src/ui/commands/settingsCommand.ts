/** `/settings`: looks at the settings and changes them. */
import { isKind, type Kind, type SchemaTree } from '../../settings/kinds.js';
import { settingsFiles } from '../../settings/paths.js';
import { SETTINGS_SCHEMA, type Settings } from '../../settings/schema.js';
import { writeSetting } from '../../settings/writeSetting.js';
import { valueAt } from '../../utils/valueAt.js';
import type { Choice } from '../state/viewState.js';
import type { CommandResult, InteractiveCommand, InteractiveContext } from './types.js';

interface EditableSetting {
  path: string[];
  kind: Kind<unknown>;
}

const UNSET = '(not set)';

export const settingsCommand: InteractiveCommand = {
  name: 'settings',
  description: 'Show and change the settings',
  modes: ['interactive'],
  run(context) {
    const editable = editableSettings(SETTINGS_SCHEMA);
    return {
      type: 'choose',
      title: 'Settings',
      choices: editable.map((setting, index) => toChoice(setting, index, context.settings)),
      hint: 'Enter changes · Esc closes · lists and objects: edit settings.json',
      onChoice: (value) => changeSetting(context, editable[Number(value)]!),
    };
  },
};

/** Settings that are one value; the others have commands of their own or are edited in the file. */
function editableSettings(schema: SchemaTree, path: string[] = []): EditableSetting[] {
  return Object.entries(schema).flatMap(([key, node]) => {
    const here = [...path, key];
    if (!isKind(node)) return editableSettings(node, here);
    return node.merge === 'replace' && node.parse && !isSecret(here) ? [{ path: here, kind: node }] : [];
  });
}

function isSecret(path: readonly string[]): boolean {
  return /key$/i.test(path.at(-1)!);
}

function toChoice({ path, kind }: EditableSetting, index: number, settings: Settings): Choice {
  return {
    value: String(index),
    label: path.join('.'),
    description: valueAt(settings, path) === undefined ? kind.expected : `= ${textOf(valueAt(settings, path))}`,
  };
}

function changeSetting(context: InteractiveContext, setting: EditableSetting): CommandResult {
  const { path, kind } = setting;
  const value = valueAt(context.settings, path);
  const save = (text: string): Promise<CommandResult> => saveSetting(context, setting, text);
  if (!kind.values)
    return {
      type: 'ask',
      title: path.join('.'),
      detail: `It must be ${kind.expected}. Leave it empty to go back to the default.`,
      initial: value === undefined ? '' : textOf(value),
      onText: save,
    };
  return {
    type: 'choose',
    title: path.join('.'),
    choices: [...kind.values, UNSET].map((option) => ({
      value: option,
      label: option,
      isCurrent: option === (value === undefined ? UNSET : textOf(value)),
    })),
    onChoice: (option) => save(option === UNSET ? '' : option),
  };
}

async function saveSetting(
  { config, env }: InteractiveContext,
  { path, kind }: EditableSetting,
  text: string,
): Promise<CommandResult> {
  const name = path.join('.');
  const value = text.trim() === '' ? undefined : kind.parse!(text.trim());
  if (value !== undefined && !kind.accepts(value))
    return { type: 'message', level: 'error', text: `"${name}" must be ${kind.expected}, not "${text}".` };
  await writeSetting(settingsFiles(config.workspace.cwd, env).user, path, value);
  const what = value === undefined ? `"${name}" is not set any more` : `"${name}" is now ${textOf(value)}`;
  return { type: 'settings_changed', text: `${what}. Some settings count from the next start on.` };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
