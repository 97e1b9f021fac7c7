import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(`./packages/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@qwen-code\/qwen-code-core$/, replacement: source('core/src/index.ts') },
      { find: /^@qwen-code\/model-simulator\/demo$/, replacement: source('model-simulator/src/demo/index.ts') },
      { find: /^@qwen-code\/model-simulator$/, replacement: source('model-simulator/src/index.ts') },
    ],
  },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'packages/*/test/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    reporters: ['default', './scripts/summaryReporter.mjs'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
  },
});
