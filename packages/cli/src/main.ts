/** Everything behind `--version`: from the command line to the end of the process. */
import { randomUUID } from 'node:crypto';
import { parseArguments, type CliArguments } from './arguments/parseArguments.js';
import type { OutputFormat } from './choices.js';
import { FatalError } from './errors.js';
import { Interruption } from './headless/interruption.js';
import { JsonOutput } from './headless/output/jsonOutput.js';
import { SessionMetrics } from './services/sessionMetrics.js';
import { chooseGenerator } from './provider/chooseGenerator.js';
import { openDebugLog } from './session/debugLog.js';
import { findSession } from './session/findSession.js';
import { sessionParameters } from './session/sessionParameters.js';
import { loadSettings } from './settings/loadSettings.js';
import { globalDirectory } from './settings/paths.js';

/** Runs the program and ends the process. */
export async function main(): Promise<void> {
  const parsed = parseArguments(process.argv.slice(2));
  if (parsed.kind === 'exit') {
    process.stderr.write(parsed.stderr);
    process.stdout.write(parsed.stdout);
    process.exitCode = parsed.exitCode;
    return;
  }
  leaveQuietlyWhenNobodyReads();
  let format = parsed.args.outputFormat ?? 'text';
  try {
    const error = await run(parsed.args, (chosen) => (format = chosen));
    await leave(error?.exitCode ?? 0);
  } catch (error) {
    const fatal = asFatal(error);
    reportFailure(fatal, format, parsed.args.sessionId ?? '');
    await leave(fatal.exitCode);
  }
}

async function run(args: CliArguments, onFormat: (format: OutputFormat) => void): Promise<FatalError | undefined> {
  const interruption = new Interruption();
  const cwd = process.cwd();
  const { settings, addedVariables, warnings } = await loadSettings({ cwd, env: process.env, isTrusted: true });
  Object.assign(process.env, addedVariables);
  const format = args.outputFormat ?? settings.output?.format ?? 'text';
  onFormat(format);
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);

  const isRecording = args.chatRecording ?? settings.general?.chatRecording ?? true;
  const runtimeOutputDir = settings.advanced?.runtimeOutputDir;
  const [resumed, chosen] = await Promise.all([
    findSession({ cwd, args, isRecording, runtimeOutputDir }),
    chooseGenerator({ args, settings, env: process.env }),
  ]);
  for (const warning of resumed?.warnings ?? []) process.stderr.write(`Warning: ${warning}\n`);
  if (chosen.notice) process.stderr.write(`${chosen.notice}\n`);

  const sessionId = resumed?.conversation.sessionId ?? args.sessionId ?? randomUUID();
  const parameters = { ...(await sessionParameters({ cwd, args, settings, chosen })), sessionId };
  if (args.debug) {
    const log = openDebugLog(globalDirectory(), sessionId, process.env);
    process.stderr.write(`Debug log: ${log.filePath}\n`);
    parameters.debugLogger = log;
  }
  const disabledCommands = [...(settings.slashCommands?.disabled ?? []), ...(args.disabledSlashCommands ?? [])];
  const { runHeadless } = await import('./headless/runHeadless.js');
  return runHeadless({ args, format, parameters, sessionId, resumed, disabledCommands, interruption });
}

/** Reports a failure that no session has reported. */
function reportFailure(error: FatalError, format: OutputFormat, sessionId: string): void {
  if (format === 'text') {
    process.stderr.write(`Error: ${error.message}\n`);
    return;
  }
  const output = new JsonOutput({
    format,
    sessionId,
    model: () => '',
    includePartialMessages: false,
    writeOut: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
  });
  output.end({ text: '', error, durationMs: performance.now(), metrics: new SessionMetrics(() => '') });
}

function asFatal(error: unknown): FatalError {
  if (error instanceof FatalError) return error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new FatalError(`This is a defect in qwen; please report it.\n${text}`, 1, { cause: error });
}

/** `qwen … | head -1`: when the reader has gone there is nobody to tell. */
function leaveQuietlyWhenNobodyReads(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

/** Ends the process once everything written has left it; open connections do not hold it up. */
async function leave(exitCode: number): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))));
  process.exit(exitCode);
}
