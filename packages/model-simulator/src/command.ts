/** `npm run simulator`: the simulator for people. */
import { HELP, parseCommand, UsageError } from './commandOptions.js';
import { DEFAULT_CONTEXT_WINDOW, type SimulatorOptions } from './options.js';
import type { RecordedRequest } from './recording.js';
import { startSimulator } from './simulator.js';

/** One line about a request. */
function describeRequest({ dialect, promptTokens, cachedTokens, response, violations }: RecordedRequest): string {
  const size = `${promptTokens.toLocaleString('en-US')} tokens, ${cachedTokens.toLocaleString('en-US')} cached`;
  const outcome = response.complete
    ? `${response.status} ${response.finishReason ?? response.text ?? ''}`
    : 'the client went away';
  const output = response.usage ? `, ${response.usage.output} tokens out` : '';
  const broken = violations.map(({ rule, path }) => `\n  ${rule} at ${path}`).join('');
  return `${dialect}: ${size} → ${outcome}${output}${broken}\n`;
}

async function serve(options: SimulatorOptions): Promise<void> {
  const simulator = await startSimulator({
    ...options,
    onAnswered: (record) => process.stdout.write(describeRequest(record)),
  });
  const stop = (): void => void simulator.close();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stdout.write(
    [
      `Simulated models with a window of ${(options.contextWindow ?? DEFAULT_CONTEXT_WINDOW).toLocaleString('en-US')} tokens. Ctrl+C ends it.`,
      `  OpenAI     ${simulator.baseUrl('openai')}`,
      `  Anthropic  ${simulator.baseUrl('anthropic')}`,
      `  Gemini     ${simulator.baseUrl('gemini')}`,
      `For qwen:  OPENAI_API_KEY=any OPENAI_MODEL=simulated-model OPENAI_BASE_URL=${simulator.baseUrl('openai')} npm start`,
      '',
    ].join('\n'),
  );
}

try {
  const options = parseCommand(process.argv.slice(2));
  if (options) await serve(options);
  else process.stdout.write(HELP);
} catch (error) {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (!isTaken && !(error instanceof UsageError)) throw error;
  process.stderr.write(isTaken ? 'The port is taken; choose another with --port.\n' : `${error.message} See --help.\n`);
  process.exitCode = 1;
}
