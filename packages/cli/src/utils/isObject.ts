/** What a JSON object is read as. */
export type JsonObject = Record<string, unknown>;

/** Whether a value from JSON is an object, neither a list nor `null`. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
