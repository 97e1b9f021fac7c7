/** The Gemini dialect. */
import type { ContentGenerator, ContentGeneratorConfig } from '../contentGenerator.js';
import { GeminiContentGenerator } from './geminiContentGenerator.js';

/** A generator for `config`; nothing is loaded or sent before the first request. */
export function createGeminiContentGenerator(config: ContentGeneratorConfig): ContentGenerator {
  return new GeminiContentGenerator(config);
}
