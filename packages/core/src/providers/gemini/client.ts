/** The vendor's client, loaded with the first request. */
import type { GoogleGenAI } from '@google/genai';
import { AuthType, type ContentGeneratorConfig } from '../contentGenerator.js';
import { fetchFor } from '../fetchFor.js';
import { userAgentOf } from '../requestDefaults.js';

const DEFAULT_BASE_URL = 'https://generativelanguage.googleapis.com';
const VERTEX_BASE_URL = 'https://aiplatform.googleapis.com';

/** Whether requests go to Vertex AI. */
function isVertex({ vertexai, authType }: ContentGeneratorConfig): boolean {
  return vertexai ?? authType === AuthType.USE_VERTEX_AI;
}

/** The endpoint, for messages to people. */
export function baseUrlOf(settings: ContentGeneratorConfig): string {
  return settings.baseUrl ?? (isVertex(settings) ? VERTEX_BASE_URL : DEFAULT_BASE_URL);
}

/** The API's version belongs to the path that the client makes; users often give it with the base URL. */
function splitVersion(baseUrl: string): { baseUrl: string; apiVersion?: string } {
  const [, base, apiVersion] = /^(.*?)\/(v\d+\w*)\/*$/.exec(baseUrl) ?? [];
  return base === undefined || apiVersion === undefined ? { baseUrl } : { baseUrl: base, apiVersion };
}

/** The client never retries and has no time limits of its own. */
export async function createClient(settings: ContentGeneratorConfig, longestWaitMs: number): Promise<GoogleGenAI> {
  const [sdk, fetch] = await Promise.all([import('@google/genai'), fetchFor(settings, longestWaitMs)]);
  const vertexai = isVertex(settings);
  return new sdk.GoogleGenAI({
    vertexai,
    // Vertex AI may do without a key; elsewhere a missing one is for the server to refuse, not for the client to print.
    apiKey: settings.apiKey || (vertexai ? undefined : 'none'),
    httpOptions: {
      ...(settings.baseUrl === undefined ? {} : splitVersion(settings.baseUrl)),
      headers: { 'User-Agent': userAgentOf(settings), ...settings.customHeaders },
      fetch,
    },
  });
}
