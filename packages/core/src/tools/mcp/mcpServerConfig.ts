/** MCP servers as settings name them. */

/** One entry of `mcpServers`: a program to start (`command`) or an address (`httpUrl` or `url`). */
export interface McpServerConfig {
  command?: string;
  args?: string[];
  /** Variables on top of those of this process. */
  env?: Record<string, string>;
  /** Working directory of the program; default that of the session. */
  cwd?: string;

  /** Address of a streamable HTTP server. */
  httpUrl?: string;
  /** Address of a streamable HTTP server or of one with the older SSE transport, which is tried when the first fails. */
  url?: string;
  headers?: Record<string, string>;

  /** How long a call may take without a sign of life, in milliseconds; default 600,000. */
  timeout?: number;
  /** Its tools run without asking. */
  trust?: boolean;
  /** The only tools to offer. */
  includeTools?: string[];
  excludeTools?: string[];
  description?: string;
}
