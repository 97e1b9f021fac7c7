import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { script, startSimulator, summaryOr } from '@qwen-code/model-simulator';
import { build } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const run = promisify(execFile);

/** Inside the repository, so that the packages it imports are found. */
const folder = mkdtempSync(path.join(root, 'packages/core/test/docs/.sdk-guide-'));
afterAll(() => rmSync(folder, { recursive: true }));

const guide = readFileSync(path.join(root, 'docs/sdk.md'), 'utf8');
const program = /```ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
const source = path.join(folder, 'program.ts');
writeFileSync(source, program);

describe('the first program of the SDK guide', () => {
  it('is about 20 lines long', () => {
    expect(program.trim().split('\n').length).toBeLessThanOrEqual(25);
  });

  it('compiles', async () => {
    const config = path.join(folder, 'tsconfig.json');
    writeFileSync(config, JSON.stringify({ extends: '../../../../../tsconfig.json', include: ['program.ts'] }));
    const tsc = path.join(root, 'node_modules/typescript7/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', config]);
    expect(stdout).toBe('');
  });

  it('sends a message, runs the tool and compacts', async () => {
    const file = path.join(folder, 'program.mjs');
    await build({
      entryPoints: [source],
      outfile: file,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      alias: { '@qwen-code/qwen-code-core': path.join(root, 'packages/core/src/index.ts') },
    });
    const conversation = script([
      { toolCalls: [{ name: 'roll_dice', args: { sides: 20 } }] },
      ({ toolResults }) => ({ text: `It shows ${toolResults[0]?.output}. ${'And so on. '.repeat(500)}` }),
    ]);
    const simulator = await startSimulator({ respond: summaryOr(conversation, { words: 20 }) });
    try {
      const env = {
        ...process.env,
        HOME: folder,
        QWEN_HOME: path.join(folder, 'home'),
        OPENAI_API_KEY: 'none',
        OPENAI_BASE_URL: simulator.baseUrl('openai'),
      };
      const { stdout } = await run(process.execPath, [file], { cwd: folder, env });
      expect(stdout).toMatch(/It shows \d+\./);
      const [, before, after] = /(\d+) → (\d+) tokens/.exec(stdout) ?? [];
      expect(Number(after)).toBeLessThan(Number(before));
      expect(simulator.requests).toHaveLength(3);
    } finally {
      await simulator.close();
    }
  });
});
