/** The connection to one MCP server. The SDK is loaded with the first connection. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult, Tool as McpToolDeclaration } from '@modelcontextprotocol/sdk/types.js';
import type { McpServerConfig } from './mcpServerConfig.js';

const CONNECT_TIMEOUT_MS = 30_000;
const REQUEST_TIMEOUT_MS = 600_000;

/** Characters of a server's error output that are kept for messages. */
const STDERR_CHARACTERS = 2_000;

export class McpConnection {
  private client: Client | undefined;
  private stderr = '';

  constructor(
    readonly name: string,
    readonly config: McpServerConfig,
    private readonly cwd: string,
  ) {}

  /** @throws with a message for people when the server cannot be reached or does not answer in time. */
  async connect(signal?: AbortSignal): Promise<void> {
    const [{ Client }, transport] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      this.createTransport(),
    ]);
    const client = new Client({ name: 'qwen-code', version: '1' });
    client.onclose = () => {
      if (this.client === client) this.client = undefined;
    };
    try {
      await client.connect(transport, { timeout: CONNECT_TIMEOUT_MS, signal });
    } catch (error) {
      await transport.close();
      throw this.explained(error);
    }
    this.client = client;
  }

  /** All tools the server has, page by page. */
  async listTools(signal?: AbortSignal): Promise<McpToolDeclaration[]> {
    const client = await this.connected(signal);
    const tools: McpToolDeclaration[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools({ cursor }, { timeout: CONNECT_TIMEOUT_MS, signal });
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  }

  /** Calls a tool; a server that has gone is started once more first. */
  async callTool(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult> {
    const client = await this.connected(signal);
    const options = { timeout: this.config.timeout ?? REQUEST_TIMEOUT_MS, signal, resetTimeoutOnProgress: true };
    try {
      return (await client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult;
    } catch (error) {
      throw this.explained(error);
    }
  }

  async close(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.close();
  }

  private async connected(signal?: AbortSignal): Promise<Client> {
    if (!this.client) await this.connect(signal);
    return this.client as Client;
  }

  private async createTransport(): Promise<Transport> {
    const { command, args, env, cwd, httpUrl, url, headers } = this.config;
    if (command) {
      const { StdioClientTransport, getDefaultEnvironment } = await import('@modelcontextprotocol/sdk/client/stdio.js');
      const transport = new StdioClientTransport({
        command,
        args,
        env: { ...getDefaultEnvironment(), ...env },
        cwd: cwd ?? this.cwd,
        stderr: 'pipe',
      });
      transport.stderr?.on('data', (chunk: Buffer) => {
        this.stderr = (this.stderr + chunk.toString()).slice(-STDERR_CHARACTERS);
      });
      return transport;
    }
    const address = httpUrl ?? url;
    if (!address) throw new Error('it has neither "command" nor "httpUrl" nor "url".');
    const requestInit = { headers };
    if (httpUrl) {
      const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
      return new StreamableHTTPClientTransport(new URL(address), { requestInit });
    }
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
    return new SSEClientTransport(new URL(address), { requestInit });
  }

  private explained(error: unknown): Error {
    const message = error instanceof Error ? error.message : String(error);
    const said = this.stderr.trim();
    return new Error(said ? `${message} (it printed: ${said})` : message, { cause: error });
  }
}
