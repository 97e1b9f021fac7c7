import { describe, expect, test } from 'vitest';
import type { Content, GenerateContentConfig, Part } from '../../types.js';
import type { ContentGeneratorConfig } from '../contentGenerator.js';
import { messagesBody, type MessagesBody } from './request.js';
import { redactedThinkingPart, thinkingPart } from './thoughtParts.js';

const MODEL = 'claude-sonnet-4-5';

const user = (...parts: (string | Part)[]): Content => ({ role: 'user', parts: parts.map(asPart) });
const model = (...parts: (string | Part)[]): Content => ({ role: 'model', parts: parts.map(asPart) });
const asPart = (part: string | Part): Part => (typeof part === 'string' ? { text: part } : part);
const call = (id: string, name = 'read_file', args: Record<string, unknown> = { file_path: '/a' }): Part => ({
  functionCall: { id, name, args },
});
const result = (id: string, output: string, parts?: Part[]): Part => ({
  functionResponse: { id, name: 'read_file', response: { output }, ...(parts ? { parts } : {}) },
});
const image: Part = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };

interface Given {
  contents?: Content[];
  config?: GenerateContentConfig;
  settings?: Partial<ContentGeneratorConfig>;
  model?: string;
}

function body({ contents = [user('hi')], config, settings, model: name = MODEL }: Given): MessagesBody {
  return messagesBody({ model: name, contents, config }, { model: name, ...settings });
}

const uncached = { enableCacheControl: false };
const readFile = {
  name: 'read_file',
  description: 'Reads a file',
  parametersJsonSchema: { type: 'object', properties: { file_path: { type: 'string' } }, required: ['file_path'] },
};

describe('messages', () => {
  test('a tool loop with parallel calls, an image in a result and an error', () => {
    const contents = [
      user('look'),
      model('I look.', call('a'), call('b')),
      user(result('a', 'text', [image]), {
        functionResponse: { id: 'b', name: 'read_file', response: { error: 'gone' } },
      }),
    ];
    expect(body({ contents, settings: uncached }).messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'look' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'a', name: 'read_file', input: { file_path: '/a' } },
          { type: 'tool_use', id: 'b', name: 'read_file', input: { file_path: '/a' } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'a',
            content: [
              { type: 'text', text: 'text' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
            ],
          },
          { type: 'tool_result', tool_use_id: 'b', content: 'gone', is_error: true },
        ],
      },
    ]);
  });

  test('media of results follow them where the server wants that', () => {
    const contents = [user('look'), model(call('a')), user(result('a', 'text', [image]), 'and?')];
    const [, , last] = body({ contents, settings: { ...uncached, splitToolMedia: true } }).messages;
    expect(last?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: 'text' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
      { type: 'text', text: 'and?' },
    ]);
  });

  test('media that the API or the model does not take become a note', () => {
    const sound: Part = { inlineData: { mimeType: 'audio/wav', data: 'AAAA' } };
    const pdf: Part = { inlineData: { mimeType: 'application/pdf', data: 'AAAA' } };
    const link: Part = { fileData: { mimeType: 'image/png', fileUri: 'https://host/a.png' } };
    const [message] = body({ contents: [user(sound, pdf, link, image)], settings: uncached }).messages;
    expect(message?.content).toMatchObject([
      { type: 'text', text: '[audio/wav attachment left out: this model does not take it]' },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf' } },
      { type: 'image', source: { type: 'url', url: 'https://host/a.png' } },
      { type: 'image' },
    ]);
    const [blind] = body({ contents: [user(image)], settings: { ...uncached, modalities: {} } }).messages;
    expect(blind?.content).toMatchObject([{ type: 'text' }]);
  });

  test('signed and redacted thoughts come back untouched through JSON, unsigned ones are left out whole', () => {
    const contents = [
      user('x'),
      model({ thought: true, text: 'not signed' }, 'first'),
      user('y'),
      model(thinkingPart('because\n', 'c2ln'), redactedThinkingPart('ZGF0YQ=='), 'so', call('a')),
      user(result('a', 'out')),
    ];
    const stored = JSON.parse(JSON.stringify(contents)) as Content[];
    const { messages } = body({ contents: stored, settings: uncached });
    expect(messages[1]?.content).toEqual([{ type: 'text', text: 'first' }]);
    expect(messages[3]?.content).toMatchObject([
      { type: 'thinking', thinking: 'because\n', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'ZGF0YQ==' },
      { type: 'text', text: 'so' },
      { type: 'tool_use' },
    ]);
  });
});

describe('cache marks', () => {
  const contents = [user('1'), model('2'), user('3'), model('4'), user('5', 'six')];
  const config = { systemInstruction: 'system', tools: [{ functionDeclarations: [readFile, { name: 'glob' }] }] };
  const mark = { type: 'ephemeral' };

  test('on tools, system and the last two user turns', () => {
    const sent = body({ contents, config });
    expect(sent.tools?.map((tool) => 'cache_control' in tool)).toEqual([false, true]);
    expect(sent.system).toEqual([{ type: 'text', text: 'system', cache_control: mark }]);
    const marked = sent.messages.map(({ content }) => (content as object[]).map((block) => 'cache_control' in block));
    expect(marked).toEqual([[false], [false], [true], [false], [false, true]]);
    expect(JSON.stringify(sent).match(/cache_control/g)).toHaveLength(4);
  });

  test('none when they are switched off', () => {
    expect(JSON.stringify(body({ contents, config, settings: uncached }))).not.toContain('cache_control');
  });
});

describe('tools', () => {
  test('schemas are objects, whichever way they are declared', () => {
    const geminiStyle = { name: 'old', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } } } } as never;
    const { tools } = body({
      config: { tools: [{ functionDeclarations: [readFile, geminiStyle, { name: 'bare' }] }] },
      settings: uncached,
    });
    expect(tools).toEqual([
      { name: 'read_file', description: 'Reads a file', input_schema: readFile.parametersJsonSchema },
      { name: 'old', input_schema: { type: 'object', properties: { a: { type: 'string' } } } },
      { name: 'bare', input_schema: { type: 'object', properties: {} } },
    ]);
  });

  test.each<[object, object | undefined]>([
    [
      { mode: 'ANY', allowedFunctionNames: ['read_file'] },
      { type: 'tool', name: 'read_file' },
    ],
    [{ mode: 'ANY' }, { type: 'any' }],
    [{ mode: 'NONE' }, { type: 'none' }],
    [{ mode: 'AUTO' }, { type: 'auto' }],
    [{}, undefined],
  ])('choice %j', (functionCallingConfig, expected) => {
    const config = {
      tools: [{ functionDeclarations: [readFile] }],
      toolConfig: { functionCallingConfig },
    } as GenerateContentConfig;
    const sent = body({ config });
    expect(sent.tool_choice).toEqual(expected);
    expect(sent.thinking === undefined).toBe(
      ['tool', 'any'].includes((expected as { type: string } | undefined)?.type ?? ''),
    );
  });

  test('a history with calls declares their tools, which may not be called', () => {
    const contents = [
      user('x'),
      model(call('a'), call('b', 'glob')),
      user(result('a', '1'), result('b', '2')),
      model('ok'),
      user('y'),
    ];
    const sent = body({ contents, settings: uncached });
    expect(sent.tools).toEqual([
      { name: 'read_file', input_schema: { type: 'object' } },
      { name: 'glob', input_schema: { type: 'object' } },
    ]);
    expect(sent.tool_choice).toEqual({ type: 'none' });
  });
});

describe('thinking and output', () => {
  const adaptive = 'claude-opus-4-6';
  const display = { type: 'adaptive', display: 'summarized' };

  test.each<[string, Given, object]>([
    ['budget by default', {}, { max_tokens: 20000, thinking: { type: 'enabled', budget_tokens: 12000 } }],
    ['adaptive by default', { model: adaptive }, { max_tokens: 20000, thinking: display }],
    [
      'adaptive effort',
      { model: adaptive, settings: { reasoning: { effort: 'high' } } },
      { max_tokens: 40000, thinking: display, output_config: { effort: 'high' } },
    ],
    ['another model does not think unasked', { model: 'glm-5' }, { max_tokens: 8000, thinking: undefined }],
    [
      'another model thinks when told',
      { model: 'other', settings: { reasoning: { budget_tokens: 2000 } } },
      { max_tokens: 10000, thinking: { type: 'enabled', budget_tokens: 2000 } },
    ],
    [
      'an old model never thinks',
      { model: 'claude-3-5-sonnet-20241022', settings: { reasoning: { effort: 'max' } } },
      { max_tokens: 8000, thinking: undefined },
    ],
    ['off by setting', { settings: { reasoning: false } }, { max_tokens: 8000, thinking: undefined }],
    [
      'off by request',
      { config: { thinkingConfig: { includeThoughts: false } } },
      { max_tokens: 8000, thinking: undefined },
    ],
    [
      'off by request, adaptive',
      { model: adaptive, config: { thinkingConfig: { includeThoughts: false }, maxOutputTokens: 20000 } },
      { max_tokens: 20000, thinking: undefined },
    ],
    [
      'budget of the request',
      { config: { thinkingConfig: { thinkingBudget: 3000 } } },
      { max_tokens: 11000, thinking: { type: 'enabled', budget_tokens: 3000 } },
    ],
    [
      'cap of the request',
      { config: { maxOutputTokens: 5000 } },
      { max_tokens: 5000, thinking: { type: 'enabled', budget_tokens: 3976 } },
    ],
    ['a cap too small to think', { config: { maxOutputTokens: 2000 } }, { max_tokens: 2000, thinking: undefined }],
    [
      'cap of the settings',
      { config: { maxOutputTokens: 9000 }, settings: { reasoning: false, samplingParams: { max_tokens: 700 } } },
      { max_tokens: 700 },
    ],
    ['limit of the model', { config: { maxOutputTokens: 900_000 } }, { max_tokens: 65536 }],
    ['no known limit', { model: 'other', config: { maxOutputTokens: 900_000 } }, { max_tokens: 900_000 }],
  ])('%s', (_name, given, expected) => {
    const { max_tokens, thinking, output_config } = body(given);
    expect({ max_tokens, thinking, output_config }).toMatchObject(expected);
    if (!('output_config' in expected)) expect(output_config).toBeUndefined();
  });

  test.each([
    ['claude-3-7-sonnet-latest', 'enabled'],
    ['claude-sonnet-4-20250514', 'enabled'],
    ['claude-opus-4-1-20250805', 'enabled'],
    ['anthropic/claude-opus-4.5', 'enabled'],
    ['claude-haiku-4-5', 'enabled'],
    ['claude-sonnet-4-6', 'adaptive'],
    ['claude-opus-4-7', 'adaptive'],
    ['claude-sonnet-5', 'adaptive'],
    ['claude-3-haiku-20240307', undefined],
  ])('%s thinks %s', (name, type) => {
    expect(body({ model: name }).thinking?.type).toBe(type);
  });

  test('with a budget there is no thinking in a loop that began without', () => {
    const begun = [
      user('x'),
      model(thinkingPart('t', 's'), call('a')),
      user(result('a', '1')),
      model(call('b')),
      user(result('b', '2')),
    ];
    expect(body({ contents: begun }).thinking).toBeDefined();
    const foreign = [
      user('x'),
      model(call('a')),
      user(result('a', '1')),
      model(thinkingPart('t', 's'), call('b')),
      user(result('b', '2')),
    ];
    expect(body({ contents: foreign }).thinking).toBeUndefined();
    expect(body({ contents: foreign, model: adaptive }).thinking).toEqual(display);
    expect(body({ contents: [...foreign, model('done'), user('next')] }).thinking).toBeDefined();
  });

  test('sampling: the settings win, not with thinking, nothing unasked for adaptive models', () => {
    const config = { temperature: 0, topP: 0.5, topK: 3 };
    const off = { reasoning: false as const };
    expect(body({ config })).not.toHaveProperty('temperature');
    expect(body({ config, settings: off })).toMatchObject({ temperature: 0, top_k: 3 });
    expect(body({ config, settings: off })).not.toHaveProperty('top_p');
    expect(body({ config, settings: { ...off, samplingParams: { temperature: 1 } } })).toMatchObject({
      temperature: 1,
    });
    expect(body({ config, model: adaptive, settings: off })).not.toHaveProperty('temperature');
  });

  test('extra_body has the last word', () => {
    expect(body({ settings: { extra_body: { max_tokens: 5, service_tier: 'auto' } } })).toMatchObject({
      max_tokens: 5,
      service_tier: 'auto',
    });
  });
});
