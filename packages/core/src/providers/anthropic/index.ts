/** The Anthropic dialect. */
import type { ContentGenerator, ContentGeneratorConfig } from '../contentGenerator.js';
import { AnthropicContentGenerator } from './anthropicContentGenerator.js';

/** A generator for `config`; nothing is loaded or sent before the first request. */
export function createAnthropicContentGenerator(config: ContentGeneratorConfig): ContentGenerator {
  return new AnthropicContentGenerator(config);
}
