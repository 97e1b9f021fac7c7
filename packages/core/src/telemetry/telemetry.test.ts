import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventExporter } from './eventExporter.js';
import { Telemetry } from './telemetry.js';
import type { TelemetryEvent } from './telemetryEvents.js';
import { resolveTelemetrySettings, type TelemetrySettings } from './telemetrySettings.js';
import { UiTelemetryService } from './uiTelemetry.js';

let directory: string;
let warnings: string[];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'qwen-telemetry-'));
  warnings = [];
});

afterEach(() => rm(directory, { recursive: true, force: true }));

function telemetryFor(settings: TelemetrySettings): Telemetry {
  return new Telemetry({
    settings,
    sessionId: 'sid',
    version: '1.2.3',
    onWarning: (message) => warnings.push(message),
  });
}

describe('resolveTelemetrySettings', () => {
  it('is off unless asked for, and lets the environment win', () => {
    expect(resolveTelemetrySettings(undefined, {})).toMatchObject({ enabled: false, logPrompts: false });
    expect(
      resolveTelemetrySettings(
        { enabled: false, otlpEndpoint: 'http://a', otlpProtocol: 'grpc', outfile: '/a' },
        {
          QWEN_TELEMETRY_ENABLED: 'true',
          QWEN_TELEMETRY_OTLP_ENDPOINT: 'http://b',
          QWEN_TELEMETRY_OTLP_PROTOCOL: 'http',
          QWEN_TELEMETRY_LOG_PROMPTS: '1',
          QWEN_TELEMETRY_OUTFILE: '/b',
        },
      ),
    ).toEqual({ enabled: true, otlpEndpoint: 'http://b', otlpProtocol: 'http', logPrompts: true, outfile: '/b' });
    expect(resolveTelemetrySettings({ enabled: true }, { QWEN_TELEMETRY_ENABLED: '0' }).enabled).toBe(false);
  });
});

describe('Telemetry', () => {
  it('writes nothing when it is off', async () => {
    const telemetry = telemetryFor({ enabled: false, outfile: path.join(directory, 'out.jsonl') });
    telemetry.logChatCompression({ tokens_before: 10, tokens_after: 5 });
    await telemetry.close();
    expect(await readdir(directory)).toEqual([]);
  });

  it('appends events to a file, without arguments of tools unless they are wanted', async () => {
    const outfile = path.join(directory, 'deep', 'out.jsonl');
    const telemetry = telemetryFor({ enabled: true, outfile, otlpEndpoint: 'http://unused' });
    telemetry.logChatCompression({ tokens_before: 10, tokens_after: 5, compression_input_token_count: 9 });
    telemetry.logApiRequest({ model: 'm', prompt_id: 'p' });
    telemetry.logApiResponse({ model: 'm', prompt_id: 'p', duration_ms: 7, input_token_count: 3 });
    telemetry.logApiError({ model: 'm', prompt_id: 'p', duration_ms: 1, error: 'no', error_type: 'rate-limit' });
    const call = { function_name: 'edit', function_args: { a: 1 }, duration_ms: 2, success: true, prompt_id: 'p' };
    telemetry.logToolCall(call);
    await telemetry.close();
    const open = telemetryFor({ enabled: true, outfile, logPrompts: true });
    open.logToolCall(call);
    await open.close();
    const events = (await readFile(outfile, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as TelemetryEvent);
    expect(events[0]).toEqual({
      'event.name': 'qwen-code.chat_compression',
      'event.timestamp': expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      'session.id': 'sid',
      tokens_before: 10,
      tokens_after: 5,
      compression_input_token_count: 9,
    });
    expect(events.map((event) => event['event.name'])).toEqual(
      ['chat_compression', 'api_request', 'api_response', 'api_error', 'tool_call', 'tool_call'].map(
        (name) => `qwen-code.${name}`,
      ),
    );
    expect(events[4]).not.toHaveProperty('function_args');
    expect(events[5]).toMatchObject({ function_args: '{"a":1}' });
    expect((await stat(outfile)).mode & 0o777).toBe(0o600);
  });

  it('says once when a destination is missing or cannot be used, and goes on', async () => {
    await telemetryFor({ enabled: true }).close();
    expect(warnings.splice(0)).toEqual([expect.stringMatching(/no destination.*telemetry\.outfile/)]);
    const telemetry = telemetryFor({ enabled: true, outfile: directory });
    for (let round = 0; round < 3; round++) {
      telemetry.logApiRequest({ model: 'm', prompt_id: 'p' });
      await telemetry.close();
    }
    expect(warnings).toEqual([expect.stringMatching(/could not be delivered: EISDIR/)]);
  });
});

describe('delivery to a collector', () => {
  let server: Server;
  let requests: Array<{ url: string; type: string | undefined; body: string }>;
  let status: number;

  beforeEach(async () => {
    requests = [];
    status = 200;
    server = createServer((request: IncomingMessage, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        requests.push({ url: request.url!, type: request.headers['content-type'], body });
        response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const endpoint = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  it('sends one batch of OTLP log records in JSON', async () => {
    const telemetry = telemetryFor({ enabled: true, otlpEndpoint: `${endpoint()}/` });
    telemetry.logChatCompression({ tokens_before: 10, tokens_after: 5, ratio: 0.5, forced: true });
    telemetry.logApiRequest({ model: 'm', prompt_id: 'p' });
    await telemetry.close();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ url: '/v1/logs', type: 'application/json' });
    const { resourceLogs } = JSON.parse(requests[0]!.body) as {
      resourceLogs: Array<{
        resource: { attributes: unknown[] };
        scopeLogs: Array<{ logRecords: Array<{ timeUnixNano: string; body: object; attributes: unknown[] }> }>;
      }>;
    };
    expect(resourceLogs[0]!.resource.attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'qwen-code' } },
      { key: 'service.version', value: { stringValue: '1.2.3' } },
    ]);
    const records = resourceLogs[0]!.scopeLogs[0]!.logRecords;
    expect(records.map(({ body }) => body)).toEqual([
      { stringValue: 'qwen-code.chat_compression' },
      { stringValue: 'qwen-code.api_request' },
    ]);
    expect(records[0]!.timeUnixNano).toMatch(/^\d{19}$/);
    expect(records[0]!.attributes).toEqual(
      expect.arrayContaining([
        { key: 'tokens_before', value: { intValue: '10' } },
        { key: 'ratio', value: { doubleValue: 0.5 } },
        { key: 'forced', value: { boolValue: true } },
        { key: 'session.id', value: { stringValue: 'sid' } },
      ]),
    );
  });

  it('takes a full path as it is and treats a refusal as a lost batch', async () => {
    status = 503;
    const telemetry = telemetryFor({ enabled: true, otlpEndpoint: `${endpoint()}/v1/logs`, otlpProtocol: 'grpc' });
    telemetry.logApiRequest({ model: 'm', prompt_id: 'p' });
    await telemetry.close();
    expect(requests.map(({ url }) => url)).toEqual(['/v1/logs']);
    expect(warnings).toEqual([expect.stringMatching(/grpc/), expect.stringMatching(/status 503/)]);
  });

  it('names the network error when nobody listens', async () => {
    const telemetry = telemetryFor({ enabled: true, otlpEndpoint: 'http://127.0.0.1:1' });
    telemetry.logApiRequest({ model: 'm', prompt_id: 'p' });
    await telemetry.close();
    expect(warnings).toEqual([expect.stringMatching(/could not be delivered: .*ECONNREFUSED|bad port/)]);
  });
});

describe('EventExporter', () => {
  const event = (index: number): TelemetryEvent => ({ 'event.name': 'e', 'event.timestamp': '', index });

  it('delivers by itself after a while, in full batches, in order', async () => {
    const batches: number[][] = [];
    let delivered: () => void;
    const all = new Promise<void>((resolve) => (delivered = resolve));
    const exporter = new EventExporter({
      delayMs: 1,
      deliver: (events) => {
        batches.push(events.map(({ index }) => index as number));
        if (batches.flat().length === 450) delivered();
        return Promise.resolve();
      },
    });
    for (let index = 0; index < 450; index++) exporter.add(event(index));
    await all;
    expect(batches.flat()).toEqual([...Array(450).keys()]);
    expect(Math.max(...batches.map(({ length }) => length))).toBe(200);
  });

  it('goes on after a moment in which nothing waited', async () => {
    const delivered: number[] = [];
    const exporter = new EventExporter({
      delayMs: 1,
      deliver: (events) => {
        delivered.push(...events.map(({ index }) => index as number));
        return Promise.resolve();
      },
    });
    await exporter.close();
    for (let index = 0; index < 200; index++) exporter.add(event(index));
    await expect.poll(() => delivered.length).toBe(200);
    await exporter.close();
    exporter.add(event(200));
    await expect.poll(() => delivered.length).toBe(201);
  });

  it('gives up on a delivery that hangs, and drops the oldest of too many events', async () => {
    const sizes: number[] = [];
    const exporter = new EventExporter({
      deliver: (events, signal) => {
        sizes.push(events.length);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('gave up'))));
      },
      onFailure: (message) => warnings.push(message),
    });
    for (let index = 0; index < 5_000; index++) exporter.add(event(index));
    expect(sizes).toEqual([200]);
    await exporter.close();
    expect(warnings).toEqual([expect.stringMatching(/gave up/)]);
  });
});

describe('UiTelemetryService', () => {
  it('shows the size of the conversation and how compactions went', () => {
    const service = new UiTelemetryService();
    let changes = 0;
    const unsubscribe = service.subscribe(() => changes++);
    service.setLastPromptTokenCount(100);
    service.addCompaction({ originalTokenCount: 100, newTokenCount: 30, compressionStatus: 1 });
    service.addCompaction({ originalTokenCount: 50, newTokenCount: 50, compressionStatus: 4 });
    service.addCompaction({ originalTokenCount: 50, newTokenCount: 50, compressionStatus: 5 });
    unsubscribe();
    service.setLastPromptTokenCount(30);
    expect(service.getLastPromptTokenCount()).toBe(30);
    expect(service.getCompactions()).toEqual({ compacted: 1, failures: { 4: 1 }, tokensBefore: 100, tokensAfter: 30 });
    expect(changes).toBe(3);
  });
});
