import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectConfiguration } from './projectConfiguration.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'qwen-project-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, content: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
}

it('is empty for a folder that brings nothing', async () => {
  write('QWEN.md', 'Be kind.');
  write('src/settings.json', '{}');
  write('.env/bin/python', '');
  expect(await projectConfiguration(folder)).toEqual([]);
});

it('names everything that would take effect', async () => {
  write('.qwen/settings.json', '{ "mcpServers": { "db": {"command": "x"} }, "hooks": { "Stop": [] } /* yes */ }');
  write('.env', 'A=1');
  write('.qwen/commands/one.md', 'x');
  write('.qwen/agents/a.md', 'x');
  write('.qwen/agents/b.md', 'x');
  expect(await projectConfiguration(folder)).toEqual([
    'settings in .qwen/settings.json',
    'MCP servers that are started: db',
    'hooks that run commands: Stop',
    'environment variables in .env',
    '1 command in .qwen/commands',
    '2 agents in .qwen/agents',
  ]);
});
