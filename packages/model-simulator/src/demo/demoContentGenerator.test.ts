import { describe, expect, it } from 'vitest';
import { createDemoContentGenerator } from './index.js';
import { requestOf } from './testConversation.js';

const hello = requestOf([{ role: 'user', parts: [{ text: 'hello' }] }]);

describe('the demo model as a content generator', () => {
  it('streams the same text that it gives whole, and ends with a finish reason and an estimate of usage', async () => {
    const generator = createDemoContentGenerator();
    const whole = await generator.generateContent(hello, 'p');
    const chunks = [];
    for await (const chunk of await generator.generateContentStream(hello, 'p')) chunks.push(chunk);
    const textOf = (response: typeof whole): string =>
      (response.candidates?.[0]?.content?.parts ?? []).map((part) => part.text ?? '').join('');
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.map(textOf).join('')).toBe(textOf(whole));
    expect(chunks.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP');
    expect(chunks.at(-1)?.usageMetadata).toEqual(whole.usageMetadata);
    expect(whole.usageMetadata?.candidatesTokenCount).toBe(Math.ceil(textOf(whole).length / 4));
  });

  it('gives calls ids of their own and resolves paths against the given directory', async () => {
    const generator = createDemoContentGenerator({ directory: '/elsewhere' });
    const request = requestOf([{ role: 'user', parts: [{ text: 'Read a.md. Read b.md.' }] }]);
    const { candidates } = await generator.generateContent(request, 'p');
    expect(candidates?.[0]?.content?.parts?.[1]?.functionCall).toEqual({
      id: 'demo-1-0',
      name: 'read_file',
      args: { file_path: '/elsewhere/a.md' },
    });
  });

  it('stops at once when it is aborted', async () => {
    const generator = createDemoContentGenerator();
    const controller = new AbortController();
    const request = { ...hello, config: { ...hello.config, abortSignal: controller.signal } };
    const received: unknown[] = [];
    const reading = (async () => {
      for await (const chunk of await generator.generateContentStream(request, 'p')) {
        received.push(chunk);
        controller.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(received).toHaveLength(1);
    await expect(generator.generateContent(request, 'p')).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('counts tokens and refuses to embed', async () => {
    const generator = createDemoContentGenerator();
    const contents = [{ role: 'user', parts: [{ text: '12345678' }] }];
    expect(await generator.countTokens({ model: 'm', contents })).toEqual({ totalTokens: 2 });
    await expect(generator.embedContent({ model: 'm', contents })).rejects.toThrow('no embeddings');
  });
});
