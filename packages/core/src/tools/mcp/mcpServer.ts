/** One MCP server: its connection, its tools, its calls. */
import type { CallToolResult, Tool as ToolInfo } from '@modelcontextprotocol/sdk/types.js';
import { messageOf, openConnection, untilAborted, type Connection, type ConnectionOptions } from './connection.js';

/** How long a server may take to start and list its tools. */
const DISCOVERY_TIMEOUT_MS = 30_000;
const DEFAULT_CALL_TIMEOUT_MS = 600_000;
/** How long a server may take to show that it is still there. */
const PING_TIMEOUT_MS = 5_000;
/** Pages of a tool list; more is an endless list. */
const MAX_PAGES = 100;

export type ServerOptions = Omit<ConnectionOptions, 'signal'> & {
  name: string;
  discoveryTimeoutMs?: number;
};

export interface CallOptions {
  signal: AbortSignal;
  /** The call may be made twice: it changes nothing. */
  isRepeatable: boolean;
  onProgress?(message: string): void;
}

/** A call that did not come back with a result; the message is for the model. */
export class McpCallError extends Error {
  override name = 'McpCallError';
}

export class McpServer {
  private connection: Connection | undefined;
  private connecting: Promise<Connection> | undefined;
  private readonly disposal = new AbortController();

  constructor(private readonly options: ServerOptions) {}

  /** Its tools run without asking. */
  get isTrusted(): boolean {
    return this.options.config.trust ?? false;
  }

  get name(): string {
    return this.options.name;
  }

  /** Connects and lists the tools that the settings let through. @throws with a reason for people. */
  async start(signal: AbortSignal): Promise<ToolInfo[]> {
    try {
      const tools = await this.discover(signal);
      const { includeTools, excludeTools = [] } = this.options.config;
      return tools.filter(({ name }) => (includeTools?.includes(name) ?? true) && !excludeTools.includes(name));
    } catch (error) {
      await this.dispose();
      throw new Error(messageOf(error), { cause: error });
    }
  }

  private get discoveryTimeoutMs(): number {
    return this.options.discoveryTimeoutMs ?? DISCOVERY_TIMEOUT_MS;
  }

  private async discover(stop: AbortSignal): Promise<ToolInfo[]> {
    const { client } = await this.connect(stop);
    if (!client.getServerCapabilities()?.tools) return [];
    const { ListToolsResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const signal = AbortSignal.any([stop, AbortSignal.timeout(this.discoveryTimeoutMs)]);
    const tools: ToolInfo[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      // Not `listTools`: it compiles a validator for every output schema.
      const result = await client.request({ method: 'tools/list', params: { cursor } }, ListToolsResultSchema, {
        signal,
      });
      tools.push(...result.tools);
      cursor = result.nextCursor;
      if (cursor === undefined) break;
    }
    return tools;
  }

  /**
   * Calls a tool. A connection that is gone is opened again once; the call is repeated when it cannot have run, or may.
   * @throws McpCallError, or the abort.
   */
  async call(tool: string, args: Record<string, unknown>, options: CallOptions): Promise<CallToolResult> {
    try {
      return await this.callOnce(tool, args, options);
    } catch (error) {
      options.signal.throwIfAborted();
      const failure = await classify(error);
      if (failure === 'answer') throw new McpCallError(`The MCP server "${this.name}" answered: ${messageOf(error)}`);
      if (failure === 'timeout') throw new McpCallError(this.timeoutText(tool));
      await this.drop();
      if (failure === 'not-sent' || options.isRepeatable) return this.callAgain(tool, args, options);
      throw new McpCallError(
        `The connection to the MCP server "${this.name}" broke during the call, which may have run or not: check before you repeat it. (${messageOf(error)})`,
      );
    }
  }

  private async callAgain(tool: string, args: Record<string, unknown>, options: CallOptions): Promise<CallToolResult> {
    try {
      return await this.callOnce(tool, args, options);
    } catch (error) {
      options.signal.throwIfAborted();
      throw new McpCallError(`The MCP server "${this.name}" cannot be reached any more: ${messageOf(error)}`);
    }
  }

  private async callOnce(tool: string, args: Record<string, unknown>, options: CallOptions): Promise<CallToolResult> {
    const { signal, onProgress } = options;
    const { client } = await this.connect(signal);
    const { CallToolResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    // Not `callTool`: it throws away results that do not match their own output schema.
    return client.request({ method: 'tools/call', params: { name: tool, arguments: args } }, CallToolResultSchema, {
      signal,
      timeout: this.options.config.timeout ?? DEFAULT_CALL_TIMEOUT_MS,
      resetTimeoutOnProgress: true,
      onprogress: ({ progress, total, message }) =>
        onProgress?.(message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`),
    });
  }

  private timeoutText(tool: string): string {
    const seconds = (this.options.config.timeout ?? DEFAULT_CALL_TIMEOUT_MS) / 1_000;
    return `${tool} of the MCP server "${this.name}" gave no sign of life for ${seconds} s and was given up; it may still run.`;
  }

  /** Ends the connection and the server, if we started it. */
  async dispose(): Promise<void> {
    this.disposal.abort();
    await this.connecting?.catch(() => undefined);
    await this.drop();
  }

  private async connect(signal: AbortSignal): Promise<Connection> {
    this.disposal.signal.throwIfAborted();
    if (this.connection) return this.connection;
    this.connecting ??= this.open().finally(() => (this.connecting = undefined));
    // Other calls may wait for the same connection, so an abort ends the waiting only.
    return untilAborted(this.connecting, signal);
  }

  private async open(): Promise<Connection> {
    const deadline = AbortSignal.timeout(this.discoveryTimeoutMs);
    const signal = AbortSignal.any([this.disposal.signal, deadline]);
    const connection = await openConnection({ ...this.options, signal });
    this.connection = connection;
    connection.client.onclose = () => {
      if (this.connection === connection) this.connection = undefined;
    };
    // A broken stream does not end waiting calls by itself.
    connection.client.onerror = () => void this.checkAlive(connection);
    return connection;
  }

  private async checkAlive(connection: Connection): Promise<void> {
    if (this.connection !== connection) return;
    try {
      await connection.client.ping({ timeout: PING_TIMEOUT_MS });
    } catch {
      if (this.connection === connection) await this.drop();
    }
  }

  private async drop(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    await connection?.close().catch(() => undefined);
  }
}

/**
 * - `answer`: the server refused the call
 * - `timeout`: it did not answer in time
 * - `not-sent`: the call cannot have reached it
 * - `broken`: the connection broke, nobody knows when
 */
async function classify(error: unknown): Promise<'answer' | 'timeout' | 'not-sent' | 'broken'> {
  const { ErrorCode, McpError } = await import('@modelcontextprotocol/sdk/types.js');
  if (error instanceof McpError) {
    const code: number = error.code;
    if (code === ErrorCode.RequestTimeout) return 'timeout';
    return code === ErrorCode.ConnectionClosed ? 'broken' : 'answer';
  }
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  // HTTP 400 and 404: the server does not know the session any more.
  const isRefused = code === 400 || code === 404 || cause?.code === 'ECONNREFUSED';
  return isRefused || (error as Error).message === 'The server is not running.' ? 'not-sent' : 'broken';
}
