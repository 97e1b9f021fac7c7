/** Joins settings of several files; the later file is the stronger one. */
import { isKind, type MergeRule, type SchemaTree } from './kinds.js';
import { SETTINGS_SCHEMA, type Settings } from './schema.js';
import { isObject, type JsonObject } from '../utils/isObject.js';

/** Weakest first. Inputs are not changed. */
export function mergeSettings(layers: readonly Settings[]): Settings {
  return layers.reduce<JsonObject>((weaker, stronger) => mergeTree(weaker, stronger, SETTINGS_SCHEMA), {}) as Settings;
}

function mergeTree(weaker: JsonObject, stronger: JsonObject, schema: SchemaTree): JsonObject {
  const merged: JsonObject = { ...weaker };
  for (const [key, value] of Object.entries(stronger)) {
    const node = schema[key];
    if (!node) continue;
    merged[key] = isKind(node)
      ? mergeValue(weaker[key], value, node.merge)
      : mergeTree((weaker[key] as JsonObject | undefined) ?? {}, value as JsonObject, node);
  }
  return merged;
}

function mergeValue(weaker: unknown, stronger: unknown, rule: MergeRule): unknown {
  if (rule === 'unite' && Array.isArray(weaker) && Array.isArray(stronger)) return unite(weaker, stronger);
  if (rule !== 'keys' || !isObject(weaker) || !isObject(stronger)) return stronger;
  const merged: JsonObject = { ...weaker };
  for (const [key, value] of Object.entries(stronger)) {
    const below = weaker[key];
    merged[key] = Array.isArray(below) && Array.isArray(value) ? unite(below, value) : value;
  }
  return merged;
}

function unite(weaker: unknown[], stronger: unknown[]): unknown[] {
  return [...new Set([...weaker, ...stronger])];
}
