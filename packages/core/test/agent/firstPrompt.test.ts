import { afterEach, describe, expect, it } from 'vitest';
import { AgentSession, runPrompt } from './agentSession.js';

let session: AgentSession;
afterEach(() => session.close());

/** Tokens (o200k) that the system instruction and all built-in tools may take together. */
const BUDGET = 4_000;

describe('the first prompt', () => {
  it('is the one of the golden file, and within its budget', async () => {
    session = await AgentSession.start('openai', {});
    await runPrompt(await session.agent(session.config({ date: '2026-01-31' })), 'hello');
    const [request] = session.simulator.requests;
    const { systemBlocks, tools } = request!.content!;
    const names = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
    const text = [
      ...systemBlocks.map(({ text: block }) => block),
      ...names.map((tool) => JSON.stringify(tool, null, 2)),
    ].join('\n\n');
    const portable = text
      .replaceAll(session.project, '/project')
      .replace(`Platform: ${process.platform}`, 'Platform: linux');
    await expect(`${portable}\n`).toMatchFileSnapshot('firstPrompt.golden.txt');
    expect(request!.promptTokens).toBeLessThanOrEqual(BUDGET);
  });
});
