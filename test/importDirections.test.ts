import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
let folder: string | undefined;
afterEach(() => folder && rmSync(folder, { recursive: true }));

/** Runs the check over a small tree; files are given as name → source. */
async function check(files: Record<string, string>): Promise<string> {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'qwen-imports-')));
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json']) {
    cpSync(path.join(root, name), path.join(folder, name));
  }
  for (const [name, source] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, source);
  }
  const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cruiser, 'packages', '--config', '--output-type', 'err'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

const core = 'packages/core/src';
const leaf = 'export const value = 1;\n';

describe('the import check', () => {
  it('passes imports that go down', async () => {
    const output = await check({
      [`${core}/agent/a.ts`]: "export { value } from '../services/b.js';\n",
      [`${core}/services/b.ts`]: "export { value } from '../utils/c.js';\n",
      [`${core}/utils/c.ts`]: leaf,
    });
    expect(output).toContain('no dependency violations');
  });

  it.each([
    ['upwards', `${core}/utils/a.ts`, '../agent/b.js', `${core}/agent/b.ts`, 'core-utils-imports-upwards'],
    ['of Config from below', `${core}/core/a.ts`, '../config/b.js', `${core}/config/b.ts`, 'core-loop-imports-upwards'],
    ['of a sibling', `${core}/tools/a.ts`, '../session/b.js', `${core}/session/b.ts`, 'core-tools-imports-a-sibling'],
    ['of the cli', `${core}/agent/a.ts`, '../../../cli/src/b.js', 'packages/cli/src/b.ts', 'core-imports-cli'],
  ])('refuses an import %s', async (_what, from, specifier, to, rule) => {
    expect(await check({ [from]: `export { value } from '${specifier}';\n`, [to]: leaf })).toContain(rule);
  });

  it('refuses a cycle', async () => {
    const output = await check({
      [`${core}/utils/a.ts`]: "import { b } from './b.js';\nexport const a = (): unknown => b;\n",
      [`${core}/utils/b.ts`]: "import { a } from './a.js';\nexport const b = (): unknown => a;\n",
    });
    expect(output).toContain('no-circular');
  });
});
