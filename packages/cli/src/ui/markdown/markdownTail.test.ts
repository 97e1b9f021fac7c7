import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMarkdown, NO_MARKDOWN } from './pendingMarkdown.js';
import { markdownTail, type MarkdownTail } from './markdownTail.js';

const tailOf = (text: string, rows: number, columns: number): MarkdownTail =>
  markdownTail(addMarkdown(NO_MARKDOWN, text), rows, columns);

describe('markdownTail', () => {
  it('leaves short texts alone', () => {
    expect(tailOf('one\n\ntwo', 10, 80)).toEqual({ text: 'one\n\ntwo', hiddenLines: 0 });
  });

  it('cuts at an empty line, so that lists and tables stay whole', () => {
    const list = Array.from({ length: 8 }, (_, index) => `- item ${index}\n  more`).join('\n');
    expect(tailOf(`before\nthis\n\n${list}`, 10, 80)).toEqual({ text: list, hiddenLines: 3 });
  });

  it('opens a code block again that it cuts', () => {
    const code = Array.from({ length: 50_000 }, (_, index) => `line ${index}`).join('\n');
    const { text, hiddenLines } = tailOf(`intro\n\n\`\`\`ts\n${code}`, 5, 80);
    expect(text).toBe('```ts\nline 49995\nline 49996\nline 49997\nline 49998\nline 49999');
    expect(hiddenLines).toBe(49_998);
  });

  it('cuts a single endless line, too', () => {
    expect(tailOf('x'.repeat(1_000_000), 10, 40).text).toHaveLength(799);
  });

  it('returns an end of the text of bounded size', () => {
    const part = fc.oneof(fc.constantFrom('\n', '\n\n', '```\n', '~~~\n', '- ', '| a |\n', 'word '), fc.string());
    fc.assert(
      fc.property(fc.array(part, { maxLength: 200 }), fc.integer({ min: 1, max: 10 }), (parts, rows) => {
        const whole = parts.join('');
        const { text, hiddenLines } = tailOf(whole, rows, 10);
        const isReopened = !whole.endsWith(text);
        expect(whole.endsWith(isReopened ? text.slice(text.indexOf('\n') + 1) : text)).toBe(true);
        expect(hiddenLines).toBeLessThanOrEqual(whole.split('\n').length);
        expect(text.split('\n').length).toBeLessThanOrEqual(4 * rows + 2);
      }),
    );
  });
});
