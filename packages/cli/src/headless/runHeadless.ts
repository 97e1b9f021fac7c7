/** A run without a terminal: one prompt, or a program that sends prompts. */
import {
  Config,
  createAgent,
  SessionLockedError,
  type Agent,
  type ConfigParameters,
  type ResumedSessionData,
} from '@qwen-code/qwen-code-core';
import type { CliArguments } from '../arguments/parseArguments.js';
import type { OutputFormat } from '../choices.js';
import { FatalInputError, type FatalError } from '../errors.js';
import { VERSION } from '../version.js';
import { DeniedApprovals } from './denyApprovals.js';
import type { Interruption } from './interruption.js';
import type { ChosenGenerator } from '../provider/chooseGenerator.js';
import type { StandardStreams } from './standardStreams.js';
import type { HeadlessOutput, InitFacts } from './output/headlessOutput.js';
import { JsonOutput } from './output/jsonOutput.js';
import { TextOutput } from './output/textOutput.js';
import { fitPipedText } from './longInput.js';
import { hasPipedInput, joinPrompt, readAll } from './pipedInput.js';
import { PromptRunner } from './promptRunner.js';
import { StreamSession } from './streamInput/streamSession.js';

export interface HeadlessOptions {
  args: CliArguments;
  format: OutputFormat;
  parameters: ConfigParameters;
  resumed: ResumedSessionData | undefined;
  disabledCommands: readonly string[];
  /** The model of a name, which may be another provider's. */
  chooseModel(model: string): Promise<ChosenGenerator>;
  interruption: Interruption;
  streams: StandardStreams;
}

/** The failure of the run, if any; it has been reported. @throws FatalInputError when there is nothing to do. */
export async function runHeadless(options: HeadlessOptions): Promise<FatalError | undefined> {
  const { args, interruption } = options;
  const isStream = args.inputFormat === 'stream-json';
  const config = new Config(options.parameters);
  const prompt = isStream ? '' : await readPrompt(config, options);
  if (interruption.error) throw interruption.error;
  const output = createOutput(options, config);
  const approvals = new DeniedApprovals();
  let agent: Agent | undefined;
  try {
    agent = await openAgent(config, options);
    const runner = new PromptRunner({ config, agent, output, disabledCommands: options.disabledCommands });
    output.start(initFacts(config, runner));
    const error = isStream
      ? await streamSession(options, config, runner, approvals).run()
      : await runner.run([{ text: prompt }], {
          signal: interruption.signal,
          requestApproval: approvals.request,
          cancellation: () => interruption.error,
        });
    if (approvals.hint) output.notice(approvals.hint);
    return error;
  } finally {
    await agent?.dispose();
  }
}

async function openAgent(config: Config, { resumed, interruption }: HeadlessOptions): Promise<Agent> {
  try {
    return await createAgent(config, { resumed, signal: interruption.signal });
  } catch (error) {
    if (error instanceof SessionLockedError) throw new FatalInputError(error.message, { cause: error });
    throw interruption.error ?? error;
  }
}

async function readPrompt(config: Config, { args, interruption, streams }: HeadlessOptions): Promise<string> {
  const { query } = args;
  const { signal } = interruption;
  const piped = hasPipedInput()
    ? await readAll(process.stdin, {
        waitForever: query === undefined,
        signal,
        onGiveUp: () =>
          streams.writeError(
            'Warning: nothing came from standard input in 3 seconds, so it is ignored. Add < /dev/null to start at once.\n',
          ),
      })
    : '';
  const fitted = await fitPipedText(piped, config.getContextWindow(), config.getSpillDirectory());
  const prompt = joinPrompt(fitted, query);
  if (prompt !== '' || signal.aborted) return prompt;
  throw new FatalInputError(
    'There is nothing to do: give a prompt, as in  qwen "explain this project"  or  git diff | qwen "review this".',
  );
}

function createOutput({ args, format, streams }: HeadlessOptions, config: Config): HeadlessOutput {
  const { writeOut, writeError } = streams;
  if (format === 'text') {
    const { isTTY: streamsText } = process.stdout;
    return new TextOutput({ streams: streamsText, showsProgress: process.stderr.isTTY, writeOut, writeError });
  }
  return new JsonOutput({
    format,
    sessionId: config.getSessionId(),
    model: () => config.getModel(),
    includePartialMessages: args.includePartialMessages ?? false,
    writeOut,
    writeError,
  });
}

function streamSession(
  { interruption, streams, chooseModel }: HeadlessOptions,
  config: Config,
  runner: PromptRunner,
  approvals: DeniedApprovals,
): StreamSession {
  return new StreamSession({
    config,
    runner,
    input: process.stdin,
    write: (message) => streams.writeOut(`${JSON.stringify(message)}\n`),
    chooseModel,
    denyApproval: approvals.request,
    signal: interruption.signal,
    cancellation: () => interruption.error,
  });
}

function initFacts(config: Config, runner: PromptRunner): InitFacts {
  return {
    cwd: config.workspace.cwd,
    tools: config
      .getToolRegistry()
      .all()
      .map(({ name }) => name),
    mcp_servers: config.getMcpServerStatuses().map(({ name, status }) => ({ name, status })),
    model: config.getModel(),
    permission_mode: config.getApprovalMode(),
    slash_commands: runner.commands.map(({ name }) => name),
    qwen_code_version: VERSION,
    agents: [],
  };
}
