/** Names of MCP tools as models see them. */
import { createHash } from 'node:crypto';

/** The longest tool name that all providers accept, in characters. */
const MAX_NAME_LENGTH = 64;

/** `mcp__<server>__<tool>`: only letters, digits, `_` and `-`; long names are cut and stay unique by a hash. */
export function mcpToolName(server: string, tool: string): string {
  const name = `mcp__${server}__${tool}`.replaceAll(/[^\w-]/g, '_');
  if (name.length <= MAX_NAME_LENGTH) return name;
  const hash = createHash('sha256').update(`${server}\0${tool}`).digest('hex').slice(0, 8);
  return `${name.slice(0, MAX_NAME_LENGTH - 9)}_${hash}`;
}
