/** `$NAME` and `${NAME}` inside the texts of settings. */

const VARIABLE = /\$(?:([A-Za-z_]\w*)|\{([^}]+)\})/g;

/**
 * A copy with every variable replaced in every text, also inside lists and objects (keys stay). A variable that is not
 * set stays as written, so that a message can show it.
 */
export function expandVariables<T>(value: T, env: NodeJS.ProcessEnv): T {
  if (typeof value === 'string') return expandText(value, env) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => expandVariables(item, env)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expandVariables(item, env)])) as T;
}

function expandText(text: string, env: NodeJS.ProcessEnv): string {
  return text.replace(VARIABLE, (written, bare?: string, braced?: string) => env[bare ?? braced!] ?? written);
}
