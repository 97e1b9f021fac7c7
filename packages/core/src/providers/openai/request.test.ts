import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Content, GenerateContentRequest, Part } from '../../types.js';
import type { ContentGeneratorConfig } from '../contentGenerator.js';
import { quirksOf } from './quirks.js';
import { toChatRequest } from './request.js';
import type { WireRequest } from './wire.js';

const OPENAI = 'https://api.openai.com/v1';
const LOCAL = 'http://127.0.0.1:9/v1';
const image: Part = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
const imageUrl = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };

function build(
  request: Partial<GenerateContentRequest> & { contents: Content[] },
  settings: Partial<ContentGeneratorConfig> = {},
): WireRequest {
  const config = { model: 'm', baseUrl: OPENAI, ...settings };
  return toChatRequest({ model: 'm', ...request }, { config, quirks: quirksOf(config.baseUrl, 'm'), stream: true });
}

const user = (...parts: Part[]): Content => ({ role: 'user', parts });
const model = (...parts: Part[]): Content => ({ role: 'model', parts });
const call = (id: string, args: object = {}): Part => ({
  functionCall: { id, name: 'glob', args: args as Record<string, unknown> },
});
const result = (id: string, output: string, ...parts: Part[]): Part => ({
  functionResponse: { id, name: 'glob', response: { output }, ...(parts.length > 0 ? { parts: parts as never } : {}) },
});

describe('toChatRequest: messages', () => {
  it('writes a conversation with calls', () => {
    const { messages } = build({
      contents: [
        user({ text: 'a' }, { text: 'b' }),
        model({ thought: true, text: 'why' }, { text: 'I ' }, { text: 'look' }, call('1', { p: 1 }), call('2')),
        user(result('1', 'one'), result('2', 'two'), { text: 'and?' }),
        model({ text: 'done' }),
      ],
      config: { systemInstruction: 'be good' },
    });
    expect(messages).toEqual([
      { role: 'system', content: 'be good' },
      { role: 'user', content: 'a\n\nb' },
      {
        role: 'assistant',
        content: 'I look',
        tool_calls: [
          { id: '1', type: 'function', function: { name: 'glob', arguments: '{"p":1}' } },
          { id: '2', type: 'function', function: { name: 'glob', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: '1', content: 'one' },
      { role: 'tool', tool_call_id: '2', content: 'two' },
      { role: 'user', content: 'and?' },
      { role: 'assistant', content: 'done' },
    ]);
  });

  it.each([
    ['text', 'text'],
    [{ parts: [{ text: 'a' }, { text: 'b' }] }, 'a\n\nb'],
    [['a', { text: 'b' }], 'a\n\nb'],
    [{ text: 'a' }, 'a'],
  ])('takes the system instruction %j', (systemInstruction, content) => {
    const { messages } = build({ contents: [user({ text: 'x' })], config: { systemInstruction } });
    expect(messages[0]).toEqual({ role: 'system', content });
  });

  it('sends reasoning back only where it is wanted', () => {
    const contents = [user({ text: 'x' }), model({ thought: true, text: 'why' }, call('1')), user(result('1', 'ok'))];
    expect(build({ contents }, { baseUrl: 'https://api.deepseek.com' }).messages[1]).toMatchObject({
      content: null,
      reasoning_content: 'why',
    });
    expect(build({ contents }, { baseUrl: 'https://openrouter.ai/api/v1' }).messages[1]).toMatchObject({
      reasoning: 'why',
    });
    expect(JSON.stringify(build({ contents }))).not.toContain('why');
  });

  it('writes media', () => {
    const parts: Part[] = [
      { text: 'look' },
      image,
      { fileData: { mimeType: 'image/jpeg', fileUri: 'https://x/y.jpg' } },
      { inlineData: { mimeType: 'application/pdf', data: 'BBBB', displayName: 'a.pdf' } },
      { inlineData: { mimeType: 'audio/mpeg', data: 'CCCC' } },
      { inlineData: { mimeType: 'video/mp4', data: 'DDDD' } },
      { inlineData: { mimeType: 'application/zip', data: 'EEEE' } },
    ];
    expect(build({ contents: [user(...parts)] }).messages[0]!.content).toEqual([
      { type: 'text', text: 'look' },
      imageUrl,
      { type: 'image_url', image_url: { url: 'https://x/y.jpg' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,BBBB' } },
      { type: 'input_audio', input_audio: { data: 'CCCC', format: 'mp3' } },
      { type: 'video_url', video_url: { url: 'data:video/mp4;base64,DDDD' } },
      { type: 'text', text: expect.stringContaining('application/zip') },
    ]);
  });

  it('says what a model without eyes does not get', () => {
    const { messages } = build({ contents: [user({ text: 'look' }, image)] }, { modalities: { pdf: true } });
    expect(messages[0]!.content).toBe('look\n\n[image/png left out: this model does not take it]');
  });

  it('knows of some models what they do not get, unless the user knows better', () => {
    const contents = [user({ text: 'look' }, image)];
    expect(build({ contents, model: 'qwen3-coder-plus' }).messages[0]!.content).toContain('left out');
    expect(
      build({ contents, model: 'qwen3-coder-plus' }, { modalities: { image: true } }).messages[0]!.content,
    ).toContainEqual(imageUrl);
  });

  it('keeps media in the tool message where the server takes them, else behind all results', () => {
    const contents = [
      user({ text: 'x' }),
      model(call('1'), call('2')),
      user(result('1', 'shot', image), result('2', 'two'), { text: 'so?' }),
    ];
    const inside = build({ contents }, { baseUrl: LOCAL }).messages.slice(2);
    expect(inside).toEqual([
      { role: 'tool', tool_call_id: '1', content: [{ type: 'text', text: 'shot' }, imageUrl] },
      { role: 'tool', tool_call_id: '2', content: 'two' },
      { role: 'user', content: 'so?' },
    ]);
    const behind = [
      { role: 'tool', tool_call_id: '1', content: 'shot' },
      { role: 'tool', tool_call_id: '2', content: 'two' },
      {
        role: 'user',
        content: [{ type: 'text', text: 'Media of the result of glob:' }, imageUrl, { type: 'text', text: 'so?' }],
      },
    ];
    expect(build({ contents }).messages.slice(2)).toEqual(behind);
    expect(build({ contents }, { baseUrl: LOCAL, splitToolMedia: true }).messages.slice(2)).toEqual(behind);
  });
});

describe('toChatRequest: tools', () => {
  const schema = { type: 'object', properties: { p: { type: ['string', 'null'] } }, $schema: 'x' };
  const tools = [
    { functionDeclarations: [{ name: 'glob', description: 'finds', parametersJsonSchema: schema }, { name: 'noop' }] },
  ];
  const contents = [user({ text: 'x' })];

  it('declares them with their schemas as they are', () => {
    expect(build({ contents, config: { tools } }).tools).toEqual([
      { type: 'function', function: { name: 'glob', description: 'finds', parameters: schema } },
      { type: 'function', function: { name: 'noop', parameters: { type: 'object', properties: {} } } },
    ]);
  });

  it('cuts schemas down when asked', () => {
    expect(
      build({ contents, config: { tools } }, { schemaCompliance: 'openapi_30' }).tools![0]!.function.parameters,
    ).toEqual({
      type: 'object',
      properties: { p: { type: 'string', nullable: true } },
    });
  });

  it("writes Gemini's own types in lower case", () => {
    const parameters = { type: 'OBJECT', properties: { p: { type: 'STRING' } } };
    const gemini = [{ functionDeclarations: [{ name: 'glob', parameters: parameters as never }] }];
    expect(build({ contents, config: { tools: gemini } }).tools![0]!.function.parameters).toEqual({
      type: 'object',
      properties: { p: { type: 'string' } },
    });
  });

  it.each([
    [{ mode: 'NONE' }, 'none'],
    [{ mode: 'AUTO' }, 'auto'],
    [{ mode: 'ANY' }, 'required'],
    [
      { mode: 'ANY', allowedFunctionNames: ['glob'] },
      { type: 'function', function: { name: 'glob' } },
    ],
  ])('chooses %j', (functionCallingConfig, expected) => {
    const toolConfig = { functionCallingConfig: functionCallingConfig as never };
    expect(build({ contents, config: { tools, toolConfig } }).tool_choice).toEqual(expected);
    expect(build({ contents, config: { toolConfig } })).not.toHaveProperty('tool_choice');
  });
});

describe('toChatRequest: the body', () => {
  it('spreads extra_body last', () => {
    const body = build(
      { contents: [user({ text: 'x' })] },
      { extra_body: { stream_options: { other: true }, metadata: { a: 1 } } },
    );
    expect(body).toMatchObject({ stream: true, stream_options: { other: true }, metadata: { a: 1 } });
    expect(Object.keys(body).slice(0, 2)).toEqual(['model', 'messages']);
  });

  it('asks for usage in streams', () => {
    expect(build({ contents: [user({ text: 'x' })] })).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
  });
});

describe('toChatRequest: a growing conversation', () => {
  const text = fc.string({ minLength: 1 }).filter((value) => value.trim() !== '');
  const anyId = fc.constantFrom('1', '2', undefined);
  const said: fc.Arbitrary<Part> = fc.oneof(
    text.map((value) => ({ text: value })),
    fc.constant(image),
  );
  const called = fc
    .tuple(anyId, fc.dictionary(text, fc.jsonValue()))
    .map(([id, args]) => ({ functionCall: { id, name: 'glob', args } }) as Part);
  const step = fc.record({
    thought: fc.option(text),
    words: fc.option(text),
    calls: fc.array(called, { maxLength: 3 }),
    answers: fc.array(
      fc.oneof(
        said,
        anyId.map((id) => ({ functionResponse: { id, name: 'glob', response: { output: 'o' } } }) as Part),
      ),
      { maxLength: 3 },
    ),
    question: text,
  });

  it('begins each request with the one before, to the byte', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(OPENAI, LOCAL, 'https://api.deepseek.com'),
        (steps, baseUrl) => {
          const contents: Content[] = [user({ text: 'go' })];
          const systemInstruction = 'system';
          let before = JSON.stringify(build({ contents, config: { systemInstruction } }, { baseUrl }).messages);
          for (const { thought, words, calls, answers, question } of steps) {
            const parts = [
              ...(thought ? [{ thought: true, text: thought }] : []),
              ...(words ? [{ text: words }] : []),
              ...calls,
            ];
            contents.push(model(...(parts.some((part) => !('thought' in part)) ? parts : [{ text: 'ok' }])));
            contents.push(user(...answers, { text: question }));
            const after = JSON.stringify(
              build({ contents: structuredClone(contents), config: { systemInstruction } }, { baseUrl }).messages,
            );
            expect(after.startsWith(before.slice(0, -1))).toBe(true);
            before = after;
          }
        },
      ),
    );
  });
});
