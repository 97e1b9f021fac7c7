import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageMentions } from './imagePaths.js';

let cwd: string;
let outside: string;

beforeAll(() => {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'images-')));
  cwd = path.join(folder, 'project');
  mkdirSync(path.join(cwd, 'docs'), { recursive: true });
  outside = path.join(folder, 'My shot.PNG');
  for (const file of [path.join(cwd, 'a.png'), path.join(cwd, 'docs', 'b c.jpg'), path.join(cwd, 'x.txt'), outside])
    writeFileSync(file, '');
});
afterAll(() => rmSync(path.dirname(cwd), { recursive: true }));

describe('imageMentions', () => {
  it('makes mentions of pasted paths, however they are quoted', () => {
    const escaped = `@${outside.replace(' ', '\\ ')} `;
    expect(imageMentions('a.png', cwd)).toBe('@a.png ');
    expect(imageMentions(`${path.join(cwd, 'docs', 'b\\ c.jpg')} `, cwd)).toBe('@docs/b\\ c.jpg ');
    expect(imageMentions(`'${outside}'`, cwd)).toBe(escaped);
    expect(imageMentions(`"${outside}"`, cwd)).toBe(escaped);
    expect(imageMentions(outside, cwd)).toBe(escaped);
    expect(imageMentions(pathToFileURL(outside).href, cwd)).toBe(escaped);
    expect(imageMentions(`a.png '${outside}'`, cwd)).toBe(`@a.png ${escaped}`);
  });

  it.each([
    '',
    'x.txt',
    'missing.png',
    'look at a.png',
    'a.png\nb.png',
    'file://elsewhere/a.png',
    'docs',
    '"a.png',
    "it's a.png",
  ])('leaves %j alone', (pasted) => expect(imageMentions(pasted, cwd)).toBeUndefined());
});
