import { openAiDialect } from '../dialects/openai/index.js';
import type { Dialect } from '../dialects/dialect.js';

/** The dialect whose generation endpoint a path is. */
export function generationDialect(method: string, path: string): Dialect | undefined {
  if (method !== 'POST') return undefined;
  if (/\/chat\/completions$/.test(path)) return openAiDialect;
  return undefined;
}
