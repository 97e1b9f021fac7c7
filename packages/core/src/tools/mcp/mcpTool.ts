/** A tool of an MCP server as one of ours. */
import type { Tool as ToolInfo } from '@modelcontextprotocol/sdk/types.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';
import { toToolResult } from './mcpResult.js';
import { McpCallError, type McpServer } from './mcpServer.js';
import { stableSchema } from './stableSchema.js';

/** Characters of the arguments that the one-line description shows. */
const DESCRIBED_CHARACTERS = 200;

/** @param name the name on the wire, `mcp__<server>__<tool>` */
export function createMcpTool(server: McpServer, info: ToolInfo, name: string): Tool {
  const { readOnlyHint = false, title = info.title } = info.annotations ?? {};
  return {
    name,
    displayName: `${title ?? info.name} (${server.name} MCP)`,
    kind: readOnlyHint ? 'read' : 'other',
    description: info.description?.trim() || title || info.name,
    parametersJsonSchema: stableSchema(info.inputSchema),
    describe: (params) => JSON.stringify(params).slice(0, DESCRIBED_CHARACTERS),
    preview: async (params) => {
      if (server.isTrusted) return null;
      const heading = `Call ${title ?? info.name} of the MCP server ${server.name}?`;
      return { type: 'info', title: heading, detail: JSON.stringify(params, null, 2) };
    },
    execute: (params, context) => execute(server, info, params, context),
  };
}

async function execute(
  server: McpServer,
  { name, annotations }: ToolInfo,
  params: Record<string, unknown>,
  { signal, onOutput }: ToolContext,
): Promise<ToolResult> {
  const isRepeatable = Boolean(annotations?.readOnlyHint ?? annotations?.idempotentHint);
  try {
    return toToolResult(await server.call(name, params, { signal, isRepeatable, onProgress: onOutput }));
  } catch (error) {
    if (!(error instanceof McpCallError)) throw error;
    return { output: error.message, errorType: 'execution_failed' };
  }
}
