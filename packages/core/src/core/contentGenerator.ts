/** Models as the rest of the program gets them: the port, its configuration, and the way from one to the other. */
import { AuthType, type ContentGenerator, type ContentGeneratorConfig } from '../providers/contentGenerator.js';
import {
  resolveContentGeneratorConfigWithSources,
  type ContentGeneratorHost,
} from './resolveContentGeneratorConfig.js';
import { validateModelConfig } from './validateModelConfig.js';

export { AuthType } from '../providers/contentGenerator.js';
export type {
  ContentGenerator,
  ContentGeneratorConfig,
  CountTokensRequest,
  CountTokensResponse,
  EmbedContentRequest,
  EmbedContentResponse,
  InputModalities,
  ReasoningConfig,
  SamplingParams,
} from '../providers/contentGenerator.js';
export { resolveContentGeneratorConfigWithSources } from './resolveContentGeneratorConfig.js';
export { validateModelConfig } from './validateModelConfig.js';

/**
 * The configuration of a model from what is given and the environment.
 *
 * @throws Error that says what is missing or wrong
 */
export function createContentGeneratorConfig(
  host: ContentGeneratorHost,
  authType: AuthType | undefined,
  generationConfig?: Partial<ContentGeneratorConfig>,
): ContentGeneratorConfig {
  const { config } = resolveContentGeneratorConfigWithSources(host, authType, generationConfig);
  return requireValid(config);
}

/**
 * The adapter for a configuration. Only the dialect that is needed is loaded, and its vendor's SDK only with the first
 * request.
 *
 * @throws Error that says what is missing or wrong in the configuration
 */
export async function createContentGenerator(config: ContentGeneratorConfig): Promise<ContentGenerator> {
  requireValid(config);
  switch (config.authType) {
    case AuthType.USE_ANTHROPIC: {
      const { createAnthropicContentGenerator } = await import('../providers/anthropic/index.js');
      return createAnthropicContentGenerator(config);
    }
    case AuthType.USE_GEMINI:
    case AuthType.USE_VERTEX_AI: {
      const { createGeminiContentGenerator } = await import('../providers/gemini/index.js');
      return createGeminiContentGenerator(config);
    }
    default: {
      const { createOpenAiContentGenerator } = await import('../providers/openai/index.js');
      return createOpenAiContentGenerator(config);
    }
  }
}

function requireValid(config: ContentGeneratorConfig): ContentGeneratorConfig {
  const { valid, errors } = validateModelConfig(config);
  if (!valid) throw new Error(errors.map(({ message }) => message).join('\n'));
  return config;
}
