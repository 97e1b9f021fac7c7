import { CompressionStatus, type FileDiffDisplay } from '@qwen-code/qwen-code-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareMarkdown } from '../markdown/libraries.js';
import type { ToolCard, TranscriptContent } from '../state/viewState.js';
import { lineText, lineWidth } from '../text/styledLine.js';
import { transcriptLines, type TranscriptOptions } from './transcriptLines.js';

beforeAll(() => prepareMarkdown('```'));

function draw(item: TranscriptContent, columns = 80, options: Partial<TranscriptOptions> = {}): string {
  const lines = transcriptLines(item, { columns, screenReader: false, expanded: false, ...options });
  if (!options.screenReader) for (const styled of lines) expect(lineWidth(styled)).toBeLessThanOrEqual(columns);
  return lines.map((styled) => lineText(styled).trimEnd()).join('\n');
}

const tool = (change: Partial<ToolCard>): TranscriptContent => ({
  type: 'tool',
  card: {
    callId: 'a',
    name: 'run_shell_command',
    displayName: 'Shell',
    kind: 'execute',
    description: 'npm test',
    status: 'success',
    liveOutput: '',
    startedAt: 0,
    endedAt: 3_200,
    ...change,
  },
});

const diff = (lines: string[]): FileDiffDisplay => ({
  type: 'file_diff',
  filePath: 'src/a.ts',
  originalContent: '',
  newContent: '',
  fileDiff: ['--- src/a.ts', '+++ src/a.ts', ...lines].join('\n'),
});

describe('transcriptLines', () => {
  it('draws what was said', () => {
    const text = 'The **fix** is in `a.ts`:\n\n```ts\nconst a = 1;\n```\n\n- one\n- two';
    expect(draw({ type: 'user', text: 'Fix the bug, please,\nand test it' }, 40)).toBe(
      '› Fix the bug, please,\n  and test it',
    );
    expect(draw({ type: 'assistant', text, continued: false }, 40, { previous: 'user' })).toBe(
      '\n● The fix is in a.ts:\n\n    const a = 1;\n\n  • one\n  • two',
    );
    expect(draw({ type: 'assistant', text: 'And more.', continued: true }, 40)).toBe('  And more.');
  });

  it('draws the banner at 40, 80 and 200 columns', () => {
    const banner = {
      type: 'banner',
      model: 'qwen3-coder-plus',
      cwd: `/home/someone/${'deep/'.repeat(8)}project`,
    } as const;
    expect(draw(banner, 40)).toMatchInlineSnapshot(`
      "qwen · qwen3-coder-plus
      …p/deep/deep/deep/deep/deep/deep/project
      /help lists the commands, ? the keys."
    `);
    expect(draw(banner, 200).split('\n')[1]).toBe(banner.cwd);
  });

  it('folds thoughts and unfolds them', () => {
    const thought = { type: 'thought', text: '**Looking** at\nthe tests first', seconds: 4 } as const;
    expect(draw(thought, 30)).toBe('Thought for 4s · Looking at t…');
    expect(draw(thought, 30, { expanded: true })).toBe('Thought for 4s\n  **Looking** at\n  the tests first');
  });

  it('draws notices with a word for those who do not see colours', () => {
    const notice = { type: 'notice', level: 'error', text: 'The key is wrong (401).\nSet OPENAI_API_KEY.' } as const;
    expect(draw(notice, 40)).toBe('✗ The key is wrong (401).\n  Set OPENAI_API_KEY.');
    expect(draw(notice, 40, { screenReader: true })).toBe('Error: The key is wrong (401).\nSet OPENAI_API_KEY.');
    expect(draw({ type: 'notice', level: 'tip', text: 'Use @ for files.' })).toBe('* Tip: Use @ for files.');
  });

  it('says what a compaction came to', () => {
    const info = {
      originalTokenCount: 98_000,
      newTokenCount: 22_050,
      compressionStatus: CompressionStatus.COMPRESSED,
    };
    expect(draw({ type: 'compression', info })).toBe('◆ Context compacted: 98K → 22K tokens, 78% less.');
    expect(draw({ type: 'compression', info: { ...info, path: 'auto', keptMessages: 4 } })).toBe(
      '◆ Context compacted: 98K → 22K tokens, 78% less · kept the last 4 messages ·\n  automatic.',
    );
    const failed = { ...info, compressionStatus: CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY };
    expect(draw({ type: 'compression', info: failed })).toMatch(/^! The model wrote no summary/);
  });

  it('sums up a turn', () => {
    expect(draw({ type: 'turn_summary', seconds: 75, tokens: 1_234 })).toBe('1m 15s · 1.2K tokens');
  });
});

describe('tool cards', () => {
  it('show a short result in their line', () => {
    const read = tool({
      displayName: 'ReadFile',
      kind: 'read',
      description: 'src/a.ts',
      display: '120 lines',
      endedAt: 20,
    });
    expect(draw(read)).toBe('✓ ReadFile src/a.ts · 120 lines');
    expect(draw(read, 80, { previous: 'tool' })).not.toMatch(/^\n/);
    expect(draw(read, 80, { previous: 'assistant' })).toMatch(/^\n/);
    expect(draw(read, 80, { screenReader: true })).toBe('Tool ReadFile src/a.ts: done, 120 lines');
  });

  it('keep the end of long output, and all of it when expanded', () => {
    const display = `\x1b[32m${Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n')}\x1b[0m\n`;
    expect(draw(tool({ display }))).toMatchInlineSnapshot(`
      "✓ Shell npm test · 3.2s
        │ … 7 more lines (Ctrl+O shows them)
        │ line 8
        │ line 9
        │ line 10
        │ line 11
        │ line 12"
    `);
    expect(draw(tool({ display }), 80, { expanded: true }).split('\n')).toHaveLength(13);
    expect(draw(tool({ display: 'x'.repeat(3_000_000) }), 40).split('\n')[1]).toBe(`  │ ${'x'.repeat(35)}…`);
  });

  it('keep facts in view when the description is long', () => {
    const description = `git log ${'--very-long-option '.repeat(10)}`;
    expect(draw(tool({ description }), 40)).toBe('✓ Shell git log --very-long-opti… · 3.2s');
  });

  it('show errors in words', () => {
    const display = 'File not found: a.ts. Did you mean b.ts?';
    expect(draw(tool({ status: 'error', display, endedAt: 10 }), 30)).toBe(
      '✗ Shell npm test\n  │ File not found: a.ts. Did\n  │ you mean b.ts?',
    );
    expect(draw(tool({ status: 'cancelled', endedAt: 10 }))).toBe('– Shell npm test · cancelled');
  });

  it('draw edits as diffs with line numbers', () => {
    const display = diff([
      '@@ -8,4 +8,3 @@',
      ' one',
      '-two\t',
      '+zwei 二',
      ' three',
      '--- not a header',
      '@@ -90,1 +90,2 @@',
      ' x',
      '+y',
    ]);
    const edit = tool({ displayName: 'Edit', kind: 'edit', description: 'src/a.ts', display, endedAt: 0 });
    expect(draw(edit, 40)).toMatchInlineSnapshot(`
      "✓ Edit src/a.ts · +2 · -2
        │  8   one
        │  9 - two
        │  9 + zwei 二
        │ 10   three
        │ 11 - -- not a header
        │    ⋮
        │ 90   x
        │ 91 + y"
    `);
    expect(draw(edit, 40, { screenReader: true })).toContain('9 removed: two');
  });

  it('cut a diff of 10,000 lines with a notice', () => {
    const display = diff(['@@ -0,0 +1,10000 @@', ...Array.from({ length: 10_000 }, (_, index) => `+line ${index}`)]);
    const lines = draw(tool({ kind: 'edit', display }), 80).split('\n');
    expect(lines).toHaveLength(42);
    expect(lines.at(-1)).toBe('  │ … 9,960 more lines of the diff');
    expect(lines[0]).toContain('+10000');
  });

  it('draw todo lists', () => {
    const todos = [
      { id: '1', content: 'Read', status: 'completed' },
      { id: '2', content: 'Fix\x1b[2J it', status: 'in_progress' },
      { id: '3', content: 'Test', status: 'pending' },
    ] as const;
    const display = { type: 'todo_list' as const, todos: [...todos] };
    expect(draw(tool({ display, endedAt: 0 }))).toBe('✓ Shell npm test\n  │ [x] Read\n  │ [>] Fix it\n  │ [ ] Test');
    expect(draw(tool({ display }), 80, { screenReader: true })).toContain('in progress: Fix it');
  });
});
