/** `/mcp`: the MCP servers and how they are. */
import type { McpServerStatus } from '@qwen-code/qwen-code-core';
import type { InteractiveCommand } from './types.js';

export const mcpCommand: InteractiveCommand = {
  name: 'mcp',
  description: 'Show the MCP servers and their tools',
  modes: ['interactive'],
  whileBusy: true,
  run({ config }) {
    const servers = config.getMcpServerStatuses();
    if (servers.length > 0) return { type: 'output', text: servers.map(describeServer).join('\n') };
    return {
      type: 'message',
      level: 'info',
      text: 'No MCP servers are configured. Add them to "mcpServers" in settings.json: {"name": {"command": "…"}}.',
    };
  },
};

function describeServer({ name, status, error, tools }: McpServerStatus): string {
  if (status === 'failed') return `- **${name}** failed: ${error ?? 'unknown reason'}`;
  if (status === 'connecting') return `- **${name}** is connecting`;
  return `- **${name}** connected, ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}: ${tools.map((tool) => `\`${tool}\``).join(', ')}`;
}
