/** Replies that wait, and clients that leave. */
import { describe, expect, it } from 'vitest';
import { gate, postOpenAi, start } from '../testServer.js';

const hello = { messages: [{ role: 'user', content: 'hello' }] };

describe('replies that wait', () => {
  it('hold the first byte until they are let go', async () => {
    const release = gate();
    const simulator = await start({ respond: () => ({ text: 'late', hold: release.promise }) });
    const events: string[] = [];
    const answer = postOpenAi(simulator, hello).then(() => events.push('answer'));
    await simulator.log.waitForRequests(1);
    events.push('released');
    release.resolve();
    await answer;
    expect(events).toEqual(['released', 'answer']);
  });

  it('hold a stream in the middle', async () => {
    const release = gate();
    const simulator = await start({
      respond: () => ({ text: 'abcdef', holdMidStream: { afterEvents: 2, until: release.promise } }),
      streamCharacters: 3,
    });
    const reader = (await postOpenAi(simulator, { ...hello, stream: true })).body?.getReader();
    let text = '';
    while (!text.includes('"abc"')) text += Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(text).not.toContain('"def"');
    release.resolve();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
      text += Buffer.from(next.value).toString();
    expect(text).toContain('"def"');
    expect(text).toContain('[DONE]');
  });

  it('send their events one after the other', async () => {
    const simulator = await start({
      respond: () => ({ text: 'x'.repeat(50), eventIntervalMs: 4 }),
      streamCharacters: 1,
    });
    const started = performance.now();
    const answer = await postOpenAi(simulator, { ...hello, stream: true });
    expect((await answer.text()).match(/"content":"x"/g)).toHaveLength(50);
    expect(performance.now() - started).toBeGreaterThanOrEqual(4 * 50);
  });

  it('tell the scenario when the client leaves', async () => {
    const left = gate();
    const simulator = await start({
      respond: ({ signal }) => {
        signal.addEventListener('abort', () => left.resolve());
        return { text: 'x', hold: new Promise(() => {}) };
      },
    });
    const controller = new AbortController();
    const request = fetch(`${simulator.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', ...hello }),
      signal: controller.signal,
    });
    await simulator.log.waitForRequests(1);
    controller.abort();
    await expect(request).rejects.toThrow();
    await left.promise;
    expect(simulator.requests[0]?.response.complete).toBe(false);
  });

  it('take time for every token that is not cached', async () => {
    const simulator = await start({ prefillMsPerToken: 0.5 });
    const messages = [{ role: 'user', content: 'word '.repeat(400) }];
    const timed = async (): Promise<number> => {
      const started = performance.now();
      await postOpenAi(simulator, { messages });
      return performance.now() - started;
    };
    expect(await timed()).toBeGreaterThanOrEqual(199);
    expect(simulator.requests[0]?.promptTokens).toBeGreaterThan(400);
    await timed();
    expect(simulator.requests[1]?.cachedTokens).toBe(simulator.requests[1]?.promptTokens);
  });

  it('close at once although a client waits', async () => {
    const simulator = await start({ respond: () => ({ hold: new Promise(() => {}) }) });
    const request = postOpenAi(simulator, hello);
    await simulator.log.waitForRequests(1);
    await simulator.close();
    await expect(request).rejects.toThrow();
    await simulator.close();
  });
});
