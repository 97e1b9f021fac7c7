/** All MCP servers of a session. */
import type { Tool as McpToolDeclaration } from '@modelcontextprotocol/sdk/types.js';
import type { ToolRegistry } from '../toolRegistry.js';
import { McpConnection } from './mcpConnection.js';
import type { McpServerConfig } from './mcpServerConfig.js';
import { createMcpTool } from './mcpTool.js';

export interface McpServerStatus {
  name: string;
  status: 'connected' | 'failed';
  /** Why it is not available, for people. */
  error?: string;
  /** Names of its tools as the model sees them. */
  tools: string[];
}

export interface McpClientsOptions {
  servers: Readonly<Record<string, McpServerConfig>>;
  /** Working directory of servers that name none. */
  cwd: string;
}

export class McpClients {
  private readonly connections: McpConnection[];
  private statuses: McpServerStatus[] = [];

  constructor({ servers, cwd }: McpClientsOptions) {
    this.connections = Object.entries(servers).map(([name, config]) => new McpConnection(name, config, cwd));
  }

  /** Connects to all servers side by side and registers their tools. A server that fails is only a status. */
  async connect(registry: ToolRegistry, signal?: AbortSignal): Promise<void> {
    this.statuses = await Promise.all(this.connections.map((connection) => discover(connection, registry, signal)));
  }

  status(): readonly McpServerStatus[] {
    return this.statuses;
  }

  /** Ends the servers that were started. */
  async dispose(): Promise<void> {
    await Promise.allSettled(this.connections.map((connection) => connection.close()));
  }
}

async function discover(
  connection: McpConnection,
  registry: ToolRegistry,
  signal: AbortSignal | undefined,
): Promise<McpServerStatus> {
  const { name } = connection;
  try {
    const tools: string[] = [];
    for (const declaration of await connection.listTools(signal)) {
      if (!isOffered(declaration, connection.config)) continue;
      const tool = createMcpTool(connection, declaration);
      if (registry.get(tool.name)) continue;
      registry.register(tool);
      tools.push(tool.name);
    }
    return { name, status: 'connected', tools };
  } catch (error) {
    return { name, status: 'failed', error: error instanceof Error ? error.message : String(error), tools: [] };
  }
}

function isOffered({ name }: McpToolDeclaration, { includeTools, excludeTools }: McpServerConfig): boolean {
  return (includeTools?.includes(name) ?? true) && !excludeTools?.includes(name);
}
