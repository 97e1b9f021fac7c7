import { GeminiEventType, type AgentEvent } from '@qwen-code/qwen-code-core';
import { describe, expect, it } from 'vitest';
import * as events from '../../../test/support/agentEvents.js';
import type { FatalError } from '../../errors.js';
import { SessionMetrics } from '../../services/sessionMetrics.js';
import { RunOutcome } from '../runOutcome.js';
import type { HeadlessOutput, InitFacts } from './headlessOutput.js';
import { JsonOutput } from './jsonOutput.js';
import { TextOutput } from './textOutput.js';

const FACTS: InitFacts = {
  cwd: '/w',
  tools: ['glob'],
  mcp_servers: [],
  model: 'm',
  permission_mode: 'default',
  slash_commands: ['stats'],
  qwen_code_version: '1',
  agents: [],
};

const RUN: AgentEvent[] = [
  events.start(),
  events.content('Looking.'),
  events.callRequest('1', 'glob', { pattern: '*' }),
  events.finished(100, 10, 40),
  events.callStart('1', 'glob', { pattern: '*' }),
  events.callEnd('1', 'not allowed', 'permission_denied'),
  events.start(2),
  events.content('Nothing '),
  events.content('found.'),
  events.finished(200, 20),
  events.turnEnd('completed'),
];

interface Printed {
  out: string;
  err: string;
}

function play(
  all: AgentEvent[],
  create: (to: { writeOut(text: string): void; writeError(text: string): void }) => HeadlessOutput,
): Printed {
  const printed: Printed = { out: '', err: '' };
  const output = create({
    writeOut: (text) => (printed.out += text),
    writeError: (text) => (printed.err += text),
  });
  const outcome = new RunOutcome();
  let time = 0;
  const metrics = new SessionMetrics(
    () => 'm',
    () => (time += 100),
  );
  output.start(FACTS);
  for (const event of all) {
    metrics.add(event);
    outcome.add(event);
    output.event(event);
  }
  output.end({ text: outcome.finalText, error: outcome.error, durationMs: 1234.4, metrics });
  return printed;
}

const json = (format: 'json' | 'stream-json', all = RUN): Printed =>
  play(
    all,
    (to) => new JsonOutput({ format, sessionId: () => 's', model: () => 'm', includePartialMessages: false, ...to }),
  );
const text = (all: AgentEvent[], atTerminal: boolean): Printed =>
  play(all, (to) => new TextOutput({ streams: atTerminal, showsProgress: atTerminal, ...to }));

describe('JsonOutput', () => {
  it('prints one list that begins with the session and ends with the result', () => {
    const { out, err } = json('json');
    const messages = JSON.parse(out) as Array<Record<string, unknown>>;
    expect(out.match(/\n/g)).toHaveLength(1);
    expect(messages.map(({ type }) => type)).toEqual([
      'system',
      'assistant',
      'assistant',
      'user',
      'assistant',
      'result',
    ]);
    expect(messages[0]).toMatchObject({ subtype: 'init', session_id: 's', ...FACTS });
    expect(messages.at(-1)).toEqual({
      type: 'result',
      subtype: 'success',
      uuid: expect.any(String) as string,
      session_id: 's',
      is_error: false,
      duration_ms: 1234,
      duration_api_ms: 200,
      num_turns: 2,
      result: 'Nothing found.',
      usage: { input_tokens: 300, output_tokens: 30, cache_read_input_tokens: 40, total_tokens: 330 },
      permission_denials: [{ tool_name: 'glob', tool_use_id: '1', tool_input: { pattern: '*' } }],
      stats: expect.objectContaining({
        models: {
          m: {
            api: { totalRequests: 2, totalErrors: 0, totalLatencyMs: 200 },
            tokens: { prompt: 300, candidates: 30, total: 330, cached: 40, thoughts: 0 },
          },
        },
        tools: {
          totalCalls: 1,
          totalSuccess: 0,
          totalFail: 1,
          totalDurationMs: 100,
          byName: { glob: { count: 1, success: 0, fail: 1, durationMs: 100 } },
        },
      }) as object,
    });
    expect(err).toBe('');
  });

  it('prints one object a line as they come', () => {
    const lines = json('stream-json').out.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      'system',
      'assistant',
      'assistant',
      'user',
      'assistant',
      'result',
    ]);
    expect(lines.at(-1)).not.toContain('stats');
  });

  it('ends a failed run with an error result and one error line', () => {
    const { out, err } = json('stream-json', [
      events.start(),
      events.error('bad key', 'auth'),
      events.turnEnd('error'),
    ]);
    const result = JSON.parse(out.trimEnd().split('\n').at(-1)!) as object;
    expect(result).toMatchObject({ subtype: 'error_during_execution', is_error: true, error: { message: 'bad key' } });
    expect(result).not.toHaveProperty('result');
    expect(JSON.parse(err)).toEqual({ error: { type: 'FatalAuthenticationError', message: 'bad key', code: 41 } });
  });
});

describe('TextOutput', () => {
  it('gives a program the final answer alone', () => {
    expect(text(RUN, false)).toEqual({ out: 'Nothing found.\n', err: '' });
  });

  it('gives a person all text as it comes, and the calls on standard error', () => {
    expect(text(RUN, true)).toEqual({
      out: 'Looking.\nNothing found.\n',
      err: '● glob does it\n  failed: not allowed\n',
    });
  });

  it('does not end a line twice', () => {
    const run = [events.start(), events.content('done\n'), events.finished(), events.turnEnd('completed')];
    expect(text(run, false).out).toBe('done\n');
    expect(text(run, true).out).toBe('done\n');
  });

  it('says of an answer that it was cut off', () => {
    const cutOff = { ...events.finished(), value: { reason: 'MAX_TOKENS', usageMetadata: undefined } } as AgentEvent;
    const last = [events.start(2), events.content('half'), cutOff, events.turnEnd('completed')];
    expect(text(last, false)).toEqual({
      out: 'half\n',
      err: 'Warning: the answer was cut off at the output limit.\n',
    });
    expect(text([events.start(), cutOff, ...RUN], false).err).toBe('');
  });

  it('tells a program of long waits only', () => {
    const retry = (delayMs: number): AgentEvent => ({
      type: GeminiEventType.Retry,
      retryInfo: { message: 'Rate limit.', attempt: 1, maxRetries: 2, delayMs },
    });
    expect(text([events.start(), retry(2_000), ...RUN], false).err).toBe('');
    expect(text([events.start(), retry(2_000), ...RUN], true).err).toContain('… Rate limit. Trying again in 2 s.\n');
    expect(text([events.start(), retry(60_000), ...RUN], false).err).toBe('… Rate limit. Trying again in 60 s.\n');
  });

  it('prints no half answer of a failed run to a program', () => {
    const run = [events.start(), events.content('half'), events.error('lost'), events.turnEnd('error')];
    expect(text(run, false)).toEqual({ out: '', err: 'Error: lost\n' });
    expect(text(run, true)).toEqual({ out: 'half\n', err: 'Error: lost\n' });
  });
});

describe('RunOutcome', () => {
  const errorOf = (...all: AgentEvent[]): FatalError | undefined => {
    const outcome = new RunOutcome();
    for (const event of all) outcome.add(event);
    return outcome.error;
  };

  it.each([
    [errorOf(events.turnEnd('completed')), undefined],
    [errorOf(events.error('x'), events.turnEnd('error')), 1],
    [errorOf(events.error('x', 'auth'), events.turnEnd('error')), 41],
    [errorOf(events.turnEnd('max-session-turns')), 53],
    [errorOf(events.turnEnd('cancelled')), 130],
    [errorOf(), 1],
  ])('%s has the exit code %s', (error, exitCode) => expect(error?.exitCode).toBe(exitCode));

  it('forgets the text of an attempt that was made again', () => {
    const outcome = new RunOutcome();
    for (const event of [events.start(), events.content('half'), events.retry(), events.content('whole')])
      outcome.add(event);
    expect(outcome.finalText).toBe('whole');
  });
});
