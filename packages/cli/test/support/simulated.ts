/** A sandbox whose program talks to a simulator. */
import { startSimulator, type Simulator, type SimulatorOptions } from '@qwen-code/model-simulator';
import { buildCli, CliSandbox } from './cli.js';

// At import, so that the time it takes counts for no test.
await buildCli();

export interface Simulated {
  simulator: Simulator;
  sandbox: CliSandbox;
  dispose(): Promise<void>;
}

/** An OpenAI-compatible endpoint on loopback, configured by the environment. */
export async function simulated(options: SimulatorOptions = {}): Promise<Simulated> {
  const simulator = await startSimulator(options);
  const sandbox = new CliSandbox({
    OPENAI_BASE_URL: simulator.baseUrl('openai'),
    OPENAI_API_KEY: 'test-key',
    OPENAI_MODEL: 'qwen-test',
  });
  return {
    simulator,
    sandbox,
    async dispose() {
      await sandbox.dispose();
      await simulator.close();
    },
  };
}
