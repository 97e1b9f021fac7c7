import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'qwen-pack-')));
const environment = { ...process.env, HOME: folder, QWEN_HOME: path.join(folder, 'home') };

async function run(command: string, args: string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd, env: environment, maxBuffer: 50e6 });
  return stdout;
}

/** Makes an empty project with one archive installed. */
async function install(archive: string, name: string): Promise<string> {
  const project = mkdtempSync(path.join(folder, `${name}-`));
  writeFileSync(path.join(project, 'package.json'), '{"private":true,"type":"module"}');
  await run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=1', path.join(folder, archive)],
    project,
  );
  return project;
}

/** Packing builds; it does so in a copy, since other tests run the bundle of this tree. */
beforeAll(async () => {
  const copy = path.join(folder, 'copy');
  const isSource = (file: string): boolean => !/[\\/](node_modules|dist)$/.test(file);
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts', 'packages']) {
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: isSource });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const workspaces = ['-w', 'packages/core', '-w', 'packages/cli'];
  await run('npm', ['pack', ...workspaces, '--pack-destination', folder], copy);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the archives of npm pack', () => {
  it('hold the cli as one bundle that runs where only it is installed', { timeout: 300_000 }, async () => {
    const archive = readdirSync(folder).find((name) => /^qwen-code-qwen-code-\d.*\.tgz$/.test(name))!;
    const project = await install(archive, 'cli');
    const qwen = path.join(project, 'node_modules/.bin/qwen');
    expect(await run(qwen, ['--version'], project)).toMatch(/^\d+\.\d+\.\d+\n$/);
    const answer = await run(qwen, ['-y', '-p', 'What is in this folder?'], project);
    expect(answer).toContain('package.json');
  });

  it('hold the core with its types, for programs in an empty folder', { timeout: 300_000 }, async () => {
    const archive = readdirSync(folder).find((name) => name.startsWith('qwen-code-qwen-code-core-'))!;
    const project = await install(archive, 'core');
    writeFileSync(
      path.join(project, 'program.ts'),
      "import { GeminiChat, tokenLimit, type Content } from '@qwen-code/qwen-code-core';\n" +
        "const content: Content = { role: 'user' };\nconsole.log(tokenLimit('qwen3-max'), typeof GeminiChat, content.role);\n",
    );
    const tsc = path.join(root, 'node_modules/typescript7/bin/tsc');
    const options = ['--module', 'nodenext', '--strict', '--skipLibCheck', '--types', '', '--lib', 'es2023,dom'];
    await run(process.execPath, [tsc, ...options, 'program.ts'], project);
    expect(await run(process.execPath, ['program.js'], project)).toBe('262144 function user\n');
    const pkgDir = path.join(project, 'node_modules/@qwen-code/qwen-code-core');
    expect((await publint({ pkgDir, pack: false, level: 'warning' })).messages).toEqual([]);
  });
});
