import { describe, expect, it } from 'vitest';
import { truncateDisplay } from './displayTruncation.js';

describe('truncateDisplay', () => {
  it('leaves small displays as they are', () => {
    for (const display of [undefined, '', 'text', { type: 'todo_list', todos: [] }, null, 3]) {
      expect(truncateDisplay(display)).toBe(display);
    }
    const diff = { fileDiff: 'd'.repeat(50_000), originalContent: 'o'.repeat(16_000), newContent: 'n', fileName: 'a' };
    expect(truncateDisplay(diff)).toBe(diff);
  });

  it('cuts contents and replaces a long diff by a diff that names the sizes', () => {
    const display = {
      type: 'file_diff',
      filePath: '/w/src/a.ts',
      fileDiff: 'd'.repeat(50_001),
      originalContent: null,
      newContent: 'n'.repeat(16_001),
    };
    const cut = truncateDisplay(display) as Record<string, unknown>;
    expect(cut).toMatchObject({
      type: 'file_diff',
      fileName: 'a.ts',
      originalContent: null,
      newContent: 'n'.repeat(16_000),
      truncatedForSession: true,
      fileDiffLength: 50_001,
      originalContentLength: 0,
      newContentLength: 16_001,
      fileDiffTruncated: true,
      originalContentTruncated: false,
      newContentTruncated: true,
    });
    expect(cut['fileDiff']).toMatch(/^--- a\.ts\n\+\+\+ a\.ts\n@@ -1 \+1 @@\n-.*50001.*\n\+.*16001.*\n$/);
    expect(display.newContent).toHaveLength(16_001);
  });

  it('keeps a diff that fits although a content does not', () => {
    const cut = truncateDisplay({ fileDiff: 'd', originalContent: 'o'.repeat(20_000), newContent: 'n', fileName: 'a' });
    expect(cut).toMatchObject({
      fileDiff: 'd',
      fileDiffTruncated: false,
      originalContentTruncated: true,
      newContent: 'n',
    });
  });

  it('drops the nested calls of a sub-agent', () => {
    const display = { type: 'task_execution', subagentName: 'x', toolCalls: [{ big: 'y'.repeat(200_000) }] };
    expect(truncateDisplay(display)).toEqual({ type: 'task_execution', subagentName: 'x', toolCalls: [] });
  });

  it('cuts long texts and replaces long objects', () => {
    expect(truncateDisplay('x'.repeat(100_005))).toMatch(/^x{100000}\n\[5 more characters omitted\]$/);
    expect(truncateDisplay({ type: 'plan', plan: 'x'.repeat(100_000) })).toMatch(
      /^\[Display of 100\d{3} characters omitted/,
    );
  });
});
