/** A real folder with files, and the context that a tool call would get in it. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FileReadState } from '../../src/tools/files/fileReadState.js';
import { Workspace } from '../../src/tools/files/workspace.js';
import type { ToolContext } from '../../src/tools/tool.js';

export class TemporaryWorkspace {
  /** Holds the workspace's folder and whatever should lie outside of it. */
  readonly outside = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'qwen-test-')));
  readonly directory = path.join(this.outside, 'project');
  readonly context: ToolContext;

  constructor(files: Record<string, string | Uint8Array> = {}) {
    mkdirSync(this.directory);
    for (const [name, content] of Object.entries(files)) this.write(name, content);
    this.context = {
      callId: 'call-1',
      signal: new AbortController().signal,
      workspace: new Workspace(this.directory),
      readState: new FileReadState(),
      spillDirectory: path.join(this.outside, 'spill'),
      maxOutputCharacters: 25_000,
    };
  }

  path(...parts: string[]): string {
    return path.join(this.directory, ...parts);
  }

  /** Writes a file, its folders included, and returns its absolute path. */
  write(name: string, content: string | Uint8Array): string {
    const file = path.resolve(this.directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  /** As if the model had read the files. */
  remember(...names: string[]): void {
    for (const name of names) this.context.readState.remember(this.path(name), readFileSync(this.path(name)));
  }

  remove(): void {
    rmSync(this.outside, { recursive: true, force: true });
  }
}
