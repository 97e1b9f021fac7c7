import {
  CompressionStatus,
  GeminiEventType,
  type AgentEvent,
  type ToolCallResponseInfo,
} from '@qwen-code/qwen-code-core';
import { describe, expect, it } from 'vitest';
import { pendingText } from '../markdown/pendingMarkdown.js';
import { reduceView } from './reducer.js';
import { initialViewState, type ViewState } from './viewState.js';

function play(events: AgentEvent[], from: ViewState = initialViewState(131_072)): ViewState {
  return events.reduce<ViewState>(
    (state, event, index) => reduceView(state, { type: 'agent_event', event, now: index * 1_000 }),
    from,
  );
}

function start(callId: string): AgentEvent {
  const request = { callId, name: 'read_file', args: {}, isClientInitiated: false, prompt_id: 'p' };
  return { type: 'tool_call_start', value: { request, displayName: 'ReadFile', kind: 'read', description: callId } };
}

function end(callId: string, change: Partial<ToolCallResponseInfo> = {}): AgentEvent {
  const value = { callId, responseParts: [], resultDisplay: 'text', error: undefined, errorType: undefined, ...change };
  return { type: 'tool_call_end', value };
}

const content = (value: string): AgentEvent => ({ type: GeminiEventType.Content, value });
const typesOf = (state: ViewState): string[] => state.transcript.slice().map(({ type }) => type);

describe('reduceView', () => {
  it('moves whole blocks of an answer to the transcript and keeps the rest pending', () => {
    const state = play([content('one\n\ntwo'), content(' more\n\nthree')]);
    expect(state.transcript.slice()).toMatchObject([{ type: 'assistant', text: 'one', continued: false }]);
    expect(pendingText(state.pending)).toBe('two more\n\nthree');
    const done = play([{ type: 'turn_end', reason: 'completed', steps: 1 }], state);
    expect(done.transcript.slice().map((item) => ('text' in item ? item.text : item.type))).toEqual([
      'one',
      'two more\n\nthree',
      'turn_summary',
    ]);
    expect(done.activity).toEqual({ type: 'idle' });
  });

  it('puts tool cards into the transcript in the order of the calls', () => {
    const state = play([start('a'), start('b'), end('b')]);
    expect(state.tools.map(({ callId, status }) => [callId, status])).toEqual([
      ['a', 'running'],
      ['b', 'success'],
    ]);
    const done = play([end('a', { errorType: 'execution_failed' })], state);
    expect(done.tools).toEqual([]);
    expect(done.transcript.slice()).toMatchObject([
      { type: 'tool', card: { callId: 'a', status: 'error' } },
      { type: 'tool', card: { callId: 'b', status: 'success' } },
    ]);
  });

  it('shows approvals until they are decided, and drops them when the turn ends', () => {
    const approval = {
      callId: 'a',
      toolName: 'edit',
      displayName: 'Edit',
      args: {},
      preview: { type: 'info', title: 't', detail: 'd' },
      suggestedRule: 'edit',
    } as const;
    const waiting = play([start('a'), { type: 'tool_call_awaiting_approval', value: approval }]);
    expect(waiting.approvals).toEqual([approval]);
    expect(waiting.tools[0]?.status).toBe('awaiting-approval');
    const decided = reduceView(waiting, { type: 'approval_decided', callId: 'a', now: 10_000 });
    expect(decided.approvals).toEqual([]);
    expect(decided.tools[0]).toMatchObject({ status: 'running', startedAt: 10_000 });
    expect(decided.turnStartedAt - waiting.turnStartedAt).toBe(10_000 - waiting.tools[0]!.startedAt);
    expect(play([{ type: 'turn_end', reason: 'cancelled', steps: 1 }], waiting).approvals).toEqual([]);
  });

  it('takes a command that ended badly for none that went well', () => {
    const state = play([start('a'), end('a', { exitStatus: 'exit code 3' })]);
    expect(state.transcript.slice()).toMatchObject([{ card: { status: 'error', exitStatus: 'exit code 3' } }]);
  });

  it("counts the time of a person's own command from its beginning", () => {
    const ended = play([{ type: 'turn_end', reason: 'completed', steps: 1 }]);
    const running = play([start('a')], { ...ended, turnTokens: 99 });
    expect(running).toMatchObject({ turnTokens: 0, turnStartedAt: running.tools[0]!.startedAt });
  });

  it('takes the used context from the provider, and from a compaction at once', () => {
    const usageMetadata = { promptTokenCount: 900, candidatesTokenCount: 100, totalTokenCount: 1_000 };
    const answered = play([{ type: GeminiEventType.Finished, value: { reason: 'STOP', usageMetadata } }]);
    expect(answered.context).toEqual({ usedTokens: 1_000, isEstimate: false, windowTokens: 131_072 });
    const info = { originalTokenCount: 1_000, newTokenCount: 300, compressionStatus: CompressionStatus.COMPRESSED };
    const compacted = play([{ type: GeminiEventType.ChatCompressed, value: info }], answered);
    expect(compacted.context.usedTokens).toBe(300);
    expect(typesOf(compacted)).toEqual(['compression']);
  });

  it('drops the partial answer when the request is made again', () => {
    const state = play([content('half an ans'), { type: GeminiEventType.Retry }]);
    expect(pendingText(state.pending)).toBe('');
    expect(state.transcript.slice()).toEqual([]);
    const continued = play([
      content('half'),
      { type: GeminiEventType.Retry, isContinuation: true },
      content(' and half'),
    ]);
    expect(pendingText(continued.pending)).toBe('half and half');
  });

  it('says that an answer begins anew of which a part is printed', () => {
    const state = play([content('A paragraph.\n\nAnd\nha'), { type: GeminiEventType.Retry }, content('A paragraph.')]);
    expect(state.transcript.slice()).toMatchObject([
      { type: 'assistant', text: 'A paragraph.', continued: false },
      { type: 'notice', level: 'warning', text: 'The answer broke off; it begins anew.' },
    ]);
    expect(pendingText(state.pending)).toBe('A paragraph.');
    expect(state.pendingContinues).toBe(false);
  });

  it('says what to do about a failure of the model', () => {
    const failed = (kind?: string) =>
      play([{ type: GeminiEventType.Error, value: { error: { message: 'It failed.', kind } } }]).transcript.at(0);
    expect(failed('auth')).toMatchObject({ level: 'error', text: 'It failed.\n/auth sets the key anew.' });
    expect(failed('server')).toMatchObject({ level: 'error', text: 'It failed.' });
    expect(failed()).toMatchObject({ level: 'error', text: 'It failed.' });
  });

  it('keeps only the end of live output, and nothing of it when there is a result', () => {
    const state = play([start('a'), { type: 'tool_call_output', callId: 'a', text: `${'x'.repeat(10_000)}end` }]);
    expect(play([end('a')], state).transcript.at(0)).toMatchObject({ card: { liveOutput: '', display: 'text' } });
    expect(state.tools[0]?.liveOutput).toHaveLength(4_000);
    expect(state.tools[0]?.liveOutput.endsWith('end')).toBe(true);
  });

  it('folds thoughts with the time they took', () => {
    const state = play([
      { type: GeminiEventType.Thought, value: { subject: '', description: 'hmm ' } },
      { type: GeminiEventType.Thought, value: { subject: '', description: 'yes' } },
      content('answer'),
    ]);
    expect(state.transcript.slice()).toMatchObject([{ type: 'thought', text: 'hmm yes', seconds: 2 }]);
  });

  it('shows what a sub-agent does on the card of its call', () => {
    const state = play([
      start('a'),
      { type: 'subagent', parentCallId: 'a', agentName: 'scout', event: start('inner') },
    ]);
    expect(state.tools).toHaveLength(1);
    expect(state.tools[0]?.subAgent).toEqual({ name: 'scout', calls: 1, current: 'ReadFile inner' });
  });
});
