import { DEFAULT_TOKEN_LIMIT } from '../../providers/tokenLimits.js';

/** The context window in tokens (input plus output). */
export function contextWindowOf(config: { getContentGeneratorConfig(): { contextWindowSize?: number } }): number {
  return config.getContentGeneratorConfig().contextWindowSize ?? DEFAULT_TOKEN_LIMIT;
}
