/** The MCP servers of a session. Without servers nothing of MCP is loaded. */
import type { ToolRegistry } from '../toolRegistry.js';
import type { McpServer } from './mcpServer.js';
import type { McpServerConfig } from './mcpServerConfig.js';
import { mcpToolName } from './mcpToolName.js';
import { errorMessage } from '../../utils/errorMessage.js';

export interface McpServerStatus {
  name: string;
  status: 'connecting' | 'connected' | 'failed';
  /** Why it failed, for people. */
  error?: string;
  /** Names of its tools on the wire. */
  tools: string[];
}

export interface McpClientsOptions {
  servers: Record<string, McpServerConfig>;
  /** Working directory of the session. */
  cwd: string;
  clientVersion?: string;
  /** How long a server may take to start and list its tools, in milliseconds; default 30,000. */
  discoveryTimeoutMs?: number;
}

export class McpClients {
  private readonly servers: McpServer[] = [];
  private readonly statuses: McpServerStatus[];

  constructor(private readonly options: McpClientsOptions) {
    this.statuses = Object.keys(options.servers).map((name) => ({ name, status: 'connecting', tools: [] }));
  }

  /** In the order of the settings. */
  status(): readonly McpServerStatus[] {
    return this.statuses;
  }

  /**
   * Connects to all servers at once and registers their tools. A server that fails shows in `status` and holds nothing
   * up but its own time limit.
   */
  async connect(registry: ToolRegistry, signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (this.statuses.length === 0) return;
    const [{ McpServer: Server }, { createMcpTool }] = await Promise.all([
      import('./mcpServer.js'),
      import('./mcpTool.js'),
    ]);
    const { servers, cwd, clientVersion = '0', discoveryTimeoutMs } = this.options;
    const started = await Promise.all(
      this.statuses.map(async (status) => {
        const config = servers[status.name] ?? {};
        const server = new Server({ name: status.name, config, cwd, clientVersion, discoveryTimeoutMs });
        this.servers.push(server);
        try {
          const tools = await server.start(signal);
          status.status = 'connected';
          return { status, server, tools };
        } catch (error) {
          status.status = 'failed';
          status.error = errorMessage(error);
          return undefined;
        }
      }),
    );
    // Only now, so that names and their order do not depend on which server was first.
    for (const one of started) {
      if (!one) continue;
      for (const info of one.tools) {
        const name = mcpToolName(one.server.name, info.name, (taken) => registry.get(taken) !== undefined);
        if (registry.get(name)) continue;
        registry.register(createMcpTool(one.server, info, name));
        one.status.tools.push(name);
      }
    }
  }

  /** Ends all connections and the servers that were started. */
  async dispose(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.dispose()));
  }
}
