/** The environment variables of each kind of provider; of several names the first that is set counts. */
import { AuthType } from '../providers/contentGenerator.js';

export interface ProviderVariables {
  apiKey: readonly string[];
  baseUrl: readonly string[];
  model: readonly string[];
}

export const PROVIDER_VARIABLES: Readonly<Record<AuthType, ProviderVariables>> = {
  [AuthType.USE_OPENAI]: {
    apiKey: ['OPENAI_API_KEY'],
    baseUrl: ['OPENAI_BASE_URL'],
    model: ['OPENAI_MODEL', 'QWEN_MODEL'],
  },
  [AuthType.USE_ANTHROPIC]: {
    apiKey: ['ANTHROPIC_API_KEY'],
    baseUrl: ['ANTHROPIC_BASE_URL'],
    model: ['ANTHROPIC_MODEL'],
  },
  [AuthType.USE_GEMINI]: { apiKey: ['GEMINI_API_KEY'], baseUrl: ['GEMINI_BASE_URL'], model: ['GEMINI_MODEL'] },
  [AuthType.USE_VERTEX_AI]: { apiKey: ['GOOGLE_API_KEY'], baseUrl: [], model: ['GOOGLE_MODEL'] },
  [AuthType.QWEN_OAUTH]: { apiKey: [], baseUrl: [], model: [] },
};
