/** What `npm run simulator` can be told. */
import { parseArgs } from 'node:util';
import { errorStyles, type ErrorStyle } from './errors/catalogue.js';
import type { ServerKind, SimulatorOptions, UsageMode, WindowRule } from './options.js';
import type { Scenario } from './reply.js';
import { demo } from './scenarios/demo.js';
import { echo } from './scenarios/echo.js';
import { summaryOr } from './scenarios/summary.js';
import { toolLoop } from './scenarios/toolLoop.js';
import type { TokenizerName } from './tokens/tokenizer.js';

export const HELP = `Usage: npm run simulator -- [options]

Serves the OpenAI, Anthropic and Gemini dialects on one loopback port, counts tokens, enforces a context window and
prints a line for every request. It is no model: answers come from a scenario.

  --port <n>            port on 127.0.0.1 (8100)
  --window <tokens>     context window (131072)
  --output-cap <tokens> largest max_tokens that is taken (no limit)
  --scenario <name>     demo: rules that do small jobs with the client's tools; echo: repeats the user;
                        tool-loop: reads the given files in turn (demo)
  --files <path,…>      files of the tool loop
  --rounds <n>          rounds of the tool loop (one a file)
  --style <name>        whose words errors use:
                        ${wrapped(errorStyles)}
  --enforce <rule>      total, prompt, silent or off (total; prompt for Gemini)
  --tokenizer <name>    o200k, qwen3, claude or dense (o200k)
  --server <kind>       openai, openrouter, vllm, llama.cpp, ollama or lmstudio: which model endpoints answer (vllm,
                        which tells clients the window)
  --model <id,…>        ids in the model list (simulated-model)
  --usage <mode>        normal, only-with-include_usage, absent, zero or null-last (normal)
  --prefill-ms <ms>     delay for every prompt token that is not cached (0)
  --lenient             note malformed requests without refusing them
  -h, --help            this text
`;

function wrapped(names: string[]): string {
  const lines = [''];
  for (const name of names) {
    const last = lines.at(-1) as string;
    if (last.length + name.length > 80) lines.push(name);
    else lines[lines.length - 1] = last === '' ? name : `${last}, ${name}`;
  }
  return lines.join(`,\n${' '.repeat(24)}`);
}

/** A mistake in the arguments, for people. */
export class UsageError extends Error {}

/** Options of the command line; `undefined` when help was asked for. Throws `UsageError`. */
export function parseCommand(args: string[]): SimulatorOptions | undefined {
  const values = parsed(args);
  if (values.help) return undefined;
  const scenario = oneOf('--scenario', values.scenario ?? 'demo', ['demo', 'echo', 'tool-loop']);
  return {
    port: integer('--port', values.port) ?? 8_100,
    contextWindow: integer('--window', values.window),
    outputCap: integer('--output-cap', values['output-cap']),
    respond: scenarioOf(scenario, list(values.files), integer('--rounds', values.rounds)),
    errorStyle: optional<ErrorStyle>('--style', values.style, errorStyles),
    enforceWindow: optional<WindowRule>('--enforce', values.enforce, ['total', 'prompt', 'silent', 'off']),
    tokenizer: optional<TokenizerName>('--tokenizer', values.tokenizer, ['o200k', 'qwen3', 'claude', 'dense']),
    serverKind: optional<ServerKind>('--server', values.server ?? 'vllm', [
      'openai',
      'openrouter',
      'vllm',
      'llama.cpp',
      'ollama',
      'lmstudio',
    ]),
    models: values.model === undefined ? undefined : list(values.model),
    usage: optional<UsageMode>('--usage', values.usage, [
      'normal',
      'only-with-include_usage',
      'absent',
      'zero',
      'null-last',
    ]),
    prefillMsPerToken: number('--prefill-ms', values['prefill-ms']),
    validate: values.lenient ? 'record' : 'strict',
  };
}

function parsed(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      strict: true,
      options: {
        port: text,
        window: text,
        'output-cap': text,
        scenario: text,
        files: text,
        rounds: text,
        style: text,
        enforce: text,
        tokenizer: text,
        server: text,
        model: text,
        usage: text,
        'prefill-ms': text,
        lenient: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function scenarioOf(name: string, files: string[], rounds: number | undefined): Scenario {
  if (name === 'echo') return summaryOr(echo);
  if (name === 'demo') return demo;
  if (files.length === 0) throw new UsageError('--scenario tool-loop needs --files: the paths of the files to read.');
  return summaryOr(toolLoop({ files, rounds }));
}

function list(value: string | undefined): string[] {
  return (value ?? '').split(',').filter((entry) => entry !== '');
}

function integer(option: string, value: string | undefined): number | undefined {
  const result = number(option, value);
  if (result !== undefined && !Number.isInteger(result)) {
    throw new UsageError(`${option} takes a whole number, not "${value}".`);
  }
  return result;
}

function number(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const result = Number(value);
  if (value.trim() === '' || !(result >= 0)) throw new UsageError(`${option} takes a number, not "${value}".`);
  return result;
}

function optional<Choice extends string>(
  option: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  return value === undefined ? undefined : oneOf(option, value, choices);
}

function oneOf<Choice extends string>(option: string, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`${option} takes ${choices.join(', ')}; not "${value}".`);
  return found;
}
