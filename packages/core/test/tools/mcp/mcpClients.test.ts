import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { afterEach, describe, expect, it } from 'vitest';
import { McpClients } from '../../../src/tools/mcp/mcpClients.js';
import type { McpServerConfig } from '../../../src/tools/mcp/mcpServerConfig.js';
import { mcpToolName } from '../../../src/tools/mcp/mcpToolName.js';
import type { ToolResult } from '../../../src/tools/tool.js';
import { ToolRegistry } from '../../../src/tools/toolRegistry.js';
import { TemporaryWorkspace } from '../../support/temporaryWorkspace.js';
import { createTestServer } from './server.js';
import { bundleStdioServer } from './stdioProgram.js';

const program = bundleStdioServer();
const stdio: McpServerConfig = { command: process.execPath, args: [program] };

let workspace: TemporaryWorkspace | undefined;
let clients: McpClients | undefined;
afterEach(async () => {
  await clients?.dispose();
  workspace?.remove();
});

async function connect(servers: Record<string, McpServerConfig>): Promise<ToolRegistry> {
  workspace = new TemporaryWorkspace();
  clients = new McpClients({ servers, cwd: workspace.directory });
  const registry = new ToolRegistry();
  await clients.connect(registry);
  return registry;
}

function call(registry: ToolRegistry, name: string, signal?: AbortSignal): Promise<ToolResult> {
  const context = { ...workspace!.context, ...(signal ? { signal } : {}) };
  return registry.get(`mcp__test__${name}`)!.execute({}, context);
}

describe('a stdio server', () => {
  it('offers its tools under names and kinds of ours', async () => {
    const registry = await connect({ test: stdio });
    expect(clients!.status()).toMatchObject([{ name: 'test', status: 'connected' }]);
    expect(registry.get('mcp__test__pid')?.kind).toBe('read');
    expect(registry.get('mcp__test__fail')?.kind).toBe('other');
  });

  it('gets its environment and runs in the project', async () => {
    const registry = await connect({ test: { ...stdio, env: { GREETING: 'hi' } } });
    expect((await call(registry, 'environment')).output).toBe(`hi in ${workspace!.directory}`);
  });

  it('answers with errors and pictures', async () => {
    const registry = await connect({ test: stdio });
    expect(await call(registry, 'fail')).toEqual({ output: 'it is broken', errorType: 'execution_failed' });
    const { media } = await call(registry, 'picture');
    expect(media?.[0]?.inlineData?.mimeType).toBe('image/png');
  });

  it('is started again after it died', async () => {
    const registry = await connect({ test: stdio });
    const before = (await call(registry, 'pid')).output;
    const crash = await call(registry, 'crash');
    expect(crash).toMatchObject({
      errorType: 'execution_failed',
      output: expect.stringMatching(/may have run or not/),
    });
    expect((await call(registry, 'pid')).output).not.toBe(before);
  });

  it('stops waiting when the call is aborted', async () => {
    const registry = await connect({ test: stdio });
    const controller = new AbortController();
    const waiting = call(registry, 'wait', controller.signal);
    controller.abort();
    await expect(waiting).rejects.toThrow();
    expect((await call(registry, 'pid')).output).toMatch(/^\d+$/);
  });

  it('ends with the session', async () => {
    const registry = await connect({ test: stdio });
    const pid = Number((await call(registry, 'pid')).output);
    await clients!.dispose();
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('offers only what the settings include', async () => {
    const registry = await connect({ test: { ...stdio, includeTools: ['pid', 'fail'], excludeTools: ['fail'] } });
    expect(registry.all().map(({ name }) => name)).toEqual(['mcp__test__pid']);
  });
});

describe('a server over HTTP', () => {
  it('is called with the headers of the settings', async () => {
    const seen: Array<string | undefined> = [];
    const http = createServer((request, response) => {
      seen.push(request.headers.authorization);
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      void createTestServer()
        .connect(transport as never)
        .then(() => transport.handleRequest(request, response));
    });
    const address = await listen(http);
    try {
      const registry = await connect({ test: { httpUrl: `${address}/mcp`, headers: { Authorization: 'Bearer x' } } });
      expect((await call(registry, 'pid')).output).toBe(String(process.pid));
      expect(new Set(seen)).toEqual(new Set(['Bearer x']));
    } finally {
      await clients!.dispose();
      http.closeAllConnections();
      http.close();
    }
  });
});

describe('servers that fail', () => {
  it('are told with what they printed, and the others are there', async () => {
    const broken = { command: process.execPath, args: ['-e', 'console.error("no licence"); process.exit(1)'] };
    const registry = await connect({ broken, missing: { command: 'no-such-program' }, empty: {}, test: stdio });
    const [first, second, third, fourth] = clients!.status();
    expect(first).toMatchObject({ status: 'failed', error: expect.stringContaining('no licence') });
    expect(second).toMatchObject({ status: 'failed', error: expect.stringContaining('no-such-program') });
    expect(third?.error).toBe('it has neither "command" nor "httpUrl" nor "url".');
    expect(fourth?.status).toBe('connected');
    expect(registry.get('mcp__test__pid')).toBeDefined();
  });
});

describe('mcpToolName', () => {
  it('uses only characters that providers take, and stays unique when cut', () => {
    expect(mcpToolName('my server', 'do.it')).toBe('mcp__my_server__do_it');
    const long = 'x'.repeat(100);
    expect(mcpToolName('s', `${long}1`)).toHaveLength(64);
    expect(mcpToolName('s', `${long}1`)).not.toBe(mcpToolName('s', `${long}2`));
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
