import { isObject } from './isObject.js';

/** The value at a path of keys in a value from JSON; `undefined` where there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}
