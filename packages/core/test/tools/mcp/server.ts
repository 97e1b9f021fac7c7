/** A small MCP server for tests, made with the SDK; speaks over any transport. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

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
  server.registerTool('resources', {}, async () => ({
    content: [
      { type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt', mimeType: 'text/plain' },
      { type: 'resource', resource: { uri: 'note:1', text: 'a note' } },
      { type: 'resource', resource: { uri: 'blob:1', blob: PIXEL, mimeType: 'application/zip' } },
      { type: 'resource', resource: { uri: 'blob:2', blob: PIXEL, mimeType: 'image/png' } },
    ],
  }));
  server.registerTool('structured', { outputSchema: { answer: z.number() } }, async () => ({
    content: [],
    structuredContent: { answer: 42 },
  }));
  server.registerTool('add', { inputSchema: { b: z.number(), a: z.number() } }, async ({ a, b }) => text(`${a + b}`));
  server.registerTool('progress', {}, async ({ _meta, sendNotification }) => {
    const progressToken = _meta?.progressToken ?? 0;
    await sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress: 1, total: 2, message: 'half way' },
    });
    // An answer shows that the client has seen the message above.
    await server.server.ping();
    return text('done');
  });
  return server;
}

function text(value: string): { content: Array<{ type: 'text'; text: string }> } {
  return { content: [{ type: 'text', text: value }] };
}
