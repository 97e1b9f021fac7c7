import { EventEmitter } from 'node:events';
import xterm from '@xterm/headless';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { CursorPosition } from './cursor.js';
import { TerminalOutput } from './terminalOutput.js';

const open = new Set<TerminalOutput>();
afterEach(() => {
  for (const output of open) output.close();
  open.clear();
});

/** A terminal of xterm.js behind a stream, and what ink does with the stream. */
function start(columns: number, rows: number) {
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  let written = Promise.resolve();
  const size = { columns, rows };
  const stream = Object.assign(new EventEmitter(), size, {
    isTTY: true,
    write: (data: string, callback?: () => void) => {
      written = new Promise((resolve) => screen.write(data, resolve));
      if (callback) void written.then(callback);
      return true;
    },
  });
  const terminal = stream as unknown as NodeJS.WriteStream;
  const output = new TerminalOutput(terminal, { TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' });
  open.add(output);
  let frameLines = 0;
  const erase = (): string => (frameLines === 0 ? '' : `${'\x1b[2K\x1b[1A'.repeat(frameLines - 1)}\x1b[2K\x1b[G`);
  // As ink does it, and before React has drawn for the new size.
  terminal.on('resize', () => {
    output.stream.write(erase());
    frameLines = 0;
  });
  return {
    output,
    close: () => {
      output.close();
      open.delete(output);
    },
    draw: (frame: string, printed = '') => {
      output.stream.write('\x1b[?2026h');
      if (printed !== '') {
        output.stream.write(erase());
        frameLines = 0;
        output.stream.write(printed);
      }
      output.stream.write(`${erase()}${frame}\n`);
      output.stream.write('\x1b[?2026l');
      frameLines = frame.split('\n').length + 1;
    },
    /** As another program does it. */
    print: (text: string) => stream.write(text),
    resize: async (newColumns: number, newRows = rows) => {
      await written;
      screen.resize(newColumns, newRows);
      stream.columns = newColumns;
      stream.rows = newRows;
      terminal.emit('resize');
    },
    /** As ink does it when the last frame was as high as the terminal, or higher. */
    drawAnew: (frame: string) => {
      output.stream.write(`\x1b[?2026h`);
      output.stream.write(`\x1b[2J\x1b[3J\x1b[H${frame}`);
      output.stream.write(`\x1b[?2026l`);
      frameLines = frame.split('\n').length + (frame.split('\n').length < stream.rows ? 1 : 0);
    },
    /** Everything printed, and what is on the screen. */
    lines: async (): Promise<string> => {
      await written;
      const { active } = screen.buffer;
      return Array.from({ length: active.length }, (_, row) => active.getLine(row)!.translateToString(true))
        .join('\n')
        .trimEnd();
    },
    cursor: async (): Promise<CursorPosition> => {
      await written;
      return { row: screen.buffer.active.cursorY, column: screen.buffer.active.cursorX };
    },
  };
}

describe('TerminalOutput', () => {
  it('puts the cursor where it belongs after each frame, and draws as if it had not', async () => {
    const { output, draw, lines, cursor } = start(20, 10);
    let place: CursorPosition | undefined = { row: 1, column: 3 };
    const stop = output.followCursor(() => place);
    draw('top\n> a\nfooter');
    expect(await cursor()).toEqual({ row: 1, column: 3 });
    draw('> ab\nfooter', 'printed\n');
    place = { row: 0, column: 4 };
    draw('> abc\nfooter');
    expect(await lines()).toBe('printed\n> abc\nfooter');
    expect(await cursor()).toEqual({ row: 1, column: 4 });
    place = undefined;
    draw('> abc\nfooter');
    expect(await cursor()).toEqual({ row: 3, column: 0 });
    stop();
    draw('end');
    expect(await lines()).toBe('printed\nend');
  });

  it('places the cursor in a frame that was drawn before it was told how', async () => {
    const { output, draw, cursor } = start(20, 10);
    draw('> a\nfooter');
    output.followCursor(() => ({ row: 0, column: 3 }));
    expect(await cursor()).toEqual({ row: 0, column: 3 });
  });

  it('lets the frames of ink take the place of one that was drawn before them', async () => {
    for (const columns of [20, 13]) {
      const { output, draw, print, resize, lines, cursor } = start(20, 10);
      print('before\n');
      output.drawAhead(['title', '\x1b[2mlong line of text', '> ask', 'footer'], { row: 2, column: 2 });
      expect(await lines()).toBe('before\ntitle\nlong line of text\n> ask\nfooter');
      expect(await cursor()).toEqual({ row: 3, column: 2 });
      if (columns < 20) await resize(columns);
      draw('> a\nfooter', 'title\n');
      expect(await lines()).toBe('before\ntitle\n> a\nfooter');
      draw('> ab\nfooter');
      expect(await lines()).toBe('before\ntitle\n> ab\nfooter');
    }
  });

  it('scrolls like any other output', async () => {
    const { output, draw, lines, cursor } = start(20, 5);
    output.followCursor(() => ({ row: 0, column: 2 }));
    for (let item = 1; item <= 8; item++) draw('> x\nfooter', `item ${item}\n`);
    expect(await lines()).toBe(
      `${Array.from({ length: 8 }, (_, index) => `item ${index + 1}`).join('\n')}\n> x\nfooter`,
    );
    expect(await cursor()).toEqual({ row: 2, column: 2 });
  });

  it.each([40, 39, 31, 20, 13])(
    'leaves nothing of a frame when the terminal narrows from 60 to %i columns',
    async (columns) => {
      for (const place of [undefined, { row: 1, column: 30 }, { row: 3, column: 0 }]) {
        const { output, draw, resize, lines } = start(60, 30);
        if (place) output.followCursor(() => place);
        const rule = '─'.repeat(60);
        draw(`${rule}\n> ${'汉字'.repeat(12)}\n${rule}\nfooter`, 'kept 1\nkept 2\n');
        await resize(columns);
        draw('frame\nfooter');
        expect(await lines()).toBe('kept 1\nkept 2\nframe\nfooter');
      }
    },
  );

  it('survives any order of frames and sizes without touching what was printed', async () => {
    const step = fc.oneof(
      fc.record({ columns: fc.integer({ min: 10, max: 70 }), rows: fc.integer({ min: 12, max: 40 }) }),
      fc
        .array(fc.string({ unit: fc.constantFrom('a', ' ', '汉', 'é'), maxLength: 30 }), { minLength: 1, maxLength: 5 })
        .map((frame) => ({ frame })),
      fc.record({ row: fc.nat(6), column: fc.nat(20) }).map((place) => ({ place })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { output, draw, resize, lines, close } = start(70, 40);
        let place: CursorPosition | undefined;
        output.followCursor(() => place);
        draw('frame', 'kept\n');
        for (const each of steps) {
          if ('columns' in each) await resize(each.columns, each.rows);
          else if ('place' in each) place = each.place;
          // A frame is cut to the terminal, as ink does it.
          else draw(each.frame.map((line) => line.slice(0, 5)).join('\n'));
        }
        draw('last');
        expect(await lines()).toBe('kept\nlast');
        close();
      }),
      { numRuns: 60 },
    );
  });

  it('leaves the cursor behind the last frame when it is closed', async () => {
    const { output, draw, cursor } = start(20, 10);
    const listeners = output.stream.listenerCount('resize');
    output.followCursor(() => ({ row: 0, column: 2 }));
    draw('> a\nfooter');
    output.stream.write('\x1b[?2004l');
    expect(await cursor()).toEqual({ row: 0, column: 2 });
    output.close();
    expect(await cursor()).toEqual({ row: 2, column: 0 });
    expect(output.stream.listenerCount('resize')).toBe(listeners - 1);
  });

  it('leaves a second screen alone when the terminal narrows', async () => {
    const { output, draw, resize, lines } = start(20, 10);
    draw('> a\nfooter', 'kept\n');
    output.stream.write('\x1b[?1049h\x1b[2J\x1b[H');
    draw(`${'─'.repeat(20)}\nsecond`);
    await resize(10);
    draw('second');
    output.stream.write('\x1b[?1049l');
    expect(await lines()).toBe('kept\n> a\nfooter');
  });

  it('erases frames with characters that the terminal takes for wider than they are', async () => {
    const { output, draw, lines, cursor } = start(20, 10);
    output.followCursor(() => ({ row: 1, column: 2 }));
    // 20 columns for us, 30 for the emulator.
    const wide = '👨‍👩‍👧'.repeat(10);
    draw(`${wide}\n> a\n${wide}`, `printed ${wide}\n`);
    draw(`${wide}\n> ab\n${wide}`);
    expect(await cursor()).toEqual({ row: 3, column: 2 });
    draw('> abc');
    expect((await lines()).split('\n').slice(2)).toEqual(['> abc']);
  });

  it.each([40, 12])(
    'keeps what can be scrolled back to when the terminal becomes lower than the frame (%i columns)',
    async (columns) => {
      const { output, draw, drawAnew, resize, lines, cursor } = start(40, 20);
      output.followCursor(() => ({ row: 13, column: 2 }));
      const rows = (count: number): string =>
        Array.from({ length: count }, (_, index) => `row ${index + 1}`).join('\n');
      draw(`${rows(13)}\n> a\nfooter`, 'kept 1\nkept 2\n');
      await resize(columns, 6);
      // First the old frame, then one that fits.
      drawAnew(`${rows(13)}\n> a\nfooter`);
      output.followCursor(() => ({ row: 1, column: 2 }));
      drawAnew('row 13\n> a\nfooter');
      expect(await cursor()).toMatchObject({ column: 2 });
      draw('row 14\n> ab\nfooter');
      const shown = (await lines()).split('\n');
      expect(shown.slice(0, 2)).toEqual(['kept 1', 'kept 2']);
      expect(shown.slice(-3)).toEqual(['row 14', '> ab', 'footer']);
      for (const once of ['> ab', 'footer']) expect(shown.filter((line) => line === once)).toHaveLength(1);
      expect(shown).not.toContain('> a');
    },
  );

  it('lets nothing through while another program has the terminal, which waits for an empty frame', async () => {
    const { output, draw, lines } = start(20, 10);
    draw('> a\nfooter', 'kept\n');
    const log: string[] = [];
    let giveBack = (): void => undefined;
    const lent = output.lend(async () => {
      log.push(await lines());
      await new Promise<void>((resolve) => (giveBack = resolve));
    });
    draw('> ab\nfooter');
    await Promise.resolve();
    expect(log).toEqual([]);
    draw('');
    await expect.poll(() => log).toEqual(['kept']);
    const flushed = new Promise((resolve) => output.stream.write('lost', resolve as () => void));
    output.stream.write('\x1b[2K\x1b[1A\x1b[2K');
    giveBack();
    await lent;
    await flushed;
    draw('> b\nfooter');
    expect(await lines()).toBe('kept\n> b\nfooter');
  });

  it('passes everything else on to the terminal', () => {
    const { output } = start(33, 7);
    expect([output.stream.columns, output.stream.rows, output.stream.isTTY]).toEqual([33, 7, true]);
    const listener = (): void => {};
    output.stream.on('resize', listener);
    expect(output.stream.listeners('resize')).toContain(listener);
    output.stream.off('resize', listener);
  });
});
