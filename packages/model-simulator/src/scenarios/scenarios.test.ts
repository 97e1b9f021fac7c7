import { describe, expect, it } from 'vitest';
import {
  demo,
  echo,
  script,
  summaryOr,
  toolLoop,
  type SimulatedReply,
  type SimulatedRequest,
  type SummaryDefect,
} from '../index.js';

function requestOf(fields: Partial<SimulatedRequest> = {}): SimulatedRequest {
  return {
    dialect: 'openai',
    model: 'm',
    stream: false,
    systemBlocks: [],
    messages: [],
    tools: [],
    toolChoice: 'auto',
    index: 0,
    system: '',
    lastUserText: 'hello',
    toolResults: [],
    promptTokens: 100,
    cachedTokens: 0,
    body: {},
    headers: {},
    signal: new AbortController().signal,
    ...fields,
  };
}

const summaryRequest = requestOf({ system: 'Write one <state_snapshot>.' });

describe('scenarios', () => {
  it('echo repeats the user', () => {
    expect(echo(requestOf())).toEqual({ text: 'hello' });
  });

  it('script gives its replies in turn and then fails', () => {
    const scenario = script([{ text: 'a' }, ({ lastUserText }) => ({ text: `${lastUserText}!` })]);
    expect([scenario(requestOf()), scenario(requestOf())]).toEqual([{ text: 'a' }, { text: 'hello!' }]);
    expect(() => scenario(requestOf())).toThrow('the script has 2 replies, this is request number 3');
  });

  it('toolLoop reads the files in turn, then answers', () => {
    const scenario = toolLoop({ files: ['/a', '/b', '/c'], callsPerRound: 2, rounds: 3, finalText: 'end' });
    const replies = [0, 1, 2, 3].map((round) => scenario(requestOf({ body: { round } })) as SimulatedReply);
    expect(
      replies.map(({ toolCalls }) => toolCalls?.map(({ args }) => (args as { file_path: string }).file_path)),
    ).toEqual([['/a', '/b'], ['/c', '/a'], ['/b', '/c'], undefined]);
    expect(replies[3]).toEqual({ text: 'end' });
  });

  it('toolLoop repeats a round for a request that is sent again', () => {
    const scenario = toolLoop({ files: ['/a', '/b'] });
    const first = scenario(requestOf({ body: { step: 1 } }));
    expect(scenario(requestOf({ body: { step: 1 } }))).toBe(first);
    expect(scenario(requestOf({ body: { step: 2 } }))).not.toEqual(first);
  });

  it('summaryOr tells compaction requests from others', () => {
    const scenario = summaryOr(() => ({ text: 'normal' }), { words: 5 });
    const directive = {
      role: 'user' as const,
      parts: [{ type: 'text' as const, text: 'Write a <state_snapshot> now.' }],
    };
    const isSummary = (request: SimulatedRequest): boolean =>
      (scenario(request) as SimulatedReply).text?.startsWith('<state_snapshot>') ?? false;
    expect(isSummary(summaryRequest)).toBe(true);
    expect(isSummary(requestOf({ messages: [directive] }))).toBe(true);
    expect(isSummary(requestOf())).toBe(false);
    const afterwards = [directive, { role: 'user' as const, parts: [{ type: 'text' as const, text: 'next' }] }];
    expect(isSummary(requestOf({ messages: afterwards }))).toBe(false);
    expect((scenario(summaryRequest) as SimulatedReply).text).toContain('fact5');
  });

  it.each<[SummaryDefect, Partial<SimulatedReply>]>([
    ['empty', { text: '' }],
    ['whitespace', { text: expect.stringMatching(/^\s+$/) as string }],
    ['truncated', { finishReason: 'length', text: expect.not.stringContaining('</state_snapshot>') as string }],
    ['tool-calls', { toolCalls: [{ name: 'read_file', args: { file_path: '/etc/hostname' } }] }],
    ['tool-syntax', { text: expect.stringContaining('<tool_call>') as string }],
    ['thoughts-only', { thoughts: expect.stringContaining('<state_snapshot>') as string }],
    ['not-a-summary', { text: expect.not.stringContaining('state_snapshot') as string }],
  ])('summaryOr can be %s', (defect, expected) => {
    expect(summaryOr(echo, { defect })(summaryRequest)).toMatchObject(expected);
  });

  it('summaryOr can be inflated, or go wrong by number', () => {
    const inflated = summaryOr(echo, { defect: 'inflated' })(summaryRequest) as SimulatedReply;
    expect(inflated.text?.split(' ').length).toBeGreaterThan(summaryRequest.promptTokens);
    const once = summaryOr(echo, { defect: (count) => (count === 0 ? 'empty' : undefined), reply: { thoughts: 'hm' } });
    expect(once(summaryRequest)).toEqual({ thoughts: 'hm', text: '' });
    expect((once(summaryRequest) as SimulatedReply).text).not.toBe('');
  });

  it.each([
    ['with ids', 'c1', 'c2'],
    ['without, as Gemini sends them', undefined, undefined],
  ])('demo pairs calls and results %s', (_name, first, second) => {
    const list = { type: 'tool-call' as const, name: 'list_directory', args: { path: '/p' }, argumentsText: '' };
    const read = {
      type: 'tool-call' as const,
      name: 'read_file',
      args: { file_path: '/p/README.md' },
      argumentsText: '',
    };
    const result = (id: string | undefined, output: string) => ({
      type: 'tool-result' as const,
      id,
      name: id === undefined ? (output === '# Kite' ? 'read_file' : 'list_directory') : undefined,
      output,
      isError: false,
      media: [],
    });
    const reply = demo(
      requestOf({
        system: 'Working directory: /p',
        tools: [{ name: 'list_directory' }, { name: 'read_file' }],
        messages: [
          { role: 'user', parts: [{ type: 'text', text: 'List the files here. Read README.md' }] },
          { role: 'assistant', parts: [{ ...list, id: first }] },
          { role: 'user', parts: [result(first, 'README.md')] },
          { role: 'assistant', parts: [{ ...read, id: second }] },
          { role: 'user', parts: [result(second, '# Kite')] },
        ],
      }),
    ) as SimulatedReply;
    expect(reply.toolCalls).toBeUndefined();
    expect(reply.text).toMatch(/- README\.md: introduction[\s\S]*Title: Kite/);
  });

  it('demo says that a refused change was not made, where only the text tells of the refusal', () => {
    const args = { file_path: '/p/notes.txt', content: 'hello\n' };
    const output = 'The user declined this call of write_file. Reason: not now';
    const reply = demo(
      requestOf({
        system: 'Working directory: /p',
        tools: [{ name: 'write_file' }],
        messages: [
          { role: 'user', parts: [{ type: 'text', text: 'Create file notes.txt with "hello"' }] },
          { role: 'assistant', parts: [{ type: 'tool-call', id: 'c1', name: 'write_file', args, argumentsText: '' }] },
          { role: 'user', parts: [{ type: 'tool-result', id: 'c1', output, isError: false, media: [] }] },
        ],
      }),
    ) as SimulatedReply;
    expect(reply.text).toContain(`Not done, \`write_file\` did not succeed: ${output}`);
    expect(reply.text).not.toContain('Wrote');
  });
});
