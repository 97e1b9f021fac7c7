import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  write('.qwen/settings.json', '{ "mcpServers": { "db": {"command": "x"} }, "approvalMode": "yolo" /* yes */ }');
  write('.env', 'A=1');
  write('.qwen/commands/one.md', 'x');
  write('.qwen/commands/deep/er/two.md', 'x');
  write('elsewhere/three.md', 'x');
  symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, '.qwen/commands/linked'));
  symlinkSync(path.join(folder, '.qwen/commands'), path.join(folder, 'elsewhere/back'));
  write('.qwen/agents/a.md', 'x');
  write('.qwen/agents/b.md', 'x');
  write('.qwen/agents/deep/not-read.md', 'x');
  expect(await projectConfiguration(folder)).toEqual([
    'settings in .qwen/settings.json',
    'tools.approvalMode: yolo',
    'MCP server db runs: x',
    'environment variables in .env',
    '3 commands in .qwen/commands',
    '2 agents in .qwen/agents',
  ]);
});
