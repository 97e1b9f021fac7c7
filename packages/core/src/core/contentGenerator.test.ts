import { describe, expect, it } from 'vitest';
import {
  AuthType,
  createContentGenerator,
  createContentGeneratorConfig,
  resolveContentGeneratorConfigWithSources,
  validateModelConfig,
} from './contentGenerator.js';

describe('resolveContentGeneratorConfigWithSources', () => {
  it('prefers what is given, then the environment, and says which', () => {
    const environment = { OPENAI_API_KEY: 'env-key', OPENAI_BASE_URL: 'http://env/v1', OPENAI_MODEL: 'env-model' };
    const { config, sources } = resolveContentGeneratorConfigWithSources(
      { getProxy: () => 'http://proxy' },
      AuthType.USE_OPENAI,
      { model: 'given', timeout: 5, apiKey: undefined },
      environment,
    );
    expect(config).toEqual({
      authType: 'openai',
      model: 'given',
      timeout: 5,
      apiKey: 'env-key',
      apiKeyEnvKey: 'OPENAI_API_KEY',
      baseUrl: 'http://env/v1',
      proxy: 'http://proxy',
    });
    expect(sources).toMatchObject({
      model: { kind: 'given' },
      apiKey: { kind: 'env', detail: 'OPENAI_API_KEY' },
      proxy: { kind: 'host' },
    });
  });

  it.each([
    [{ OPENAI_API_KEY: 'k', QWEN_MODEL: 'm' }, 'openai', 'm'],
    [{ OPENAI_MODEL: 'a', QWEN_MODEL: 'b' }, 'openai', 'a'],
    [{ ANTHROPIC_API_KEY: 'k', ANTHROPIC_MODEL: 'm' }, 'anthropic', 'm'],
    [{ GEMINI_API_KEY: 'k', GEMINI_MODEL: 'm' }, 'gemini', 'm'],
    [{ GOOGLE_API_KEY: 'k', GOOGLE_MODEL: 'm' }, 'vertex-ai', 'm'],
    [{ OPENAI_API_KEY: 'k', QWEN_DEFAULT_AUTH_TYPE: 'anthropic' }, 'anthropic', ''],
    [{ QWEN_DEFAULT_AUTH_TYPE: 'nonsense' }, 'openai', ''],
    [{ OPENAI_API_KEY: ' ', ANTHROPIC_API_KEY: 'k', ANTHROPIC_MODEL: 'm\n' }, 'anthropic', 'm'],
    [{}, 'openai', ''],
  ])('with %j is %s', (environment, authType, model) => {
    expect(resolveContentGeneratorConfigWithSources({}, undefined, {}, environment).config).toMatchObject({
      authType,
      model,
    });
  });
});

it('takes the line break off that a value read from a file ends in', () => {
  const environment = { OPENAI_API_KEY: 'key\n', OPENAI_BASE_URL: ' http://env/v1\r\n' };
  const { config } = resolveContentGeneratorConfigWithSources(
    {},
    AuthType.USE_OPENAI,
    { model: 'given\n' },
    environment,
  );
  expect(config).toMatchObject({ apiKey: 'key', baseUrl: 'http://env/v1', model: 'given' });
});

describe('validateModelConfig', () => {
  const sound = { authType: AuthType.USE_OPENAI, model: 'm', apiKey: 'k' };

  it('accepts what can work', () => {
    expect(validateModelConfig(sound)).toEqual({ valid: true, errors: [] });
    expect(validateModelConfig({ ...sound, apiKey: undefined, baseUrl: 'http://localhost:1/v1' }).valid).toBe(true);
    expect(validateModelConfig({ authType: AuthType.USE_VERTEX_AI, model: 'm' }).valid).toBe(true);
  });

  it.each([
    [{ ...sound, model: ' ' }, /OPENAI_MODEL/],
    [{ ...sound, apiKey: '' }, /OPENAI_API_KEY/],
    [{ ...sound, authType: AuthType.USE_ANTHROPIC, apiKey: undefined }, /ANTHROPIC_API_KEY/],
    [{ ...sound, apiKey: undefined, apiKeyEnvKey: 'MY_KEY' }, /MY_KEY/],
    [{ ...sound, baseUrl: 'localhost:1' }, /"localhost:1" must begin with http/],
    [{ ...sound, baseUrl: 'http://exa mple/v1' }, /"http:\/\/exa mple\/v1" is no valid URL/],
    [{ ...sound, proxy: 'proxy:8080' }, /proxy "proxy:8080" must begin with http/],
    [{ ...sound, apiKey: 'a\nb', apiKeyEnvKey: 'MY_KEY' }, /API key from MY_KEY holds a line break/],
    [{ ...sound, customHeaders: { 'X Y': 'z' } }, /"X Y" is no name/],
    [{ ...sound, customHeaders: { 'X-Y': '世' } }, /value of "X-Y"/],
    [{ ...sound, contextWindowSize: 0 }, /contextWindowSize is 0/],
    [{ ...sound, timeout: NaN }, /timeout is NaN/],
    [{ ...sound, authType: AuthType.QWEN_OAUTH }, /Use "openai"/],
  ])('refuses %j', (config, message) => {
    const { valid, errors } = validateModelConfig(config);
    expect(valid).toBe(false);
    expect(errors.map((error) => error.message).join()).toMatch(message);
  });
});

it('shows no key', () => {
  const [error] = validateModelConfig({
    authType: AuthType.USE_OPENAI,
    model: 'm',
    apiKey: 'sk-secret\nsk-other',
  }).errors;
  expect(error?.message).not.toMatch(/sk-/);
});

describe('createContentGenerator', () => {
  it.each(Object.values(AuthType).filter((type) => type !== AuthType.QWEN_OAUTH))(
    'makes an adapter for %s',
    async (authType) => {
      const generator = await createContentGenerator({ authType, model: 'm', apiKey: 'k' });
      expect(generator.generateContentStream).toBeTypeOf('function');
    },
  );

  it('speaks the OpenAI dialect where no kind is named', async () => {
    const generator = await createContentGenerator({ model: 'm', apiKey: 'k' });
    await expect(generator.countTokens({ model: 'm', contents: [] })).resolves.toEqual({ totalTokens: 0 });
  });

  it('refuses a Qwen login and says what to do', async () => {
    await expect(createContentGenerator({ authType: AuthType.QWEN_OAUTH, model: 'm' })).rejects.toThrow(
      /OPENAI_BASE_URL/,
    );
  });
});

describe('createContentGeneratorConfig', () => {
  it('throws what is wrong', () => {
    expect(() =>
      createContentGeneratorConfig({}, AuthType.USE_OPENAI, { apiKey: 'k', model: 'm', baseUrl: 'x' }),
    ).toThrow(/base URL "x"/);
    expect(createContentGeneratorConfig({}, AuthType.USE_OPENAI, { apiKey: 'k', model: 'm' })).toMatchObject({
      model: 'm',
    });
  });
});
