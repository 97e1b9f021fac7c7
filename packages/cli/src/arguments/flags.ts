/** The flags of the program. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { APPROVAL_MODES, AUTH_TYPES, INPUT_FORMATS, OUTPUT_FORMATS } from '../choices.js';
import { VERSION } from '../version.js';

/** A command that has all flags and does nothing yet. */
export function createCommand(): Command {
  const command = new Command('qwen')
    .description('A coding agent. Without a query it opens its terminal UI; with one it does the work and exits.')
    .usage('[options] [query...]')
    .argument('[query...]', 'what to do; text piped to the program is put before it')
    .version(VERSION, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help');
  for (const [group, options] of Object.entries(groups()))
    for (const option of options) command.addOption(option.helpGroup(`${group}:`));
  return command;
}

function groups(): Record<string, Option[]> {
  return {
    Prompt: [
      new Option('-p, --prompt <text>', 'the query as a flag'),
      new Option('-i, --prompt-interactive <text>', 'begin the interactive session with this query'),
      new Option('--system-prompt <text>', 'replace the system prompt'),
      new Option('--append-system-prompt <text>', 'add to the system prompt'),
      list('--include-directories <folders...>', 'further folders the agent may work in'),
      list('--add-dir <folders...>', 'the same as --include-directories').hideHelp(),
    ],
    Model: [
      new Option('-m, --model <name>', 'which model'),
      new Option('--auth-type <type>', 'the kind of provider').choices(AUTH_TYPES),
      new Option('--openai-base-url <url>', 'address of an OpenAI-compatible server'),
      new Option('--openai-api-key <key>', 'its key (better: OPENAI_API_KEY, which other users cannot see)'),
      new Option('--proxy <url>', 'HTTP proxy for requests to the model'),
    ],
    'Tools and approvals': [
      new Option('--approval-mode <mode>', 'which calls run without asking').choices(APPROVAL_MODES),
      new Option('-y, --yolo', 'run every call without asking: --approval-mode yolo'),
      list('--allowed-tools <rules...>', 'calls that run without asking, such as "run_shell_command(git diff)"'),
      list('--exclude-tools <rules...>', 'tools or calls that never run'),
      list('--core-tools <names...>', 'the only built-in tools to offer'),
      new Option('--mcp-config <json|file>', 'MCP servers: JSON or a file with it'),
      list('--allowed-mcp-server-names <names...>', 'the only MCP servers to start'),
    ],
    'Input and output': [
      new Option('-o, --output-format <format>', 'what is printed').choices(OUTPUT_FORMATS),
      new Option('--input-format <format>', 'what is read from standard input').choices(INPUT_FORMATS).default('text'),
      new Option('--include-partial-messages', 'with stream-json: also print messages while they grow'),
      new Option('--max-session-turns <number>', 'stop after so many requests to the model').argParser(turns),
      new Option('--screen-reader', 'plain lines for a screen reader'),
      new Option('-d, --debug', 'write a debug log; its place is printed'),
    ],
    Sessions: [
      new Option('-c, --continue', 'go on with the newest session of this folder'),
      new Option('-r, --resume [id]', 'go on with a session'),
      new Option('--fork-session', 'with --continue or --resume: go on in a copy'),
      new Option('--session-id <uuid>', 'id for the new session').argParser(uuid),
      new Option('--chat-recording [true|false]', 'keep a session file (default: true)').argParser(trueOrFalse),
      list('--disabled-slash-commands <names...>', 'slash commands to turn off').hideHelp(),
    ],
  };
}

/** Values may be given by several flags, several words, or with commas. */
function list(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, previous: string[] | undefined) => [
    ...(previous ?? []),
    ...splitList(value),
  ]);
}

/** Splits at commas outside parentheses: `edit,run_shell_command(ls a,b)` are two rules. */
export function splitList(value: string): string[] {
  return value
    .split(/,(?![^(]*\))/)
    .map((item) => item.trim())
    .filter(Boolean);
}

function turns(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isInteger(number) || number === 0 || number < -1)
    throw new InvalidArgumentError('It must be a whole number from 1, or -1 for no limit.');
  return number;
}

function uuid(value: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))
    throw new InvalidArgumentError('It must be a UUID such as 123e4567-e89b-12d3-a456-426614174000.');
  return value.toLowerCase();
}

function trueOrFalse(value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new InvalidArgumentError('It must be true or false.');
}
