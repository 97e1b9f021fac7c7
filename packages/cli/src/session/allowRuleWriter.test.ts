import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { allowRuleWriter } from './allowRuleWriter.js';

it('adds rules one after the other, each once, and keeps what is there', async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'qwen-rules-'));
  try {
    const file = path.join(root, 'settings.json');
    writeFileSync(file, '{\n  // mine\n  "permissions": { "folders": { "/project": { "allow": ["glob"] } } }\n}\n');
    const add = allowRuleWriter({ file, folder: '/project' });
    await Promise.all([add('edit'), add('run_shell_command(npm test)'), add('edit')]);
    const written = readFileSync(file, 'utf8');
    expect(written).toContain('// mine');
    expect(JSON.parse(written.replace('// mine', ''))).toEqual({
      permissions: { folders: { '/project': { allow: ['glob', 'edit', 'run_shell_command(npm test)'] } } },
    });
    writeFileSync(file, '{');
    await expect(add('x')).rejects.toThrow();
    writeFileSync(file, '{}');
    await add('y');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      permissions: { folders: { '/project': { allow: ['y'] } } },
    });
  } finally {
    rmSync(root, { recursive: true });
  }
});
