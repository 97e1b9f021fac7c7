/** Opens a connection to an MCP server; the SDK loads with the first one. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { McpServerConfig } from './mcpServerConfig.js';
import { StdioTransport } from './stdioTransport.js';

/** What the end of a session waits for a server to hear of it, in milliseconds. */
const GOODBYE_MS = 500;

export interface ConnectionOptions {
  config: McpServerConfig;
  /** Working directory of the session. */
  cwd: string;
  clientVersion: string;
  signal: AbortSignal;
}

export interface Connection {
  client: Client;
  /** Ends the connection and what was started for it. */
  close(): Promise<void>;
}

/** @throws with a reason for people; nothing is left running then. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { config } = options;
  if (config.command) return openStdio(options, config.command);
  const address = config.httpUrl ?? config.url;
  if (!address) throw new Error('it has neither "command" nor "httpUrl" nor "url".');
  if (!URL.canParse(address)) throw new Error(`"${address}" is no address.`);
  return openHttp(options, new URL(address));
}

async function openStdio(options: ConnectionOptions, command: string): Promise<Connection> {
  const framing = await import('@modelcontextprotocol/sdk/shared/stdio.js');
  const { args = [], env = {}, cwd = options.cwd } = options.config;
  const transport = new StdioTransport({ command, args, env: { ...process.env, ...env }, cwd }, framing);
  try {
    return await open(transport, options);
  } catch (error) {
    await transport.close();
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`the program "${command}" was not found.`);
    const said = transport.stderr.trim();
    throw said ? new Error(`${messageOf(error)} It wrote: ${said}`, { cause: error }) : error;
  }
}

async function openHttp(options: ConnectionOptions, url: URL): Promise<Connection> {
  const { StreamableHTTPClientTransport, StreamableHTTPError } =
    await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const requestInit = { headers: options.config.headers ?? {} };
  const transport = new StreamableHTTPClientTransport(url, { requestInit });
  try {
    const connection = await open(transport as Transport, options);
    return {
      client: connection.client,
      async close() {
        // A server that cannot be told forgets the session by itself.
        const goodbye = transport.terminateSession().catch(() => undefined);
        await Promise.race([goodbye, delay(GOODBYE_MS, undefined, { ref: false })]);
        await connection.close();
      },
    };
  } catch (error) {
    await transport.close();
    const { code } = error as { code?: number };
    const isRefused = error instanceof StreamableHTTPError && code !== undefined && code >= 400 && code < 500;
    if (code === 401 || code === 403) {
      throw new Error(`it refused the request (HTTP ${code}); give it credentials in "headers".`);
    }
    // Servers of the older protocol refuse the POST that begins the newer one.
    if (!isRefused || options.config.httpUrl) throw error;
    return openSse(options, url, error);
  }
}

async function openSse(options: ConnectionOptions, url: URL, firstError: unknown): Promise<Connection> {
  const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
  const transport = new SSEClientTransport(url, { requestInit: { headers: options.config.headers ?? {} } });
  try {
    return await open(transport, options);
  } catch {
    await transport.close();
    // It speaks neither protocol: what the newer one said is what a person can act on.
    throw firstError;
  }
}

async function open(transport: Transport, { clientVersion, signal }: ConnectionOptions): Promise<Connection> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const client = new Client({ name: 'qwen-code', version: clientVersion });
  await untilAborted(client.connect(transport, { signal }), signal);
  return { client, close: () => client.close() };
}

/** The promise, or the reason of an abort that comes first. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it did not answer in time.';
  const isFetch = error.message === 'fetch failed' && error.cause instanceof Error;
  return isFetch ? `${error.message}: ${(error.cause as Error).message}` : error.message;
}
