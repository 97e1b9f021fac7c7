/** The bash grammar: found and loaded when a command is first parsed. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Parser } from 'web-tree-sitter';

export interface GrammarFiles {
  /** The tree-sitter runtime. */
  runtime: string;
  /** The bash grammar. */
  bash: string;
}

const RUNTIME_FILE = 'web-tree-sitter.wasm';
const BASH_FILE = 'tree-sitter-bash.wasm';

/**
 * Finds the two WebAssembly files: beside the running file or in the folder above it (a bundle and its chunks), else in
 * the installed packages.
 * @throws when neither place has them.
 */
export function findGrammarFiles(moduleUrl: string = import.meta.url): GrammarFiles {
  for (const folder of ['./', '../']) {
    const runtime = fileURLToPath(new URL(folder + RUNTIME_FILE, moduleUrl));
    const bash = fileURLToPath(new URL(folder + BASH_FILE, moduleUrl));
    if (existsSync(runtime) && existsSync(bash)) return { runtime, bash };
  }
  const { resolve } = createRequire(moduleUrl);
  return {
    runtime: resolve(`web-tree-sitter/${RUNTIME_FILE}`),
    bash: resolve(`@vscode/tree-sitter-wasm/wasm/${BASH_FILE}`),
  };
}

let parser: Promise<Parser> | undefined;

/** The one parser of this process. */
export function bashParser(): Promise<Parser> {
  parser ??= loadParser();
  return parser;
}

async function loadParser(): Promise<Parser> {
  const { Language, Parser } = await import('web-tree-sitter');
  const files = findGrammarFiles();
  await Parser.init({ wasmBinary: await readFile(files.runtime) });
  const loaded = new Parser();
  loaded.setLanguage(await Language.load(await readFile(files.bash)));
  return loaded;
}
