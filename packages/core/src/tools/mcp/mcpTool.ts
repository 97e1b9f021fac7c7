/** A tool of an MCP server as a tool of the agent. */
import type { Tool as McpToolDeclaration } from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchema } from '../../types.js';
import type { Tool } from '../tool.js';
import type { McpConnection } from './mcpConnection.js';
import { toToolResult } from './mcpResult.js';
import { mcpToolName } from './mcpToolName.js';

export function createMcpTool(connection: McpConnection, declaration: McpToolDeclaration): Tool {
  const { name, description, inputSchema, annotations } = declaration;
  return {
    name: mcpToolName(connection.name, name),
    displayName: `${annotations?.title ?? name} (${connection.name})`,
    kind: annotations?.readOnlyHint ? 'read' : 'other',
    description: description ?? annotations?.title ?? name,
    parametersJsonSchema: sortedKeys(inputSchema) as JsonSchema,
    describe: (params) => oneLine(JSON.stringify(params)),
    preview: async (params) =>
      connection.config.trust
        ? null
        : {
            type: 'info',
            title: `Call ${name} of the MCP server ${connection.name}?`,
            detail: JSON.stringify(params, null, 2),
          },
    execute: async (params, { signal }) => toToolResult(await connection.callTool(name, params, signal)),
  };
}

function oneLine(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`;
}

/** A server may list a schema's keys in another order at each start; the prompt must not change with it. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, entry]) => [key, sortedKeys(entry)]));
}
