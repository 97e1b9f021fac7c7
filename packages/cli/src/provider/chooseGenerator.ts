/** The model of a run: the configured one, else a server on this machine, else the offline demo. */
import {
  AuthType,
  probeLocalServers,
  resolveContextWindow,
  type ContentGenerator,
  type ContentGeneratorConfig,
} from '@qwen-code/qwen-code-core';
import { resolveProvider, type ProviderSources } from './resolveProvider.js';

/** As the demo names itself; naming it chooses it. */
export const DEMO_MODEL = 'offline-demo';

export interface ChosenGenerator {
  generator: ContentGeneratorConfig;
  /** Present for the demo, which needs no server. */
  contentGenerator?: ContentGenerator;
  /** What the person should know of the choice. */
  notice?: string;
}

const DEMO_NOTICE = 'Offline demo, no AI: no model is set up (use /auth in qwen, or OPENAI_API_KEY).';

/** @throws FatalAuthenticationError or FatalConfigError when a provider is chosen that cannot be used as it stands. */
export async function chooseGenerator(sources: ProviderSources): Promise<ChosenGenerator> {
  const chosen = await resolveGenerator(sources);
  // The demo has its own window, and no server that could be asked.
  if (chosen.contentGenerator) return chosen;
  return { ...chosen, generator: await withContextWindow(chosen.generator) };
}

/** The same without asking how large the context window is. */
export async function resolveGenerator(sources: ProviderSources): Promise<ChosenGenerator> {
  const wanted = sources.args.model ?? sources.settings.model?.name;
  if (sources.args.model === DEMO_MODEL) return demo();
  const generator = resolveProvider(withoutDemo(sources));
  if (generator) return { generator };
  if (wanted === DEMO_MODEL) return demo();
  const server = await probeLocalServers();
  if (!server) return demo(DEMO_NOTICE);
  const model = wanted ?? server.models[0]!;
  return {
    generator: { authType: AuthType.USE_OPENAI, model, baseUrl: server.baseUrl },
    notice: `No model is configured: using ${model} of the ${server.kind} server at ${server.baseUrl}.`,
  };
}

/** The demo as a setting is for want of a provider: one that is set up later, in the environment say, comes first. */
function withoutDemo(sources: ProviderSources): ProviderSources {
  const { model, ...settings } = sources.settings;
  return model?.name === DEMO_MODEL
    ? { ...sources, settings: { ...settings, model: { ...model, name: undefined } } }
    : sources;
}

/** Only servers on this machine or network are asked, so that the first request to a hosted one does not wait. */
export async function withContextWindow(generator: ContentGeneratorConfig): Promise<ContentGeneratorConfig> {
  const { tokens, detail } = await resolveContextWindow(generator);
  return { ...generator, contextWindowSize: tokens, contextWindowSource: detail };
}

async function demo(notice?: string): Promise<ChosenGenerator> {
  const { createDemoContentGenerator } = await import('@qwen-code/model-simulator/demo');
  return { generator: { model: DEMO_MODEL }, contentGenerator: createDemoContentGenerator(), notice };
}
