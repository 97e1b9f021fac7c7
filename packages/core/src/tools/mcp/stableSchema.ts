/** JSON schemas of tools in one fixed form. */
import type { JsonSchema } from '../../types.js';

/**
 * The schema with its keys in alphabetical order at every level, because servers list them in changing orders and every
 * change of the request's first bytes costs the prompt cache. Providers want an object at the top.
 */
export function stableSchema(schema: Readonly<Record<string, unknown>>): JsonSchema {
  const { $schema: _, ...rest } = schema;
  const sorted = withSortedKeys(rest) as JsonSchema;
  return { ...sorted, type: 'object', properties: sorted['properties'] ?? {} };
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withSortedKeys(inner)]));
}
