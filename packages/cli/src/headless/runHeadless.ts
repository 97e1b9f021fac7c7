/** A run without a terminal: one prompt, or a program that sends prompts. */
import type { ConfigParameters, ResumedSessionData } from '@qwen-code/qwen-code-core';
import type { CliArguments } from '../arguments/parseArguments.js';
import type { OutputFormat } from '../choices.js';
import { FatalInputError, type FatalError } from '../errors.js';
import { DeniedApprovals } from './deniedApprovals.js';
import type { Interruption } from './interruption.js';
import { LiveSession } from './liveSession.js';
import type { ChosenGenerator } from '../provider/chooseGenerator.js';
import { connectingServers } from '../session/mcpServers.js';
import type { SlashCommand } from '../ui/commands/types.js';
import type { StandardStreams } from './standardStreams.js';
import type { HeadlessOutput } from './output/headlessOutput.js';
import { JsonOutput } from './output/jsonOutput.js';
import { TextOutput } from './output/textOutput.js';
import { fitPipedText } from './longInput.js';
import { hasPipedInput, joinPrompt, readAll } from './pipedInput.js';
import { PromptRunner } from './promptRunner.js';
import { StreamSession } from './streamInput/streamSession.js';

/** A start that takes longer looks dead. Milliseconds. */
const TOLD_AFTER_MS = 2_000;

export interface HeadlessOptions {
  args: CliArguments;
  format: OutputFormat;
  parameters: ConfigParameters;
  resumed: ResumedSessionData | undefined;
  disabledCommands: readonly string[];
  customCommands: readonly SlashCommand[];
  /** The model of a name, which may be another provider's. */
  chooseModel(model: string): Promise<ChosenGenerator>;
  interruption: Interruption;
  streams: StandardStreams;
}

/** The failure of the run, if any; it has been reported. @throws FatalInputError when there is nothing to do. */
export async function runHeadless(options: HeadlessOptions): Promise<FatalError | undefined> {
  const { args, interruption } = options;
  const { signal } = interruption;
  const isStream = args.inputFormat === 'stream-json';
  const session = new LiveSession(options.parameters, options.resumed);
  const prompt = isStream ? '' : await readPrompt(session.config, options);
  if (interruption.error) throw interruption.error;
  const output = createOutput(options, session);
  const approvals = new DeniedApprovals();
  try {
    await openSession(session, output, interruption);
    const { disabledCommands, customCommands } = options;
    const runner = new PromptRunner({ session, output, disabledCommands, customCommands });
    runner.announce();
    const error = isStream
      ? await streamSession(options, session, runner, approvals).run()
      : await runner.run([{ text: prompt }], {
          signal,
          requestApproval: approvals.request,
          cancellation: () => interruption.error,
        });
    if (approvals.hint) output.notice(approvals.hint);
    return error;
  } finally {
    await session.dispose();
  }
}

/** @throws what stopped it, or why it cannot be opened */
async function openSession(session: LiveSession, output: HeadlessOutput, interruption: Interruption): Promise<void> {
  const slow = setTimeout(() => {
    const servers = connectingServers(session.config);
    if (servers.length > 0) output.notice(`… waiting for MCP: ${servers.join(', ')}`);
  }, TOLD_AFTER_MS);
  try {
    await session.open(interruption.signal);
  } catch (error) {
    throw interruption.error ?? error;
  } finally {
    clearTimeout(slow);
  }
}

async function readPrompt(
  config: LiveSession['config'],
  { args, interruption, streams }: HeadlessOptions,
): Promise<string> {
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

function createOutput({ args, format, streams }: HeadlessOptions, session: LiveSession): HeadlessOutput {
  const { writeOut, writeError } = streams;
  if (format === 'text') {
    const { isTTY: streamsText } = process.stdout;
    return new TextOutput({ streams: streamsText, showsProgress: process.stderr.isTTY, writeOut, writeError });
  }
  return new JsonOutput({
    format,
    sessionId: () => session.config.getSessionId(),
    model: () => session.config.getModel(),
    includePartialMessages: args.includePartialMessages ?? false,
    writeOut,
    writeError,
  });
}

function streamSession(
  { interruption, streams, chooseModel }: HeadlessOptions,
  session: LiveSession,
  runner: PromptRunner,
  approvals: DeniedApprovals,
): StreamSession {
  return new StreamSession({
    session,
    runner,
    input: process.stdin,
    write: (message) => streams.writeOut(`${JSON.stringify(message)}\n`),
    chooseModel,
    denyApproval: approvals.request,
    signal: interruption.signal,
    cancellation: () => interruption.error,
  });
}
