import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APIConnectionError } from '@anthropic-ai/sdk';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { ProviderError, type ProviderErrorDetails } from './providerError.js';
import { toProviderError } from './toProviderError.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(handler: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('the request was expected to fail'),
    (error: unknown) => error,
  );
}

const NUMERIC = ['status', 'limitTokens', 'actualTokens', 'outputLimitTokens', 'retryAfterMs'] as const;

function expectSound(error: ProviderError): void {
  expect(error).toBeInstanceOf(ProviderError);
  expect(error.message).not.toBe('');
  for (const name of NUMERIC) {
    const value = error.details[name];
    if (value !== undefined) expect(Number.isFinite(value) && value >= 0).toBe(true);
  }
}

test('a ProviderError is returned as it is', () => {
  const error = new ProviderError('x', { kind: 'quota' });
  expect(toProviderError(error)).toBe(error);
});

test('the original error is kept as the cause', () => {
  const original = new Error('boom');
  expect(toProviderError(original).cause).toBe(original);
});

test('the variable of a refused key is named', () => {
  const error = toProviderError(
    { status: 401, body: { error: { message: 'Invalid API key' } } },
    { apiKeyEnvKey: 'OPENAI_API_KEY' },
  );
  expect(error.message).toBe('Invalid API key (key from OPENAI_API_KEY)');
});

describe('without a body', () => {
  test.each([
    [413, 'payload-too-large'],
    [400, 'context-overflow'],
    [429, 'rate-limit'],
    [500, 'server'],
    [401, 'auth'],
    [422, 'invalid-request'],
  ])('%i means %s', (status, kind) => {
    const error = toProviderError({ status, headers: {}, body: '' });
    expect(error.details).toEqual({ kind, status });
    expect(error.message).toBe(`HTTP ${status} with an empty body`);
    expect(toProviderError(Object.assign(new Error(`${status} status code (no body)`), { status })).kind).toBe(kind);
  });
});

describe('time to wait', () => {
  const waitOf = (headers: object, message = 'slow down', details: object[] = []): number | undefined =>
    toProviderError({ status: 429, headers, body: { error: { message, details } } }).details.retryAfterMs;

  test.each<[string, number | undefined]>([
    ['Please try again in 4.77s.', 4770],
    ['Please try again in 20ms.', 20],
    ['Please try again in 1m26.4s.', 86400],
    ['Please try again in 1h0m2s.', 3602000],
    ['Please retry after 17 seconds.', 17000],
    ['Please retry in 33.508s.', 33508],
    ['Please try again in a while.', undefined],
    ['Please try again later.', undefined],
  ])('%s', (message, expected) => {
    expect(waitOf({}, message)).toBe(expected);
  });

  test('headers come first, as an object or as Headers', () => {
    expect(waitOf({ 'Retry-After': '7' }, 'try again in 4s')).toBe(7000);
    expect(waitOf(new Headers({ 'retry-after': '1.5' }))).toBe(1500);
    expect(waitOf(new Headers({ 'retry-after-ms': '250', 'retry-after': '9' }))).toBe(250);
    expect(waitOf({ 'retry-after': 'soon' })).toBeUndefined();
  });

  test('a date is read against the date of the response', () => {
    const headers = { 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' };
    expect(waitOf(headers)).toBe(30000);
    expect(waitOf({ ...headers, date: 'Wed, 21 Oct 2015 07:29:00 GMT' })).toBe(0);
  });

  test('RetryInfo of Gemini', () => {
    expect(
      waitOf({}, 'Resource exhausted', [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12.5s' }]),
    ).toBe(12500);
  });
});

describe('without an answer', () => {
  test('nothing listens', async () => {
    const url = await listen(() => undefined);
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
    const failure = await failureOf(fetch(url));
    const { host, port } = new URL(url);
    expect(toProviderError(failure).message).toContain(`127.0.0.1:${port}`);
    const error = toProviderError(new APIConnectionError({ message: undefined, cause: failure as Error }), {
      url: `${url}/v1`,
    });
    expect(error.details).toEqual({ kind: 'network', code: 'ECONNREFUSED' });
    expect(error.message).toContain(host);
    expect(error.message).toContain('Start the server');
  });

  test('the connection is dropped before the answer', async () => {
    const url = await listen((request) => request.socket.destroy());
    const error = toProviderError(await failureOf(fetch(url)), { url });
    expect(error.kind).toBe('network');
    expect(error.message).toContain(new URL(url).host);
  });

  test('the connection is dropped within the answer', async () => {
    const url = await listen((request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half', () => request.socket.destroy());
    });
    const failure = await failureOf(fetch(url).then((response) => response.text()));
    expect(toProviderError(failure, { url }).kind).toBe('network');
  });

  test('a host that does not exist', async () => {
    const url = 'http://no-such-host.invalid/v1';
    const error = toProviderError(await failureOf(fetch(url)), { url });
    expect(error.kind).toBe('network');
    expect(error.message).toContain('no-such-host.invalid');
  });

  test('TLS to a server without TLS', async () => {
    const url = (await listen(() => undefined)).replace('http:', 'https:');
    const error = toProviderError(await failureOf(fetch(url)), { url });
    expect(error.kind).toBe('network');
    expect(error.message).toContain('TLS');
  });

  test('a base URL that is none', async () => {
    const error = toProviderError(await failureOf(fetch('localhost/v1/messages')), { url: 'localhost/v1' });
    expect(error.kind).toBe('invalid-request');
    expect(error.message).toContain('"localhost/v1"');
  });

  test.each<[string, ProviderErrorDetails['kind']]>([
    ['Request timed out.', 'timeout'],
    ['socket hang up', 'network'],
    ['Connection error.', 'network'],
    ['terminated', 'network'],
  ])('%s', (message, kind) => {
    expect(toProviderError(new Error(message)).kind).toBe(kind);
  });

  test('an error event that speaks of a time-out keeps its own words', () => {
    const event = { type: 'error', error: { type: 'api_error', message: 'upstream timed out' } };
    const error = toProviderError(Object.assign(new Error(JSON.stringify(event)), { error: event }));
    expect(error.message).toBe('upstream timed out');
    expect(error.kind).toBe('server');
  });
});

describe('whatever is thrown', () => {
  test('cycles, depth and size are cut', () => {
    const cyclic: Record<string, unknown> = { message: 'prompt is too long: 5000 tokens > 4000 maximum' };
    cyclic['cause'] = cyclic;
    cyclic['error'] = [cyclic];
    expect(toProviderError(cyclic).details.limitTokens).toBe(4000);
    const deep = Array.from({ length: 5000 }).reduce<unknown>((inner) => ({ error: inner }), 'bottom');
    expectSound(toProviderError(deep));
    const late = `${'word '.repeat(2000)} prompt is too long: 5000 tokens > 4000 maximum`;
    expect(toProviderError({ status: 400, body: { error: { message: late } } }).kind).toBe('invalid-request');
  });

  test('numbers beyond reason are left out', () => {
    const error = toProviderError({ status: 400, body: `prompt is too long: ${'9'.repeat(400)} tokens > 0 maximum` });
    expect(error.details).toEqual({ kind: 'context-overflow', status: 400 });
  });

  test('any value gives a sound error', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
        (value) => {
          expectSound(toProviderError(value));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('random text is never taken for an overflow', () => {
    const word = fc.constantFrom(
      'the',
      'model',
      'said',
      'tokens',
      'limit',
      '4,096',
      '128000',
      'error',
      'file',
      'long',
      '{',
      '"',
      '<p>',
      'window',
    );
    const text = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(undefined, 404, 422, 500), (message, status) => {
        const error = toProviderError({ status, body: { error: { message: `x ${message}` } } });
        expectSound(error);
        expect(error.kind).not.toMatch(/overflow|cap/);
        expect(error.details.limitTokens).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});
