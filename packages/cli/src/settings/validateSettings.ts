/** Checks the object of one settings file against the schema. */
import { nearestName } from '../utils/nearestName.js';
import { isKind, type Kind, type SchemaTree } from './kinds.js';
import { SETTINGS_SCHEMA, type Settings } from './schema.js';
import { unusedKey } from './unusedKeys.js';
import { isObject } from '../utils/isObject.js';

export interface ValidatedSettings {
  /** The known keys with right values. */
  settings: Settings;
  /** Values of a wrong type, one text each. */
  errors: string[];
  /** Keys that have no effect, one text each. */
  warnings: string[];
}

/** @param source the file's path, for the texts. */
export function validateSettings(raw: Record<string, unknown>, source: string): ValidatedSettings {
  const errors: string[] = [];
  const warnings: string[] = [];
  const settings = checkTree(raw, SETTINGS_SCHEMA, []);
  return { settings: settings as Settings, errors, warnings };

  function checkTree(value: Record<string, unknown>, schema: SchemaTree, path: string[]): Record<string, unknown> {
    const checked: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const node = Object.hasOwn(schema, key) ? schema[key] : undefined;
      const keyPath = [...path, key];
      if (!node) warnOfKey(keyPath, schema);
      else if (item !== undefined && item !== null) checkNode(checked, key, item, node, keyPath);
    }
    return checked;
  }

  function checkNode(
    target: Record<string, unknown>,
    key: string,
    item: unknown,
    node: Kind<unknown> | SchemaTree,
    path: string[],
  ): void {
    if (!isKind(node)) {
      if (isObject(item)) target[key] = checkTree(item, node, path);
      else errors.push(wrongType(path, 'an object', item));
    } else if (node.accepts(item)) target[key] = item;
    else errors.push(wrongType(path, node.expected, item));
  }

  function wrongType(path: string[], expected: string, item: unknown): string {
    return `${source}: "${path.join('.')}" must be ${expected}, but it is ${shown(item)}.`;
  }

  function warnOfKey(path: string[], siblings: SchemaTree): void {
    const name = path.join('.');
    const unused = unusedKey(name);
    if (unused === 'quiet') return;
    if (unused) {
      warnings.push(`${source}: "${name}" has no effect: ${unused.reason}.`);
      return;
    }
    const meant = nearestName(path.at(-1)!, Object.keys(siblings));
    const guess = meant ? ` Did you mean "${[...path.slice(0, -1), meant].join('.')}"?` : '';
    warnings.push(`${source}: "${name}" is not a setting.${guess}`);
  }
}

function shown(item: unknown): string {
  const json = JSON.stringify(item);
  return json.length > 60 ? `${json.slice(0, 57)}…` : json;
}
