/** One entry of the setting `mcpServers`. */
export interface McpServerConfig {
  /** Program of a server that speaks over its standard input and output. */
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
  /** Address of a server that speaks streamable HTTP. */
  httpUrl?: string;
  /** Address of a server that speaks HTTP with server-sent events, the older of the two. */
  url?: string;
  headers?: Record<string, string>;
  /** Milliseconds for one request; default 600,000. Connecting takes 30,000 at most. */
  timeout?: number;
  /** Calls of this server's tools need no approval. */
  trust?: boolean;
  /** The only tools to offer, by the server's own names. */
  includeTools?: string[];
  excludeTools?: string[];
}
