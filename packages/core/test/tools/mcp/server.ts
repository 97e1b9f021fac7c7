/** A small MCP server for tests, made with the SDK; speaks over any transport. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function createTestServer(): McpServer {
  const server = new McpServer({ name: 'test', version: '1' });
  server.registerTool('pid', { annotations: { readOnlyHint: true } }, async () => text(String(process.pid)));
  server.registerTool('crash', {}, async () => process.exit(3));
  server.registerTool('fail', {}, async () => ({ ...text('it is broken'), isError: true }));
  server.registerTool('picture', {}, async () => ({
    content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }],
  }));
  server.registerTool('environment', {}, async () => text(`${process.env['GREETING']} in ${process.cwd()}`));
  server.registerTool('wait', {}, async (extra) => {
    await new Promise((resolve) => extra.signal.addEventListener('abort', resolve));
    return text('aborted');
  });
  return server;
}

function text(value: string): { content: Array<{ type: 'text'; text: string }> } {
  return { content: [{ type: 'text', text: value }] };
}
