import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameChanges } from './frameChanges.js';

const COLUMNS = 12;
const ROWS = 10;

interface Drawn {
  text: string;
  cursor: [number, number];
}

/** What a terminal shows after the writes. */
async function shown(...writes: string[]): Promise<Drawn> {
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true, convertEol: true });
  await new Promise<void>((resolve) => terminal.write(writes.join(''), resolve));
  const { active } = terminal.buffer;
  const rows = Array.from({ length: active.length }, (_, row) => active.getLine(row)!.translateToString(true));
  const cursor: [number, number] = [active.cursorX, active.baseY + active.cursorY];
  terminal.dispose();
  return { text: rows.join('\n').trimEnd(), cursor };
}

describe('frameChanges', () => {
  it('writes nothing but what differs', () => {
    expect(frameChanges(['a', 'b', 'c', ''], ['a', 'B', 'c', ''])).toBe('\x1b[1B\x1b[2KB\n\x1b[1B');
    expect(frameChanges(['a', ''], ['a', ''])).toBe('\x1b[1B');
    expect(frameChanges(['a', 'b', ''], ['a', ''])).toBe('\x1b[1B\x1b[2K\x1b7\x1b[B\r\x1b[J\x1b8');
    expect(frameChanges([''], ['a', 'b', ''])).toBe('a\nb\n');
  });

  it('leads to the same screen as drawing all of it', async () => {
    const line = fc.constantFrom('', 'a', 'abc', '─'.repeat(COLUMNS), '你好', '\x1b[31mred\x1b[39m', ' x');
    const frame = fc.tuple(fc.array(line, { maxLength: ROWS - 1 }), fc.constantFrom('', 'end'));
    await fc.assert(
      fc.asyncProperty(fc.nat(ROWS), fc.array(frame, { minLength: 2, maxLength: 5 }), async (above, frames) => {
        const printed = 'printed\n'.repeat(above);
        const texts = frames.map(([lines, last]) => [...lines, last]);
        const writes = texts.slice(1).map((lines, index) => {
          const before = texts[index]!;
          const up = before.length > 1 ? `\x1b[${before.length - 1}A` : '';
          return `${up}\r${frameChanges(before, lines)}`;
        });
        const drawn = await shown(`\x1b[?7l${printed}`, texts[0]!.join('\n'), ...writes);
        const wanted = await shown(`\x1b[?7l${printed}`, texts.at(-1)!.join('\n'));
        expect(drawn.text).toBe(wanted.text);
        expect(drawn.cursor[0]).toBe(wanted.cursor[0]);
      }),
      { numRuns: 300 },
    );
  });
});
