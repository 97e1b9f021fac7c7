/** Which MCP servers to start: from the settings and `--mcp-config`; and which are waited for. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '@qwen-code/qwen-code-core';
import { FatalConfigError } from '../errors.js';
import type { Settings } from '../settings/schema.js';
import { isObject } from '../utils/isObject.js';

export interface McpSources {
  cwd: string;
  settings: Settings;
  /** JSON, or a file that holds it: `{"mcpServers": {…}}` or the inner object. */
  mcpConfig?: string;
  /** Names from the command line; they take the place of those in the settings. */
  allowedNames?: readonly string[];
}

/** By name; a server of `mcpConfig` replaces one of the settings. @throws FatalConfigError for a config that is none. */
export async function mcpServers({
  cwd,
  settings,
  mcpConfig,
  allowedNames,
}: McpSources): Promise<Record<string, object>> {
  const given = mcpConfig === undefined ? {} : await readMcpConfig(mcpConfig, cwd);
  const allowed = allowedNames ?? settings.mcp?.allowed;
  const excluded = settings.mcp?.excluded ?? [];
  const servers = Object.entries({ ...settings.mcpServers, ...given });
  for (const [name, server] of servers)
    if (!isObject(server))
      throw new FatalConfigError(`The MCP server "${name}" must be an object, such as {"command": "…"}.`);
  const unknown = allowedNames?.find((name) => !servers.some(([known]) => known === name));
  if (unknown !== undefined)
    throw new FatalConfigError(
      `--allowed-mcp-server-names names "${unknown}", but the configured servers are: ${servers.map(([name]) => name).join(', ') || 'none'}.`,
    );
  const used = servers.filter(([name]) => (allowed?.includes(name) ?? true) && !excluded.includes(name));
  return Object.fromEntries(used) as Record<string, object>;
}

async function readMcpConfig(value: string, cwd: string): Promise<Record<string, unknown>> {
  const isInline = value.trimStart().startsWith('{');
  const source = isInline ? '--mcp-config' : path.resolve(cwd, value);
  let config: unknown;
  try {
    config = JSON.parse(isInline ? value : await readFile(source, 'utf8'));
  } catch (error) {
    const problem =
      error instanceof SyntaxError ? `is not valid JSON (${error.message})` : `cannot be read (${String(error)})`;
    throw new FatalConfigError(`${source} ${problem}.`, { cause: error });
  }
  const servers = isObject(config) && 'mcpServers' in config ? config['mcpServers'] : config;
  if (!isObject(servers))
    throw new FatalConfigError(
      `${source} must hold {"mcpServers": {"name": {"command": "…"}}}, but has no such object.`,
    );
  return servers;
}

/** Names of the servers without which the session is not open yet. */
export function connectingServers(config: Config): string[] {
  const connecting = config.getMcpServerStatuses().filter(({ status }) => status === 'connecting');
  return connecting.map(({ name }) => name);
}
