import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FatalConfigError } from '../errors.js';
import { mcpServers } from './mcpServers.js';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(os.tmpdir(), 'qwen-mcp-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

describe('mcpServers', () => {
  const settings = { mcpServers: { a: { command: 'a' }, b: { command: 'b' } }, mcp: { excluded: ['b'] } };

  it('joins the settings with JSON or a file', async () => {
    expect(await mcpServers({ cwd, settings })).toEqual({ a: { command: 'a' } });
    const mcpConfig = '{"mcpServers": {"a": {"command": "other"}, "c": {"url": "http://c"}}}';
    const joined = { a: { command: 'other' }, c: { url: 'http://c' } };
    expect(await mcpServers({ cwd, settings, mcpConfig })).toEqual(joined);
    writeFileSync(path.join(cwd, 'mcp.json'), '{"c": {"url": "http://c"}}');
    expect(await mcpServers({ cwd, settings, mcpConfig: 'mcp.json' })).toEqual({
      a: { command: 'a' },
      c: { url: 'http://c' },
    });
  });

  it('starts only the named ones, flags before settings', async () => {
    const limited = { ...settings, mcp: { allowed: ['a'] } };
    expect(Object.keys(await mcpServers({ cwd, settings: limited }))).toEqual(['a']);
    expect(Object.keys(await mcpServers({ cwd, settings: limited, allowedNames: ['b'] }))).toEqual(['b']);
  });

  it.each([
    ['{"a": ', /--mcp-config is not valid JSON/],
    ['missing.json', /missing\.json cannot be read/],
    ['{"mcpServers": []}', /must hold \{"mcpServers"/],
    ['{"a": "npx server"}', /The MCP server "a" must be an object/],
  ])('refuses %s', async (mcpConfig, message) => {
    const refused = mcpServers({ cwd, settings: {}, mcpConfig });
    await expect(refused).rejects.toThrow(FatalConfigError);
    await expect(refused).rejects.toThrow(message);
  });

  it('refuses names of servers that are not there', async () => {
    await expect(mcpServers({ cwd, settings, allowedNames: ['z'] })).rejects.toThrow(
      'the configured servers are: a, b',
    );
  });
});
