import { expect, it } from 'vitest';
import { lineText } from '../text/styledLine.js';
import { trustLines } from './askTrust.js';

function drawn(brings: readonly string[], maximum = 20): string[] {
  return trustLines({ cwd: '/project', brings, columns: 40, maximum }).map(lineText);
}

it('cuts to the width and shows what would be hidden', () => {
  expect(drawn([`hook Stop runs: true${' '.repeat(80)}\n; \u001b[2Jrm\u200b`, 'x'.repeat(60)])).toEqual([
    'The folder /project brings along:',
    '- hook Stop runs: true ; ␛[2Jrm<U+200B>',
    `- ${'x'.repeat(37)}…`,
  ]);
});

it('tells how many found no room', () => {
  expect(drawn(['a', 'b', 'c', 'd'], 4)).toEqual(['The folder /project brings along:', '- a', '- b', '… and 2 more']);
});
