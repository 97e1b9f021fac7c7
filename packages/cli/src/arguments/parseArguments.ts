/** From the command line to typed values. */
import { CommanderError } from 'commander';
import type { ApprovalModeName, InputFormat, OutputFormat } from '../choices.js';
import { createCommand } from './flags.js';

/** The command line; a flag that was not given is absent. */
export interface CliArguments {
  /** From the words or `-p`. */
  query?: string;
  /** The first prompt of an interactive session. */
  promptInteractive?: string;
  systemPrompt?: string;
  appendSystemPrompt?: string;
  includeDirectories?: string[];
  model?: string;
  authType?: string;
  openaiBaseUrl?: string;
  openaiApiKey?: string;
  proxy?: string;
  approvalMode?: ApprovalModeName;
  allowedTools?: string[];
  excludeTools?: string[];
  coreTools?: string[];
  mcpConfig?: string;
  allowedMcpServerNames?: string[];
  outputFormat?: OutputFormat;
  inputFormat: InputFormat;
  includePartialMessages?: boolean;
  maxSessionTurns?: number;
  screenReader?: boolean;
  debug?: boolean;
  continue?: boolean;
  /** `true`: asked for without an id. */
  resume?: string | true;
  forkSession?: boolean;
  sessionId?: string;
  chatRecording?: boolean;
  disabledSlashCommands?: string[];
}

/** What commander collects, before the words and the aliases are joined in. */
interface Flags extends Omit<CliArguments, 'query'> {
  prompt?: string;
  yolo?: boolean;
  addDir?: string[];
}

export type ParsedCommandLine =
  { kind: 'run'; args: CliArguments } | { kind: 'exit'; exitCode: number; stdout: string; stderr: string };

/** @param argv the arguments alone, without node and script. */
export function parseArguments(argv: readonly string[]): ParsedCommandLine {
  const printed = { stdout: '', stderr: '' };
  const command = createCommand()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => (printed.stdout += text),
      writeErr: (text) => (printed.stderr += text),
    })
    .showHelpAfterError('\nUsage: qwen [options] [query...]\nqwen --help lists the options.');
  try {
    command.parse(argv, { from: 'user' });
    const flags = command.opts<Flags>();
    const problem = findConflict(flags, command.args);
    if (problem) command.error(`error: ${problem}`);
    return { kind: 'run', args: toArguments(flags, command.args) };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { kind: 'exit', exitCode: error.exitCode, ...printed };
  }
}

function toArguments({ prompt, yolo, addDir, ...rest }: Flags, words: string[]): CliArguments {
  const query = prompt ?? (words.length > 0 ? words.join(' ') : undefined);
  const includeDirectories = [...(rest.includeDirectories ?? []), ...(addDir ?? [])];
  return {
    ...rest,
    ...(query !== undefined && { query }),
    ...(yolo && { approvalMode: 'yolo' as const }),
    ...(includeDirectories.length > 0 && { includeDirectories }),
  };
}

/** The first pair of flags that cannot stand together. */
function findConflict(flags: Flags, words: string[]): string | undefined {
  const streamsOut = flags.outputFormat === 'stream-json';
  const resumes = flags.continue || flags.resume !== undefined;
  const rules: Array<[boolean, string]> = [
    [words.length > 0 && flags.prompt !== undefined, 'give the query either as words or with -p/--prompt, not both'],
    [
      flags.promptInteractive !== undefined && (words.length > 0 || flags.prompt !== undefined),
      'give the query either with -i/--prompt-interactive, or as words or with -p/--prompt',
    ],
    [Boolean(flags.yolo) && flags.approvalMode !== undefined, '--yolo and --approval-mode cannot be used together'],
    [
      Boolean(flags.includePartialMessages) && !streamsOut,
      '--include-partial-messages needs --output-format stream-json',
    ],
    [
      flags.inputFormat === 'stream-json' && !streamsOut,
      '--input-format stream-json needs --output-format stream-json',
    ],
    [
      flags.inputFormat === 'stream-json' && (words.length > 0 || flags.prompt !== undefined),
      'with --input-format stream-json prompts come from standard input, not from the command line',
    ],
    [Boolean(flags.continue) && flags.resume !== undefined, '--continue and --resume cannot be used together'],
    [flags.sessionId !== undefined && resumes, '--session-id names a new session: not with --continue or --resume'],
    [Boolean(flags.forkSession) && !resumes, '--fork-session needs --continue or --resume'],
  ];
  return rules.find(([applies]) => applies)?.[1];
}
