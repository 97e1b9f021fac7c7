/** Names of MCP tools on the wire. */
import { createHash } from 'node:crypto';

/** The longest tool name that every provider takes. */
const MAX_LENGTH = 64;

function sanitized(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}

/** `mcp__<server>__<tool>` in letters that every provider takes; what is cut off is replaced by a hash. */
export function mcpToolName(server: string, tool: string, isTaken: (name: string) => boolean = () => false): string {
  const name = `mcp__${sanitized(server)}__${sanitized(tool)}`;
  if (name.length <= MAX_LENGTH && !isTaken(name)) return name;
  const hash = createHash('sha256').update(`${server}\0${tool}`).digest('hex').slice(0, 8);
  return `${name.slice(0, MAX_LENGTH - hash.length - 1)}_${hash}`;
}
