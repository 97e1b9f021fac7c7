/** One dialect's adapter against the simulator, and what the suites of all dialects share. */
import {
  startSimulator,
  toolLoop,
  type DialectName,
  type Scenario,
  type Simulator,
  type SimulatorOptions,
} from '@qwen-code/model-simulator';
import { onTestFinished } from 'vitest';
import type { ContentGenerator, ContentGeneratorConfig } from '../../src/providers/contentGenerator.js';
import type { Content, GenerateContentConfig } from '../../src/types.js';
import { Conversation } from './conversation.js';

export const config: GenerateContentConfig = {
  systemInstruction: 'You are a test.',
  tools: [
    {
      functionDeclarations: [
        {
          name: 'read_file',
          description: 'Reads a file',
          parametersJsonSchema: { type: 'object', properties: { file_path: { type: 'string' } } },
        },
      ],
    },
  ],
};

export const hello: Content[] = [{ role: 'user', parts: [{ text: 'hello' }] }];

/** A picture of one pixel, in base64. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Thinks, says a line and reads files, `rounds` times over. */
export function loop(rounds: number, callsPerRound = 2): Scenario {
  return toolLoop({
    files: ['/a', '/b', '/c'],
    rounds,
    callsPerRound,
    text: (round) => `step ${round}`,
    thoughts: (round) => `thought of step ${round}`,
  });
}

interface SimulatedProvider {
  simulator: Simulator;
  generator: ContentGenerator;
  conversation: Conversation;
}

export type SetUp = (
  options: SimulatorOptions,
  settings?: Partial<ContentGeneratorConfig>,
) => Promise<SimulatedProvider>;

/** Starts a simulator for one test and connects the adapter to it; `settings` win over what it is given by default. */
export function providerSetUp(
  dialect: DialectName,
  create: (config: ContentGeneratorConfig) => ContentGenerator,
  defaultModel: string,
): SetUp {
  return async (options, settings = {}) => {
    const simulator = await startSimulator(options);
    onTestFinished(() => simulator.close());
    const generator = create({
      model: defaultModel,
      apiKey: 'key',
      baseUrl: simulator.baseUrl(dialect),
      retryInitialDelayMs: 1,
      retryMaxDelayMs: 2,
      ...settings,
    });
    return { simulator, generator, conversation: new Conversation(generator, settings.model ?? defaultModel, config) };
  };
}
