import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { script, type SimulatedRequest } from '@qwen-code/model-simulator';
import { CompressionStatus, type Agent, type AgentEvent, type ApprovalOutcome } from '../../src/index.js';
import { AgentSession, DIALECTS, answerOf, runPrompt, type Dialect } from './agentSession.js';

let session: AgentSession;
afterEach(() => session.close());

const typesOf = (events: AgentEvent[]): string[] => events.map(({ type }) => type);
const resultsOf = (request: SimulatedRequest): string[] => request.toolResults.map(({ output }) => output);

describe.each(DIALECTS)('an agent on the %s dialect', (dialect: Dialect) => {
  it('reads, edits and answers, and its live history is what a resume projects', async () => {
    session = await AgentSession.start(dialect, {});
    const file = session.write('greeting.txt', 'hello world\n');
    session.simulator.respond = script([
      { toolCalls: [{ name: 'read_file', args: { file_path: file } }] },
      { toolCalls: [{ name: 'edit', args: { file_path: file, old_string: 'world', new_string: 'moon' } }] },
      { text: 'Changed the greeting.' },
    ]);
    const config = session.config();
    const agent = await session.agent(config);
    const events = await runPrompt(agent, 'Greet the moon.');
    expect(answerOf(events)).toBe('Changed the greeting.');
    expect(events.at(-1)).toEqual({ type: 'turn_end', reason: 'completed', steps: 3 });
    expect(readFileSync(file, 'utf8')).toBe('hello moon\n');
    expect(session.simulator.violations()).toEqual([]);

    const live = agent.client.getHistory();
    await agent.dispose();
    const resumed = await session.resume(config.getSessionId());
    expect(resumed.agent.client.getHistory()).toEqual(live);
  });

  it('sends every request with the earlier one as its beginning', async () => {
    session = await AgentSession.start(dialect, {});
    const file = session.write('a.txt', 'text '.repeat(200));
    const call = { toolCalls: [{ name: 'read_file', args: { file_path: file } }] };
    session.simulator.respond = script([call, call, { text: 'one' }, call, { text: 'two' }]);
    const agent = await session.agent();
    await runPrompt(agent, 'First.');
    await runPrompt(agent, 'Second.');
    const [first, ...later] = session.simulator.requests;
    let previous = first!;
    for (const request of later) {
      expect(request.cachedTokens).toBeGreaterThan(previous.promptTokens * 0.9);
      previous = request;
    }
  });

  it('runs a sub-agent in its own context, and only its report comes back', async () => {
    session = await AgentSession.start(dialect, {
      respond: ({ lastUserText, toolResults }) => {
        if (toolResults.length > 0) return { text: `Parent heard: ${toolResults[0]!.output}` };
        if (lastUserText.includes('Find the answer')) return { text: 'The answer is 42.' };
        return { toolCalls: [{ name: 'agent', args: { description: 'find it', prompt: 'Find the answer' } }] };
      },
    });
    const agent = await session.agent();
    const events = await runPrompt(agent, 'Delegate.');
    expect(answerOf(events)).toBe('Parent heard: The answer is 42.');
    const inner = events.filter((event) => event.type === 'subagent');
    expect(typesOf(inner.map(({ event }) => event))).toContain('turn_end');
    const child = session.simulator.requests[1]!;
    expect(child.content?.tools.map(({ name }) => name)).not.toContain('agent');
    expect(child.content?.messages).toHaveLength(1);
  });

  it('delivers the report of a background agent once, before it ends', async () => {
    let finish = (): void => undefined;
    const hold = new Promise<void>((resolve) => (finish = resolve));
    session = await AgentSession.start(dialect, {
      respond: ({ lastUserText, toolResults }) => {
        if (lastUserText.includes('<agent_report')) return { text: 'Got the report.' };
        if (lastUserText.includes('Long search')) return { text: 'Found it.', hold };
        if (toolResults.length > 0) {
          finish();
          return { text: 'It runs.' };
        }
        const args = { description: 'search', prompt: 'Long search', run_in_background: true };
        return { toolCalls: [{ name: 'agent', args }] };
      },
    });
    const agent = await session.agent();
    const events = await runPrompt(agent, 'Search in the background.');
    expect(answerOf(events)).toBe('It runs.Got the report.');
    const reports = agent.client
      .getHistory()
      .filter(({ parts }) => parts?.some(({ text }) => text?.includes('<agent_report')));
    expect(reports).toHaveLength(1);
    expect(reports[0]?.parts?.[0]?.text).toContain('Found it.');
  });

  it('denies what needs approval when nobody approves, and tells the model', async () => {
    session = await AgentSession.start(dialect, {});
    session.simulator.respond = script([
      { toolCalls: [{ name: 'run_shell_command', args: { command: 'touch made' } }] },
      ({ toolResults }) => ({ text: toolResults[0]!.output }),
    ]);
    const agent = await session.agent(session.config({ approvalMode: 'default' }));
    const events = await runPrompt(agent, 'Touch.', {
      requestApproval: async () => ({ decision: 'deny', reason: 'not today' }),
    });
    expect(answerOf(events)).toContain('not today');
    expect(typesOf(events)).toContain('tool_call_awaiting_approval');
  });

  it('stops within a tool when the user aborts, and the next prompt is accepted', async () => {
    session = await AgentSession.start(dialect, {});
    session.simulator.respond = script([
      { toolCalls: [{ name: 'run_shell_command', args: { command: 'tail -f /dev/null' } }] },
      { text: 'Still here.' },
    ]);
    const agent = await session.agent();
    const controller = new AbortController();
    const stopped: AgentEvent[] = [];
    const stream = agent.run('Wait.', {
      signal: controller.signal,
      requestApproval: async () => ({ decision: 'deny' }),
    });
    for await (const event of stream) {
      stopped.push(event);
      if (event.type === 'tool_call_start') controller.abort();
    }
    expect(stopped.at(-1)).toMatchObject({ type: 'turn_end', reason: 'cancelled' });
    expect(answerOf(await runPrompt(agent, 'Are you there?'))).toBe('Still here.');
    expect(session.simulator.violations()).toEqual([]);
  });

  it('compacts by hand and goes on', async () => {
    session = await AgentSession.start(dialect, {
      respond: ({ system }) =>
        system.includes('state_snapshot')
          ? { text: '<state_snapshot>all of it</state_snapshot>' }
          : { text: 'word '.repeat(2_000) },
    });
    const config = session.config();
    const agent = await session.agent(config);
    for (const prompt of ['One.', 'Two.', 'Three.', 'Four.']) await runPrompt(agent, prompt);
    const info = await agent.compress();
    expect(info.compressionStatus).toBe(CompressionStatus.COMPRESSED);
    expect(info.newTokenCount).toBeLessThan(info.originalTokenCount);
    await runPrompt(agent, 'Five.');
    const last = session.simulator.requests.at(-1)!;
    expect(JSON.stringify(last.content?.messages)).toContain('all of it');
    expect(session.simulator.violations()).toEqual([]);

    const live = agent.client.getHistory();
    await agent.dispose();
    const resumed = await session.resume(config.getSessionId());
    expect(resumed.agent.client.getHistory()).toEqual(live);
  });

  it('sends what the user says meanwhile with the results, and a resume has it at the same place', async () => {
    session = await AgentSession.start(dialect, {});
    const file = session.write('a.txt', 'text\n');
    session.simulator.respond = script([
      { toolCalls: [{ name: 'read_file', args: { file_path: file } }] },
      ({ lastUserText }) => ({ text: `Heard: ${lastUserText}` }),
    ]);
    const config = session.config();
    const agent = await session.agent(config);
    const stream = agent.run('Read it.', {
      signal: new AbortController().signal,
      requestApproval: async () => ({ decision: 'deny' }),
    });
    const events: AgentEvent[] = [];
    for await (const event of stream) {
      events.push(event);
      if (event.type === 'tool_call_start') agent.steer('And be brief.');
    }
    expect(answerOf(events)).toContain('And be brief.');
    const live = agent.client.getHistory();
    await agent.dispose();
    expect((await session.resume(config.getSessionId())).agent.client.getHistory()).toEqual(live);
  });

  it('plans without changing anything in plan mode, and works once the plan is approved', async () => {
    session = await AgentSession.start(dialect, {});
    const file = path.join(session.project, 'made.txt');
    const write = { toolCalls: [{ name: 'write_file', args: { file_path: file, content: 'made' } }] };
    const refusals: string[] = [];
    session.simulator.respond = script([
      write,
      (request) => {
        refusals.push(...resultsOf(request));
        return { toolCalls: [{ name: 'exit_plan_mode', args: { plan: '# Write the file' } }] };
      },
      write,
      { text: 'Done.' },
    ]);
    const config = session.config({ approvalMode: 'plan' });
    const events = await runPrompt(await session.agent(config), 'Make the file.', {
      requestApproval: async () => ({ decision: 'allow-once' }),
    });
    expect(answerOf(events)).toBe('Done.');
    expect(refusals[0]).toContain('plan mode');
    expect(readFileSync(file, 'utf8')).toBe('made');
    expect(config.getApprovalMode()).toBe('default');
    expect(session.simulator.requests[0]!.bodyText).toContain('Plan mode is on');
  });

  it('hands parallel results back in call order', async () => {
    session = await AgentSession.start(dialect, {});
    const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => session.write(name, `content of ${name}\n`));
    session.simulator.respond = script([
      { toolCalls: files.map((file_path) => ({ name: 'read_file', args: { file_path } })) },
      (request) => ({ text: resultsOf(request).join('|') }),
    ]);
    const answer = answerOf(await runPrompt(await session.agent(), 'Read all.'));
    expect(answer.match(/content of \w/g)).toEqual(['content of a', 'content of b', 'content of c']);
  });
});

it('tells Stop hooks what the model said last, without its thoughts', async () => {
  session = await AgentSession.start('openai', { respond: () => ({ thoughts: 'Hm.', text: 'All done.' }) });
  const log = path.join(session.home, 'stop.json');
  const hooks = { Stop: [{ hooks: [{ type: 'command' as const, command: `cat > "${log}"` }] }] };
  await runPrompt(await session.agent(session.config({ hooks })), 'Do it.');
  expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({ last_assistant_message: 'All done.' });
});

describe('a call that no model asked for', () => {
  const runTool = async (agent: Agent, command: string, approval?: ApprovalOutcome) => {
    const events: AgentEvent[] = [];
    const asked: string[] = [];
    const running = agent.runTool(
      'run_shell_command',
      { command },
      {
        signal: new AbortController().signal,
        requestApproval: async ({ suggestedRule }) => {
          asked.push(suggestedRule);
          return approval ?? { decision: 'deny' };
        },
      },
    );
    for (;;) {
      const { done, value } = await running.next();
      if (done) return { response: value, types: typesOf(events), asked };
      events.push(value);
    }
  };

  it('runs by the rules of the others, and the conversation is not told', async () => {
    session = await AgentSession.start('openai', {});
    const config = session.config({ approvalMode: 'default', permissions: { deny: ['Bash(touch never)'] } });
    const agent = await session.agent(config);
    const read = await runTool(agent, 'echo hello');
    expect(read).toMatchObject({ response: { resultDisplay: 'hello' }, asked: [] });
    expect(read.types).toEqual(['tool_call_request', 'tool_call_start', 'tool_call_end']);
    const refused = await runTool(agent, 'touch made');
    expect(refused.response.errorType).toBe('permission_denied');
    expect(refused.asked).toEqual(['run_shell_command(touch)']);
    const allowed = await runTool(agent, 'touch made && exit 3', { decision: 'allow-session' });
    expect(allowed.response).toMatchObject({ exitStatus: 'exit code 3', errorType: undefined });
    expect(await runTool(agent, 'touch never')).toMatchObject({
      response: { errorType: 'permission_denied' },
      asked: [],
    });
    expect(agent.client.getHistory()).toEqual([]);
    expect(session.simulator.requests).toEqual([]);
  });
});
