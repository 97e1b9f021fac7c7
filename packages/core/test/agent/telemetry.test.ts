import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { script } from '@qwen-code/model-simulator';
import { AgentSession, runPrompt } from './agentSession.js';

let session: AgentSession;
afterEach(() => session.close());

const outfile = (): string => path.join(session.home, 'events.jsonl');
const told = (): Array<Record<string, unknown>> =>
  readFileSync(outfile(), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('tells of requests, answers, failures and calls, without what the calls say', async () => {
  session = await AgentSession.start('openai', { faults: [{ on: 3, fault: { type: 'status', status: 401 } }] });
  const file = session.write('secret.txt', 'hello\n');
  session.simulator.respond = script([
    { toolCalls: [{ name: 'read_file', args: { file_path: file } }] },
    { toolCalls: [{ name: 'no_such_tool' }] },
    { text: 'It says hello.' },
  ]);
  const agent = await session.agent(session.config({ telemetry: { enabled: true, outfile: outfile() } }));
  await runPrompt(agent, 'Read it.', { promptId: 'first' });
  await runPrompt(agent, 'Again.', { promptId: 'second' });
  await agent.dispose();

  const { usage } = session.simulator.requests[0]!.response;
  const request = { 'event.name': 'qwen-code.api_request', model: 'qwen3-coder-plus', prompt_id: 'first' };
  const response = { ...request, 'event.name': 'qwen-code.api_response', duration_ms: expect.any(Number) as number };
  const call = { 'event.name': 'qwen-code.tool_call', prompt_id: 'first' };
  expect(told()).toMatchObject([
    request,
    { ...response, input_token_count: usage!.prompt, output_token_count: usage!.output },
    { ...call, function_name: 'read_file', success: true },
    request,
    response,
    { ...call, function_name: 'no_such_tool', success: false, error_type: 'tool_not_registered' },
    request,
    response,
    { ...request, prompt_id: 'second' },
    { 'event.name': 'qwen-code.api_error', prompt_id: 'second', error_type: 'auth', status_code: 401 },
  ]);
  expect(readFileSync(outfile(), 'utf8')).not.toContain('secret.txt');
});

it('tells of each request once when a session takes over the model of another', async () => {
  session = await AgentSession.start('openai', { respond: () => ({ text: 'Hello.' }) });
  const telemetry = { enabled: true, outfile: outfile() };
  const first = session.config({ telemetry });
  const second = session.config({ telemetry, contentGenerator: first.getContentGenerator() });
  const agent = await session.agent(second);
  await runPrompt(agent, 'Hi.');
  await agent.dispose();
  const [request, response, ...others] = told();
  expect([request!['event.name'], response!['event.name']]).toEqual([
    'qwen-code.api_request',
    'qwen-code.api_response',
  ]);
  expect(request!['session.id']).toBe(second.getSessionId());
  expect(others).toEqual([]);
});
