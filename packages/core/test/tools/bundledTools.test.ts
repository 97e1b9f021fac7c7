/** The tools as a bundle in a process of their own: under a full disk, and with ripgrep near or far. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ToolResult } from '../../src/tools/tool.js';
import { TemporaryWorkspace } from '../support/temporaryWorkspace.js';

const run = promisify(execFile);
const coreFolder = fileURLToPath(new URL('../../', import.meta.url));
const nodeModules = path.resolve(coreFolder, '../../node_modules');

/** Takes a list of `[tool, parameters]` from a file, runs them one after the other and prints their results. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
import { createReadFileTool } from './src/tools/readFile.js';
import { createWriteFileTool } from './src/tools/writeFile.js';
import { createEditTool } from './src/tools/edit.js';
import { createGrepSearchTool } from './src/tools/grepSearch.js';
import { createSaveMemoryTool } from './src/tools/saveMemory.js';
import { Workspace } from './src/tools/files/workspace.js';
import { FileReadState } from './src/tools/files/fileReadState.js';
import { findRipgrep } from './src/tools/search/ripgrepPath.js';
const tools = [createReadFileTool(), createWriteFileTool(), createEditTool(), createGrepSearchTool(), createSaveMemoryTool()];
const context = { callId: '1', signal: new AbortController().signal, workspace: new Workspace(process.cwd()), readState: new FileReadState(), spillDirectory: '/nowhere', maxOutputCharacters: 25000 };
const results = [];
for (const [name, params] of JSON.parse(readFileSync('../calls.json', 'utf8'))) {
  const { output, errorType } = await tools.find((tool) => tool.name === name).execute(params, context);
  results.push({ output, errorType });
}
console.log(JSON.stringify({ results, ripgrep: await findRipgrep() }));
`;

let bundle: Uint8Array;
let files: TemporaryWorkspace;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: coreFolder, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    external: ['unpdf', 'html-to-text'],
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  });
  bundle = outputFiles[0]!.contents;
});
beforeEach(() => {
  files = new TemporaryWorkspace();
  files.write('../bundle.mjs', bundle);
});
afterEach(() => files.remove());

type Call = [tool: string, params: Record<string, unknown>];
type Output = { results: Array<Pick<ToolResult, 'output' | 'errorType'>>; ripgrep?: string };

/** @param shellPrefix what the shell does before it becomes the program */
async function callTools(calls: Call[], shellPrefix = '', env: Record<string, string> = {}): Promise<Output> {
  const command = `${shellPrefix} exec "$@"`;
  files.write('../calls.json', JSON.stringify(calls));
  const args = ['-c', command, 'sh', process.execPath, path.join(files.outside, 'bundle.mjs')];
  const { stdout } = await run('/bin/sh', args, { cwd: files.directory, env: { ...process.env, ...env } });
  return JSON.parse(stdout) as Output;
}

describe('writing when there is no room', () => {
  /** Files may grow to 64 KB; the signal for larger ones is ignored, so writes stop short and then fail. */
  const NO_ROOM = "trap '' XFSZ; ulimit -f 128;";

  it('leaves old content whole, makes no half file and says why', async () => {
    const old = 'old line\n'.repeat(5_000);
    files.write('a.txt', old);
    files.write('QWEN.md', old);
    const { results } = await callTools(
      [
        ['read_file', { file_path: 'a.txt' }],
        ['write_file', { file_path: 'a.txt', content: 'new line\n'.repeat(100_000) }],
        ['edit', { file_path: 'a.txt', old_string: 'old', new_string: 'very new'.repeat(10), replace_all: true }],
        ['write_file', { file_path: 'fresh.txt', content: 'x'.repeat(200_000) }],
        ['save_memory', { fact: 'y'.repeat(100_000), scope: 'project' }],
      ],
      NO_ROOM,
    );
    const reason = 'the file would be larger than the system allows';
    expect(results.slice(1)).toEqual([
      { errorType: 'execution_failed', output: `Cannot write a.txt: ${reason}. It is unchanged.` },
      { errorType: 'execution_failed', output: `Cannot write a.txt: ${reason}. It is unchanged.` },
      { errorType: 'execution_failed', output: `Cannot write fresh.txt: ${reason}. It was not created.` },
      { errorType: 'execution_failed', output: `Cannot write QWEN.md: ${reason}. Nothing was saved.` },
    ]);
    expect(readFileSync(files.path('a.txt'), 'utf8')).toBe(old);
    expect(readFileSync(files.path('QWEN.md'), 'utf8')).toBe(old);
    expect(readdirSync(files.directory).sort()).toEqual(['QWEN.md', 'a.txt']);
  });
});

describe('searching from a bundle', () => {
  const search: Call[] = [['grep_search', { pattern: 'needle' }]];

  it('uses the packaged program beside the bundle', async () => {
    symlinkSync(nodeModules, path.join(files.outside, 'node_modules'));
    files.write('a.txt', 'a needle\n');
    const { results, ripgrep } = await callTools(search);
    expect(ripgrep).toContain('@vscode');
    expect(results[0]?.output).toBe('a.txt:1:a needle');
  });

  it('searches without any program where there is none', async () => {
    files.write('a.txt', 'a needle\n');
    const { results, ripgrep } = await callTools(search, '', { PATH: '/nowhere' });
    expect(ripgrep).toBeUndefined();
    expect(results[0]?.output).toBe('a.txt:1:a needle');
  });
});
