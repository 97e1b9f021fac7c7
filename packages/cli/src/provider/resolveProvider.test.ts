import { describe, expect, it } from 'vitest';
import { FatalAuthenticationError, FatalConfigError } from '../errors.js';
import type { ContentGeneratorConfig } from '@qwen-code/qwen-code-core';
import { resolveProvider, type ProviderSources } from './resolveProvider.js';

const resolve = (sources: Partial<ProviderSources>): ContentGeneratorConfig | undefined =>
  resolveProvider({ args: {}, settings: {}, env: {}, ...sources });

describe('resolveProvider', () => {
  it('is undecided when nothing is configured', () => {
    expect(resolve({})).toBeUndefined();
    expect(resolve({ args: { model: 'm' }, settings: { model: { name: 'n' } } })).toBeUndefined();
  });

  it.each([
    ['openai', { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://o', OPENAI_MODEL: 'm' }],
    ['anthropic', { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://o', ANTHROPIC_MODEL: 'm' }],
    ['gemini', { GEMINI_API_KEY: 'k', GEMINI_MODEL: 'm', GEMINI_BASE_URL: 'http://o' }],
  ])('takes %s from its variables', (authType, env) => {
    expect(resolve({ env })).toMatchObject({ authType, apiKey: 'k', model: 'm', baseUrl: 'http://o' });
  });

  it('takes vertex-ai from GOOGLE_API_KEY', () => {
    expect(resolve({ env: { GOOGLE_API_KEY: 'k', GOOGLE_MODEL: 'm' } })).toMatchObject({
      authType: 'vertex-ai',
      vertexai: true,
      apiKey: 'k',
      model: 'm',
    });
  });

  it('falls back to QWEN_MODEL and treats empty variables as unset', () => {
    expect(resolve({ env: { OPENAI_BASE_URL: 'http://o', OPENAI_MODEL: '', QWEN_MODEL: 'q' } })?.model).toBe('q');
    expect(resolve({ env: { OPENAI_API_KEY: '' } })).toBeUndefined();
  });

  it('lets flags win over the environment, and the environment over settings', () => {
    const env = { OPENAI_API_KEY: 'env', OPENAI_BASE_URL: 'http://env', OPENAI_MODEL: 'env' };
    const settings = {
      model: { name: 'set', generationConfig: { timeout: 5 } },
      security: { auth: { apiKey: 'set', baseUrl: 'http://set' } },
      proxy: 'http://proxy',
    };
    expect(resolve({ settings })).toMatchObject({ apiKey: 'set', baseUrl: 'http://set', model: 'set', timeout: 5 });
    expect(resolve({ settings, env })).toMatchObject({ apiKey: 'env', baseUrl: 'http://env', model: 'env' });
    const args = { model: 'flag', openaiApiKey: 'flag', openaiBaseUrl: 'http://flag', proxy: 'http://other' };
    expect(resolve({ settings, env, args })).toMatchObject({
      authType: 'openai',
      apiKey: 'flag',
      baseUrl: 'http://flag',
      model: 'flag',
      proxy: 'http://other',
    });
  });

  it('lets --auth-type and security.auth.selectedType choose among several keys', () => {
    const env = { OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: 'a', GEMINI_API_KEY: 'g' };
    const settingsOf = (selectedType?: 'gemini'): ProviderSources['settings'] => ({
      model: { name: 'm' },
      security: { auth: { selectedType } },
    });
    expect(resolve({ env, settings: settingsOf() })?.authType).toBe('openai');
    const settings = settingsOf('gemini');
    expect(resolve({ env, settings })).toMatchObject({ authType: 'gemini', apiKey: 'g' });
    expect(resolve({ env, settings, args: { authType: 'anthropic' } })).toMatchObject({
      authType: 'anthropic',
      apiKey: 'a',
    });
    expect(resolve({ env: { ...env, QWEN_DEFAULT_AUTH_TYPE: 'anthropic' }, settings: settingsOf() })?.authType).toBe(
      'anthropic',
    );
  });

  describe('with modelProviders', () => {
    const settings = {
      modelProviders: {
        openai: [{ id: 'local', baseUrl: 'http://local/v1', generationConfig: { contextWindowSize: 4096 } }],
        anthropic: [{ id: 'sonnet', envKey: 'MY_KEY', baseUrl: 'http://anthropic' }],
      },
      model: { generationConfig: { contextWindowSize: 1, maxRetries: 7 } },
    };

    it('finds the provider of a model', () => {
      expect(resolve({ settings, args: { model: 'sonnet' }, env: { MY_KEY: 'k', OPENAI_API_KEY: 'o' } })).toMatchObject(
        {
          authType: 'anthropic',
          apiKey: 'k',
          apiKeyEnvKey: 'MY_KEY',
          baseUrl: 'http://anthropic',
          model: 'sonnet',
        },
      );
    });

    it("joins the model's own generation settings over the general ones", () => {
      expect(resolve({ settings, args: { model: 'local' } })).toMatchObject({
        baseUrl: 'http://local/v1',
        contextWindowSize: 4096,
        maxRetries: 7,
      });
    });

    it('takes the first usable one when no model is named', () => {
      expect(resolve({ settings })).toMatchObject({ authType: 'openai', model: 'local' });
    });

    it.each([
      [{ opnai: [] }, /"modelProviders.opnai" is no provider type; did you mean "openai"\?/],
      [{ openai: {} }, /"modelProviders.openai" must be a list/],
      [{ openai: [{}] }, /"modelProviders.openai\[0\].id" must be/],
      [{ openai: [{ id: 'a', envKey: 1 }] }, /"modelProviders.openai\[0\].envKey" must be a text/],
    ])('refuses %j', (modelProviders, message) => {
      expect(() => resolve({ settings: { modelProviders } })).toThrow(message);
    });
  });

  it('says which key is missing', () => {
    const error = (sources: Partial<ProviderSources>): unknown => {
      try {
        return resolve(sources);
      } catch (reason) {
        return reason;
      }
    };
    expect(error({ args: { authType: 'anthropic' } })).toBeInstanceOf(FatalAuthenticationError);
    expect(String(error({ args: { authType: 'anthropic' } }))).toContain('Set ANTHROPIC_API_KEY');
    expect(error({ args: { openaiBaseUrl: 'http://o' } })).toBeInstanceOf(FatalConfigError);
    expect(String(error({ args: { openaiBaseUrl: 'http://o' } }))).toContain('--model');
    expect(error({ args: { authType: 'qwen-oauth' } })).toBeInstanceOf(FatalAuthenticationError);
    expect(error({ env: { QWEN_DEFAULT_AUTH_TYPE: 'opnai' } })).toBeInstanceOf(FatalConfigError);
    const settings = { security: { auth: { enforcedType: 'gemini' as const } } };
    expect(String(error({ settings, env: { OPENAI_API_KEY: 'k' } }))).toContain('allow only the auth type "gemini"');
  });

  it("needs no key for a server of one's own", () => {
    expect(resolve({ args: { openaiBaseUrl: 'http://localhost:1', model: 'm' } })?.apiKey).toBeUndefined();
  });
});
