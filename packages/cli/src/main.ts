/** Everything behind `--version`: from the command line to the end of the process. */
import { writeSync } from 'node:fs';
import { parseArguments, type CliArguments } from './arguments/parseArguments.js';
import type { OutputFormat } from './choices.js';
import { FatalConfigError, FatalError } from './errors.js';
import { Interruption } from './headless/interruption.js';
import { JsonOutput } from './headless/output/jsonOutput.js';
import { StandardStreams } from './headless/standardStreams.js';
import { chooseGenerator, resolveGenerator } from './provider/chooseGenerator.js';
import { SessionMetrics } from './services/sessionMetrics.js';
import { findSession } from './session/findSession.js';
import { disabledCommands, isRecorded, prepareSession } from './session/prepareSession.js';
import { loadSettings } from './settings/loadSettings.js';
import { folderTrust } from './trust/trustedFolders.js';
import { customCommandFolders, loadCustomCommands } from './ui/commands/customCommands.js';

/** Runs the program and ends the process. */
export async function main(): Promise<void> {
  const streams = new StandardStreams();
  // Paths below an empty HOME would be taken for paths below the project; without HOME, the user database is asked.
  if (process.env['HOME'] === '') delete process.env['HOME'];
  const parsed = parseArguments(process.argv.slice(2));
  if (parsed.kind === 'exit') {
    streams.writeError(parsed.stderr);
    streams.writeOut(parsed.stdout);
    return streams.exit(parsed.exitCode);
  }
  let format = parsed.args.outputFormat ?? 'text';
  process.once('uncaughtException', (error) => {
    // After the listeners that give the terminal back; the engine itself would print a line of the bundle first.
    process.on('exit', () => writeSync(process.stderr.fd, `Error: ${asFatal(error).message}\n`));
    process.exit(1);
  });
  try {
    const error = await run(parsed.args, streams, (chosen) => (format = chosen));
    await streams.exit(error?.exitCode ?? 0);
  } catch (error) {
    const fatal = asFatal(error);
    reportFailure(fatal, format, parsed.args.sessionId ?? '', streams);
    await streams.exit(fatal.exitCode);
  }
}

/** The failure of the run, if any; it has been reported. */
async function run(
  args: CliArguments,
  streams: StandardStreams,
  onFormat: (format: OutputFormat) => void,
): Promise<FatalError | undefined> {
  const cwd = process.cwd();
  const interruption = new Interruption(streams.readerGone);
  if (isInteractive(args)) {
    // What is typed while the program loads is kept as it was typed, and not echoed.
    process.stdin.setRawMode(true);
    const { startInteractive } = await import('./ui/startInteractive.js');
    await startInteractive(args, cwd, interruption.signal);
    return interruption.error;
  }
  const headless = import('./headless/runHeadless.js');
  // Nobody can be asked here: a folder counts as trusted unless the person has said otherwise.
  const isTrusted = (await folderTrust(cwd)) !== 'untrusted';
  const { settings, addedVariables, warnings } = await loadSettings({ cwd, env: process.env, isTrusted });
  Object.assign(process.env, addedVariables);
  const format = args.outputFormat ?? settings.output?.format ?? 'text';
  onFormat(format);
  const warn = (warning: string): void => streams.writeError(`Warning: ${warning}\n`);
  warnings.forEach(warn);

  const runtimeOutputDir = settings.advanced?.runtimeOutputDir;
  const [resumed, chosen, custom] = await Promise.all([
    findSession({ cwd, args, isRecording: isRecorded(args, settings), runtimeOutputDir }),
    resolveGenerator({ args, settings, env: process.env }),
    loadCustomCommands(customCommandFolders(cwd, isTrusted)),
  ]);
  [...(resumed?.warnings ?? []), ...custom.warnings].forEach(warn);
  if (chosen.notice) streams.writeError(`${chosen.notice}\n`);

  const { parameters, debugLogFile } = await prepareSession({ cwd, args, settings, chosen, resumed });
  if (debugLogFile !== undefined) streams.writeError(`Debug log: ${debugLogFile}\n`);
  const { runHeadless } = await headless;
  return runHeadless({
    args,
    format,
    parameters: { ...parameters, projectAgents: isTrusted, onWarning: warn },
    resumed,
    disabledCommands: disabledCommands(args, settings),
    customCommands: custom.commands,
    chooseModel: (model) => chooseGenerator({ args: { ...args, model }, settings, env: process.env }),
    interruption,
    streams,
  });
}

/** A terminal on both sides, and no question that is to be answered just once. */
function isInteractive({ query, promptInteractive, inputFormat, outputFormat }: CliArguments): boolean {
  if (query !== undefined && promptInteractive === undefined) return false;
  if (inputFormat !== 'text' || (outputFormat !== undefined && outputFormat !== 'text')) return false;
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** What a run needs around it, by the system call that fails without. */
const SURROUNDINGS: Readonly<Record<string, string>> = {
  uv_cwd: 'The folder you are in has been removed. Change to another one.',
  uv_os_homedir: 'The home folder of this user is not known. Set HOME to a folder.',
};

/** Reports a failure that no session has reported. */
function reportFailure(error: FatalError, format: OutputFormat, sessionId: string, streams: StandardStreams): void {
  const { writeOut, writeError } = streams;
  if (format === 'text') {
    writeError(`Error: ${error.message}\n`);
    return;
  }
  const options = {
    format,
    sessionId: () => sessionId,
    model: () => '',
    includePartialMessages: false,
    writeOut,
    writeError,
  };
  const metrics = new SessionMetrics(() => '');
  new JsonOutput(options).end({ text: '', error, durationMs: performance.now(), metrics });
}

function asFatal(error: unknown): FatalError {
  if (error instanceof FatalError) return error;
  const advice = SURROUNDINGS[(error as { syscall?: string } | undefined)?.syscall ?? ''];
  if (advice) return new FatalConfigError(advice, { cause: error });
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new FatalError(`This is a defect in qwen; please report it.\n${text}`, 1, { cause: error });
}
