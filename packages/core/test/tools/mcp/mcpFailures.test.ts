/** What MCP servers do wrong, and what they may return. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { McpClients, type McpClientsOptions } from '../../../src/tools/mcp/mcpClients.js';
import type { McpServerConfig } from '../../../src/tools/mcp/mcpServerConfig.js';
import { stableSchema } from '../../../src/tools/mcp/stableSchema.js';
import type { ToolContext, ToolResult } from '../../../src/tools/tool.js';
import { ToolRegistry } from '../../../src/tools/toolRegistry.js';
import { TemporaryWorkspace } from '../../support/temporaryWorkspace.js';
import { createTestServer } from './server.js';
import { bundleStdioServer } from './stdioProgram.js';

const program = bundleStdioServer();
const stdio: McpServerConfig = { command: process.execPath, args: [program] };

let workspace: TemporaryWorkspace;
let clients: McpClients | undefined;
let servers: HttpTestServer[];
beforeEach(() => {
  workspace = new TemporaryWorkspace();
  servers = [];
});
afterEach(async () => {
  await clients?.dispose();
  await Promise.all(servers.map((server) => server.stop()));
  workspace.remove();
});

async function connect(
  configs: Record<string, McpServerConfig>,
  options: Partial<McpClientsOptions> = {},
): Promise<ToolRegistry> {
  clients = new McpClients({ servers: configs, cwd: workspace.directory, ...options });
  const registry = new ToolRegistry();
  await clients.connect(registry);
  return registry;
}

function call(
  registry: ToolRegistry,
  name: string,
  params: Record<string, unknown> = {},
  context: Partial<ToolContext> = {},
): Promise<ToolResult> {
  const tool = registry.get(`mcp__test__${name}`);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool.execute(params, { ...workspace.context, ...context });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A stateful MCP server over HTTP that can be stopped, started again on its port, and cut off. */
class HttpTestServer {
  /** Calls of tools that arrived, by name. */
  readonly calls: string[] = [];
  /** Tools whose connection is cut when they are called, once each. */
  readonly cutOff = new Set<string>();
  private http: Server | undefined;
  private port = 0;
  private readonly sessions = new Map<string, StreamableHTTPServerTransport | SSEServerTransport>();

  constructor(private readonly protocol: 'streamable' | 'sse' = 'streamable') {
    servers.push(this);
  }

  async start(): Promise<string> {
    const handle = this.protocol === 'sse' ? this.handleSse : this.handleStreamable;
    this.http = createServer((request, response) => void handle(request, response));
    await new Promise<void>((resolve) => this.http?.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.http.address() as AddressInfo).port;
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  /** Forgets all sessions, as a restart does. */
  async stop(): Promise<void> {
    this.sessions.clear();
    this.http?.closeAllConnections();
    await new Promise((resolve) => (this.http ? this.http.close(resolve) : resolve(undefined)));
  }

  private readonly handleStreamable = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readJson(request);
    if (body?.method === 'tools/call') {
      const name = body.params?.name ?? '';
      this.calls.push(name);
      if (this.cutOff.delete(name)) return void request.socket.destroy();
    }
    const id = request.headers['mcp-session-id'];
    let transport = this.sessions.get(String(id)) as StreamableHTTPServerTransport | undefined;
    if (id && !transport) return void response.writeHead(404).end();
    if (!transport) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (session) => void this.sessions.set(session, transport!),
      });
      await createTestServer().connect(transport as never);
    }
    await transport.handleRequest(request, response, body);
  };

  private readonly handleSse = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://x');
    if (request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response);
      this.sessions.set(transport.sessionId, transport);
      return createTestServer().connect(transport);
    }
    const transport = this.sessions.get(url.searchParams.get('sessionId') ?? '') as SSEServerTransport | undefined;
    if (!transport) return void response.writeHead(405).end();
    await transport.handlePostMessage(request, response);
  };
}

async function readJson(
  request: IncomingMessage,
): Promise<{ method?: string; params?: { name?: string } } | undefined> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : (JSON.parse(text) as { method?: string });
}

describe('results', () => {
  it('name resources, hold structured content and show progress', async () => {
    const registry = await connect({ test: stdio });
    const { output, media } = await call(registry, 'resources');
    expect(output).toBe(
      '[resource a.txt: file:///a.txt (text/plain)]\n[resource note:1]\na note\n[resource blob:1: application/zip, 1 KB, not shown]',
    );
    expect(media?.map(({ inlineData }) => inlineData?.mimeType)).toEqual(['image/png']);
    expect((await call(registry, 'structured')).output).toBe('{"answer":42}');
    const shown: string[] = [];
    expect((await call(registry, 'progress', {}, { onOutput: (text) => shown.push(text) })).output).toBe('done');
    expect(shown).toEqual(['half way']);
  });

  it('are errors when the server refuses the arguments', async () => {
    const registry = await connect({ test: stdio });
    expect(await call(registry, 'add', { a: 'x' })).toMatchObject({ errorType: 'execution_failed' });
    expect((await call(registry, 'add', { a: 1, b: 2 })).output).toBe('3');
  });
});

describe('tools', () => {
  it('keep the order of settings and servers, and their own names when they look alike', async () => {
    const registry = await connect({
      'a b': { ...stdio, includeTools: ['pid'] },
      'a.b': { ...stdio, includeTools: ['pid'] },
    });
    const names = registry.all().map(({ name }) => name);
    expect(names[0]).toBe('mcp__a_b__pid');
    expect(names[1]).toMatch(/^mcp__a_b__pid_[0-9a-f]{8}$/);
    expect(clients?.status().map(({ tools }) => tools)).toEqual([[names[0]], [names[1]]]);
  });

  it('have schemas whose bytes do not depend on the order of keys', () => {
    const one = stableSchema({
      type: 'object',
      properties: { b: { type: 'string', enum: ['z', 'a'] }, a: {} },
      $schema: 'x',
    });
    const other = stableSchema({ properties: { a: {}, b: { enum: ['z', 'a'], type: 'string' } }, type: 'object' });
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect(one).toEqual({ type: 'object', properties: { a: {}, b: { type: 'string', enum: ['z', 'a'] } } });
  });

  it('of a trusted server need no approval', async () => {
    const registry = await connect({ test: { ...stdio, trust: true }, other: stdio });
    const { workspace: inside, readState, signal } = workspace.context;
    const preview = (name: string) => registry.get(name)?.preview?.({}, { workspace: inside, readState, signal });
    expect(await preview('mcp__test__add')).toBeNull();
    expect(await preview('mcp__other__add')).toMatchObject({ type: 'info' });
  });
});

describe('a server process', () => {
  it('that never answers holds the others up no longer than its limit, and is ended', async () => {
    const silent = { command: 'sh', args: ['-c', 'echo $$ >&2; echo noise; exec sleep 1000'] };
    const other = { httpUrl: await new HttpTestServer().start() };
    const registry = await connect({ silent, test: other }, { discoveryTimeoutMs: 1_500 });
    const [failed, connected] = clients?.status() ?? [];
    expect(failed).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^it did not answer in time\. It wrote: \d+$/),
    });
    expect(connected).toMatchObject({ status: 'connected' });
    expect((await call(registry, 'pid')).output).toBe(String(process.pid));
    const pid = Number(/\d+$/.exec(failed?.error ?? '')?.[0]);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('is ended with everything it started, also behind a wrapper that does not pass signals on', async () => {
    const wrapped = {
      command: 'sh',
      args: ['-c', `trap "" TERM; echo "a line that is no message"; ${process.execPath} ${program}; sleep 1000`],
    };
    const registry = await connect({ test: wrapped });
    const pid = Number((await call(registry, 'pid')).output);
    expect(pid).toBeGreaterThan(0);
    await clients?.dispose();
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('that gives no sign of life is given up after the timeout of the settings', async () => {
    const registry = await connect({ test: { ...stdio, timeout: 100 } });
    expect(await call(registry, 'wait')).toMatchObject({
      errorType: 'execution_failed',
      output: expect.stringMatching(/no sign of life for 0\.1 s/),
    });
  });
});

describe('a server over HTTP', () => {
  it('is found again after a restart, without a failed call', async () => {
    const server = new HttpTestServer();
    const registry = await connect({ test: { httpUrl: await server.start() } });
    await server.stop();
    await server.start();
    expect((await call(registry, 'pid')).output).toBe(String(process.pid));
    expect((await call(registry, 'add', { a: 2, b: 2 })).output).toBe('4');
  });

  it('says so when it is gone', async () => {
    const server = new HttpTestServer();
    const registry = await connect({ test: { httpUrl: await server.start() } });
    await server.stop();
    expect(await call(registry, 'pid')).toMatchObject({
      errorType: 'execution_failed',
      output: expect.stringMatching(/cannot be reached any more.*ECONNREFUSED/),
    });
  });

  it('gets a call again that broke off only when the call changes nothing', async () => {
    const server = new HttpTestServer();
    const registry = await connect({ test: { httpUrl: await server.start() } });
    server.cutOff.add('pid').add('add');
    expect((await call(registry, 'pid')).output).toBe(String(process.pid));
    const { output, errorType } = await call(registry, 'add', { a: 1, b: 2 });
    expect(errorType).toBe('execution_failed');
    expect(output).toMatch(/may have run or not/);
    expect(server.calls).toEqual(['pid', 'pid', 'add']);
    expect((await call(registry, 'add', { a: 1, b: 2 })).output).toBe('3');
  });

  it('may speak the older protocol', async () => {
    const server = new HttpTestServer('sse');
    const url = await server.start();
    const registry = await connect({ test: { url }, strict: { httpUrl: url } });
    expect((await call(registry, 'add', { a: 1, b: 2 })).output).toBe('3');
    expect(clients?.status()[1]).toMatchObject({ name: 'strict', status: 'failed' });
  });

  it('is reported when it wants credentials or is not there', async () => {
    const server = createServer((_, response) => void response.writeHead(401).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await connect({ locked: { httpUrl: `http://127.0.0.1:${port}` }, bad: { url: 'nonsense' } });
    server.close();
    expect(clients?.status().map(({ error }) => error)).toEqual([
      'it refused the request (HTTP 401); give it credentials in "headers".',
      '"nonsense" is no address.',
    ]);
    await connect({ gone: { url: `http://127.0.0.1:${port}` } });
    expect(clients?.status()[0]?.error).toMatch(/ECONNREFUSED/);
  });
});
