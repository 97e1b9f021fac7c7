import type { Scenario, SimulatedReply, SimulatedToolCall } from '../reply.js';
import type { SimulatedRequest } from '../request.js';

export interface ToolLoopOptions {
  /** Rounds of calls before the final text; default: one for every file. */
  rounds?: number;
  /** Files to read in turn, over and over when there are fewer than rounds. */
  files?: string[];
  /** The calls of a round (from 0); default: `read_file` of the next file. */
  calls?: (round: number, request: SimulatedRequest) => SimulatedToolCall[];
  /** Calls in one round, when `calls` is not given; default 1. */
  callsPerRound?: number;
  /** Text before each round's calls. */
  text?: (round: number) => string;
  thoughts?: (round: number) => string;
  /** The last answer; default `Done.`. */
  finalText?: string;
}

/**
 * So many rounds of tool calls, then a text. A request that is sent again byte for byte (a retry) gets the same round
 * again.
 */
export function toolLoop(options: ToolLoopOptions): Scenario {
  const files = options.files ?? [];
  const perRound = options.callsPerRound ?? 1;
  const rounds = options.rounds ?? Math.ceil(files.length / perRound);
  const calls =
    options.calls ??
    ((round: number): SimulatedToolCall[] =>
      Array.from({ length: perRound }, (_unused, position) => ({
        name: 'read_file',
        args: { file_path: files[(round * perRound + position) % files.length] ?? '' },
      })));
  let round = -1;
  let previous = '';
  let reply: SimulatedReply = {};
  return (request) => {
    const body = JSON.stringify(request.body);
    if (body === previous) return reply;
    previous = body;
    round++;
    reply =
      round < rounds
        ? { thoughts: options.thoughts?.(round), text: options.text?.(round), toolCalls: calls(round, request) }
        : { text: options.finalText ?? 'Done.' };
    return reply;
  };
}
