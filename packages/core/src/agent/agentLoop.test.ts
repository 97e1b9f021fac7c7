import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { GeminiEventType, type ServerGeminiStreamEvent, type ToolCallRequestInfo } from '../core/turn.js';
import { parseToolArguments } from '../providers/toolArguments.js';
import { ChatRecordingService } from '../session/chatRecordingService.js';
import { FileReadState } from '../tools/files/fileReadState.js';
import { Workspace } from '../tools/files/workspace.js';
import type { Tool } from '../tools/tool.js';
import { ToolRegistry } from '../tools/toolRegistry.js';
import type { Content, Part } from '../types.js';
import { runAgentLoop, type LoopDependencies } from './agentLoop.js';
import type { AgentEvent, ApprovalOutcome } from './events.js';

/** A conversation whose answers are given: each entry is the list of calls of one answer. */
function conversation(answers: ToolCallRequestInfo[][], onSend?: () => void) {
  const sent: Part[][] = [];
  const added: Content[] = [];
  return {
    sent,
    added,
    async *sendMessageStream(request: Part[]): AsyncGenerator<ServerGeminiStreamEvent> {
      onSend?.();
      sent.push(request);
      const calls = answers[sent.length - 1] ?? [];
      if (calls.length === 0) yield { type: GeminiEventType.Content, value: 'done' };
      for (const value of calls) yield { type: GeminiEventType.ToolCallRequest, value };
      yield { type: GeminiEventType.Finished, value: { reason: 'STOP', usageMetadata: undefined } };
    },
    addHistory: (content: Content) => void added.push(content),
  };
}

function call(callId: string, name: string, args: Record<string, unknown> = {}): ToolCallRequestInfo {
  return { callId, name, args, isClientInitiated: false, prompt_id: 'p' };
}

function tool(name: string, kind: Tool['kind'], execute: Tool['execute']): Tool {
  return {
    name,
    displayName: name,
    kind,
    description: name,
    parametersJsonSchema: {
      type: 'object',
      properties: { n: { type: 'number' } },
      additionalProperties: false,
    },
    describe: () => name,
    execute,
  };
}

interface Setup {
  answers: ToolCallRequestInfo[][];
  tools: Tool[];
  decision?: 'allow' | 'ask' | 'deny';
  outcome?: ApprovalOutcome;
  steps?: number;
  steering?: Part[][];
  recorder?: LoopDependencies['recorder'];
  onSend?(): void;
}

async function run({ answers, tools, decision = 'allow', outcome, steps = 100, steering = [], ...setup }: Setup) {
  const client = conversation(answers, setup.onSend);
  const recorded: Part[] = [];
  let left = steps;
  const dependencies: LoopDependencies = {
    client,
    recorder: setup.recorder ?? {
      recordUserMessage: (parts) => void recorded.push(...parts),
      recordMidTurnUserMessage: (parts) => void recorded.push(...parts),
      recordToolResult: (parts) => void recorded.push(...parts),
      flush: async () => undefined,
    },
    tools: {
      registry: new ToolRegistry(tools),
      permissions: {
        decide: async () => ({ decision }),
        suggestRule: async () => 'rule',
        allowForSession: () => undefined,
        allowAlways: async () => undefined,
      },
      context: {
        workspace: new Workspace(tmpdir()),
        readState: new FileReadState(),
        spillDirectory: path.join(tmpdir(), 'agent-loop-test'),
      },
    },
    contextWindow: () => 131_072,
    maxOutputCharacters: 25_000,
    takeStep: () => left-- > 0,
    takeSteeringMessages: () => steering.shift() ?? [],
  };
  const controller = new AbortController();
  const events: AgentEvent[] = [];
  const stream = runAgentLoop([{ text: 'hello' }], dependencies, {
    promptId: 'p',
    signal: controller.signal,
    requestApproval: async () => outcome ?? { decision: 'deny' },
  });
  for await (const event of stream) events.push(event);
  return { client, events, recorded };
}

function responsesOf(parts: Part[] | undefined): unknown[] {
  return (parts ?? []).map((part) => part.functionResponse?.response);
}

describe('runAgentLoop', () => {
  it('has written what was said and done before the model is asked', async () => {
    const cwd = mkdtempSync(path.join(tmpdir(), 'qwen-loop-'));
    const filePath = path.join(cwd, 'session.jsonl');
    const recorder = new ChatRecordingService({ sessionId: randomUUID(), filePath, cwd, version: '1' });
    const written: string[] = [];
    try {
      await run({
        answers: [[call('1', 'read')]],
        tools: [tool('read', 'read', async () => ({ output: 'the result' }))],
        recorder,
        onSend: () => void written.push(readFileSync(filePath, 'utf8')),
      });
      expect(written).toHaveLength(2);
      expect(written[0]).toContain('hello');
      expect(written[1]).toContain('the result');
    } finally {
      await recorder.close();
      rmSync(cwd, { recursive: true });
    }
  });

  it('hands results back in the order of the calls although read-only calls run side by side', async () => {
    let release = (): void => undefined;
    const second = new Promise<void>((resolve) => (release = resolve));
    const first = tool('first', 'read', async () => {
      await second;
      return { output: 'one' };
    });
    const other = tool('other', 'read', async () => {
      release();
      return { output: 'two' };
    });
    const { client, events } = await run({
      answers: [[call('1', 'first'), call('2', 'other')]],
      tools: [first, other],
    });
    expect(client.sent[1]?.map((part) => part.functionResponse?.id)).toEqual(['1', '2']);
    const ends = events.flatMap((event) => (event.type === 'tool_call_end' ? [event.value.callId] : []));
    expect(ends).toEqual(['2', '1']);
    expect(events.at(-1)).toEqual({ type: 'turn_end', reason: 'completed', steps: 2 });
  });

  it('runs calls that change something one after the other', async () => {
    const log: string[] = [];
    const writer = tool('writer', 'edit', async (_args, context) => {
      log.push(`start ${context.callId}`);
      await Promise.resolve();
      log.push(`end ${context.callId}`);
      return { output: 'ok' };
    });
    await run({ answers: [[call('1', 'writer'), call('2', 'writer')]], tools: [writer] });
    expect(log).toEqual(['start 1', 'end 1', 'start 2', 'end 2']);
  });

  it('answers an unknown tool, bad arguments and a throwing tool with errors, and goes on', async () => {
    const broken = tool('broken', 'read', async () => {
      throw new Error('disk on fire');
    });
    const { client } = await run({
      answers: [[call('1', 'nope'), call('2', 'broken', { x: 1 }), call('3', 'broken', { n: '7' })]],
      tools: [broken],
    });
    expect(responsesOf(client.sent[1])).toEqual([
      { error: 'There is no tool named "nope". The tools are: broken.' },
      { error: 'Invalid arguments for broken: "x" is not a parameter.' },
      { error: 'broken failed: disk on fire' },
    ]);
  });

  it('shows the model its arguments when they are no JSON', async () => {
    const echo = tool('echo', 'read', async () => ({ output: 'ran' }));
    const args = parseToolArguments('{"n": [1, 2');
    const { client } = await run({ answers: [[call('1', 'echo', args)]], tools: [echo] });
    expect(responsesOf(client.sent[1])).toEqual([{ error: expect.stringContaining('{"n": [1, 2') }]);
  });

  it('converts scalars of the wrong type', async () => {
    const echo = tool('echo', 'read', async (args) => ({ output: `${typeof args['n']}` }));
    const { client } = await run({ answers: [[call('1', 'echo', { n: '7' })]], tools: [echo] });
    expect(responsesOf(client.sent[1])).toEqual([{ output: 'number' }]);
  });

  it('tells the model why a call was denied', async () => {
    const echo = tool('echo', 'execute', async () => ({ output: 'ran' }));
    const { client } = await run({
      answers: [[call('1', 'echo')]],
      tools: [echo],
      decision: 'ask',
      outcome: { decision: 'deny', reason: 'use make' },
    });
    expect(responsesOf(client.sent[1])).toEqual([{ error: 'The user declined this call of echo. Reason: use make' }]);
  });

  it('gives every call a response when the user stops the turn, and makes no further request', async () => {
    const echo = tool('echo', 'execute', async () => ({ output: 'ran' }));
    const { client, events, recorded } = await run({
      answers: [[call('1', 'echo'), call('2', 'echo')]],
      tools: [echo],
      decision: 'ask',
      outcome: { decision: 'cancel' },
    });
    expect(client.sent).toHaveLength(1);
    expect(client.added[0]?.parts?.map((part) => part.functionResponse?.id)).toEqual(['1', '2']);
    expect(recorded.filter((part) => part.functionResponse)).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ type: 'turn_end', reason: 'cancelled' });
  });

  it('sends what the user said meanwhile together with the results', async () => {
    const echo = tool('echo', 'read', async () => ({ output: 'ran' }));
    const { client, recorded } = await run({
      answers: [[call('1', 'echo')]],
      tools: [echo],
      steering: [[{ text: 'also do Y' }]],
    });
    expect(client.sent[1]?.at(-1)).toEqual({ text: 'also do Y' });
    expect(recorded.at(-1)).toEqual({ text: 'also do Y' });
  });

  it('stops at the limit of requests and keeps the results in the conversation', async () => {
    const echo = tool('echo', 'read', async () => ({ output: 'ran' }));
    const { client, events } = await run({
      answers: [[call('1', 'echo')], [call('2', 'echo')]],
      tools: [echo],
      steps: 1,
    });
    expect(client.sent).toHaveLength(1);
    expect(client.added).toHaveLength(1);
    expect(events.at(-1)).toEqual({ type: 'turn_end', reason: 'max-session-turns', steps: 1 });
  });
});
