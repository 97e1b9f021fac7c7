import { anthropicDialect } from '../dialects/anthropic/index.js';
import type { Dialect } from '../dialects/dialect.js';
import { geminiDialect } from '../dialects/gemini/index.js';
import { openAiDialect } from '../dialects/openai/index.js';

/** The dialect whose generation endpoint a path is. */
export function generationDialect(method: string, path: string): Dialect | undefined {
  if (method !== 'POST') return undefined;
  if (path.endsWith('/chat/completions')) return openAiDialect;
  if (path.endsWith('/v1/messages')) return anthropicDialect;
  return /\/models\/[^/]+:(streamG|g)enerateContent$/.test(path) ? geminiDialect : undefined;
}
