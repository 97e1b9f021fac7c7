/** Programs that speak MCP over their standard streams. */

/** Has no tools, and says nothing until there is a file named `go`. */
export const WAITING_MCP_SERVER = `
import { createInterface } from 'node:readline';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  while (!existsSync('go')) await delay(20);
  const serverInfo = { name: 'slow', version: '1' };
  const result = method === 'initialize' ? { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo } : {};
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
`;
