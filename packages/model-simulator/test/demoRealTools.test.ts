/** The jobs of the demo model with core's real tools on a real folder. */
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEditTool } from '../../core/src/tools/edit.js';
import { FileReadState } from '../../core/src/tools/files/fileReadState.js';
import { Workspace } from '../../core/src/tools/files/workspace.js';
import { createGlobTool } from '../../core/src/tools/glob.js';
import { createGrepSearchTool } from '../../core/src/tools/grepSearch.js';
import { createListDirectoryTool } from '../../core/src/tools/listDirectory.js';
import { createReadFileTool } from '../../core/src/tools/readFile.js';
import { BackgroundProcesses } from '../../core/src/tools/shell/backgroundProcesses.js';
import { createShellTool } from '../../core/src/tools/shell/shellTool.js';
import { createTodoWriteTool } from '../../core/src/tools/todoWrite.js';
import type { AnyTool, TodoItem, ToolContext } from '../../core/src/tools/tool.js';
import { createWriteFileTool } from '../../core/src/tools/writeFile.js';
import { play, TOOL_NAMES, type Outcome } from '../src/demo/testConversation.js';

let folder: string;
let todos: TodoItem[];
let tools: Map<string, AnyTool>;
let context: ToolContext;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'demo-'));
  await mkdir(path.join(folder, 'src'));
  await writeFile(
    path.join(folder, 'README.md'),
    '# Kite\n\nFlies kites over HTTP. Needs wind.\n\n## Use\n\nRun it.\n',
  );
  await writeFile(
    path.join(folder, 'src/kite.ts'),
    '/** A kite. */\nexport const kite = "red";\n// TODO: more colours\n',
  );
  await writeFile(path.join(folder, 'package.json'), '{"name":"kite","version":"1.0.0"}\n');
  todos = [];
  const store = { getTodos: () => todos, setTodos: (next: TodoItem[]) => void (todos = next) };
  const all: AnyTool[] = [
    createReadFileTool(),
    createWriteFileTool(),
    createEditTool(),
    createListDirectoryTool(),
    createGlobTool(),
    createGrepSearchTool(),
    createShellTool(new BackgroundProcesses()),
    createTodoWriteTool(store),
  ];
  tools = new Map(all.map((tool) => [tool.name, tool]));
  context = {
    callId: 'call',
    signal: new AbortController().signal,
    workspace: new Workspace(folder),
    readState: new FileReadState(),
    spillDirectory: path.join(folder, '.spill'),
    maxOutputCharacters: 25_000,
  };
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function run({ name, args }: { name: string; args: Record<string, unknown> }): Promise<Outcome> {
  const tool = tools.get(name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  const refusal = tool.validate?.(args, context.workspace);
  if (refusal) return { error: refusal };
  const result = await tool.execute(args, context);
  return result.errorType ? { error: result.output } : { output: result.output };
}

async function answer(message: string): Promise<string> {
  return (await play(message, run, { system: `Working directory: ${folder}`, tools: TOOL_NAMES })).answer;
}

describe('the demo model with real tools', () => {
  it('describes the folder and summarises a file', async () => {
    const text = await answer('What is in this folder? Read README.md and summarise it');
    expect(text).toContain('1 folder and 2 files');
    expect(text).toContain('- src/: source code');
    expect(text).toContain('Flies kites over HTTP. Needs wind.');
  });

  it('explains the project', async () => {
    expect(await answer('Explain this project')).toMatch(/Title: Kite[\s\S]*- name: kite/);
  });

  it('finds text', async () => {
    expect(await answer('Find "TODO" in src')).toContain('src/kite.ts:3:// TODO: more colours');
  });

  it('counts and charts lines', async () => {
    expect(await answer('Count the lines and chart them')).toMatch(/11 lines in all[\s\S]*\.md +█+ 7 \(1 file\)/);
  });

  it('counts the lines of one kind', async () => {
    expect(await answer('count lines of .ts files')).toMatch(/3 lines in all, in 1 \.ts file:[^]*src\/kite\.ts █+ 3\n/);
  });

  it('runs a command', async () => {
    expect(await answer('Run `echo wind | tr a-z A-Z`')).toContain('WIND');
  });

  it('edits by instruction', async () => {
    expect(await answer('Replace "red" with "blue" in src/kite.ts')).toContain('Replaced “red” with “blue”');
    expect(await readFile(path.join(folder, 'src/kite.ts'), 'utf8')).toContain('kite = "blue"');
  });

  it('creates a file', async () => {
    await answer('Create file notes/today.txt with "calm"');
    expect(await readFile(path.join(folder, 'notes/today.txt'), 'utf8')).toBe('calm\n');
  });

  it('keeps a todo list', async () => {
    await answer('Make a todo list: build, fly');
    expect(todos.map(({ content, status }) => [content, status])).toEqual([
      ['build', 'pending'],
      ['fly', 'pending'],
    ]);
  });

  it('reads all files of a kind', async () => {
    expect(await answer('Read all .ts files in src')).toContain('- src/kite.ts: 3 lines, 13 words. A kite.');
  });

  it('passes on what a tool says went wrong', async () => {
    expect(await answer('Summarise gone.md')).toContain('There is no file gone.md.');
  });
});
