import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputDecoder } from './inputDecoder.js';
import type { InputEvent } from './inputEvent.js';
import { KEY_GAP_MS, PASTE_GAP_MS } from './unmarkedPaste.js';

const key = (chord: string): InputEvent => ({ type: 'key', chord });
const text = (typed: string): InputEvent => ({ type: 'text', text: typed });
const paste = (pasted: string): InputEvent => ({ type: 'paste', text: pasted });

/** What chunks decode to, including what is still waiting after the last. */
function decode(...chunks: string[]): InputEvent[] {
  const decoder = new InputDecoder();
  const events = chunks.flatMap((chunk) => decoder.push(chunk, 0));
  return joined([...events, ...decoder.flush()]);
}

function joined(events: InputEvent[]): InputEvent[] {
  const result: InputEvent[] = [];
  for (const event of events) {
    const last = result.at(-1);
    if (event.type === 'text' && last?.type === 'text') result[result.length - 1] = text(last.text + event.text);
    else result.push(event);
  }
  return result;
}

function chunksOf(input: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (input.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => input.slice(from, places[index] ?? input.length));
}

describe('InputDecoder', () => {
  it.each([
    ['\r', 'enter'],
    ['\n', 'ctrl+j'],
    ['\t', 'tab'],
    ['\x7f', 'backspace'],
    ['\b', 'ctrl+h'],
    ['\x1b', 'escape'],
    ['\x00', 'ctrl+space'],
    ['\x03', 'ctrl+c'],
    ['\x1f', 'ctrl+_'],
    ['\x1bb', 'alt+b'],
    ['\x1bB', 'alt+shift+b'],
    ['\x1b<', 'alt+<'],
    ['\x1b ', 'alt+space'],
    ['\x1b\r', 'alt+enter'],
    ['\x1b\x7f', 'alt+backspace'],
    ['\x1b\x02', 'ctrl+alt+b'],
    ['\x1b[A', 'up'],
    ['\x1bOA', 'up'],
    ['\x1bOM', 'enter'],
    ['\x1bOP', 'f1'],
    ['\x1b[[A', 'f1'],
    ['\x1b[11~', 'f1'],
    ['\x1b[24~', 'f12'],
    ['\x1b[H', 'home'],
    ['\x1b[1~', 'home'],
    ['\x1b[7~', 'home'],
    ['\x1b[F', 'end'],
    ['\x1b[3~', 'delete'],
    ['\x1b[3;5~', 'ctrl+delete'],
    ['\x1b[1;5D', 'ctrl+left'],
    ['\x1b[1;3C', 'alt+right'],
    ['\x1b[1;6A', 'ctrl+shift+up'],
    ['\x1b[1;9A', 'super+up'],
    ['\x1b[Z', 'shift+tab'],
    ['\x1b[a', 'shift+up'],
    ['\x1bOd', 'ctrl+left'],
    ['\x1b[5$', 'shift+pageup'],
    ['\x1b[3^', 'ctrl+delete'],
    ['\x1b[3@', 'ctrl+shift+delete'],
    ['\x1b\x1b[D', 'alt+left'],
    ['\x1b[27u', 'escape'],
    ['\x1b[99;5u', 'ctrl+c'],
    ['\x1b[13;2u', 'shift+enter'],
    ['\x1b[13;3u', 'alt+enter'],
    ['\x1b[122;6u', 'ctrl+shift+z'],
    ['\x1b[90;6u', 'ctrl+shift+z'],
    ['\x1b[97;65u', undefined, 'a'],
    ['\x1b[57414u', 'enter'],
    ['\x1b[57420u', 'down'],
    ['\x1b[9;2u', 'shift+tab'],
    ['\x1b[127;3u', 'alt+backspace'],
    ['\x1b[32;5u', 'ctrl+space'],
    ['\x1b[27;2;13~', 'shift+enter'],
    ['\x1b[27;5;13~', 'ctrl+enter'],
    ['\x1b[27;5;47~', 'ctrl+/'],
    ['\x1b[1;1:1A', 'up'],
  ])('decodes %j as %s', (input, chord, typed = '') => {
    expect(decode(input)).toEqual([chord === undefined ? text(typed) : key(chord)]);
  });

  it.each([
    ['shift and space', '\x1b[32;2u', ' '],
    ['shift and a letter', '\x1b[97;2u', 'A'],
    ['the text that a key stands for', '\x1b[97;;233u', 'é'],
    ['a digit of the keypad', '\x1b[57403u', '4'],
    ['a keypad in application mode', '\x1bOp', '0'],
  ])('takes %s for text', (_name, input, typed) => expect(decode(input)).toEqual([text(typed)]));

  it.each([
    ['a released key', '\x1b[97;1:3u'],
    ['a mode report', '\x1b[?2026;2$y'],
    ['an answer about the keyboard protocol', '\x1b[?1u'],
    ['device attributes', '\x1b[?62;22c'],
    ['a focus report', '\x1b[I'],
    ['a colour, ended by BEL', '\x1b]11;rgb:0000/0000/0000\x07'],
    ['a colour, ended by ST', '\x1b]11;rgb:0000/0000/0000\x1b\\'],
    ['a device control string', '\x1bP>|XTerm(370)\x1b\\'],
    ['an unknown key code', '\x1b[57441;2u'],
    ['a code that is no character', '\x1b[99999999u'],
    ['C1 control characters', '\x80\x9b'],
  ])('swallows %s', (_name, input) => {
    expect(decode(input)).toEqual([]);
    expect(decode('a', input, 'b')).toEqual([text('ab')]);
  });

  it('drops a sequence that was cut off, after a while', () => {
    const decoder = new InputDecoder();
    expect(decoder.push('\x1b[1;5', 0)).toEqual([]);
    expect(decoder.flush()).toEqual([]);
    expect(decoder.push('b', 0)).toEqual([text('b')]);
  });

  it('keeps order in a mixed chunk', () => {
    expect(decode('ab\x1b[Dc\r\x1bfd')).toEqual([
      text('ab'),
      key('left'),
      text('c'),
      key('enter'),
      key('alt+f'),
      text('d'),
    ]);
  });

  it('tells two escape keys from alt', () => {
    expect(decode('\x1b\x1b')).toEqual([key('escape'), key('escape')]);
    expect(decode('\x1b\x1bx')).toEqual([key('escape'), key('alt+x')]);
    const decoder = new InputDecoder();
    expect(decoder.push('\x1b', 0)).toEqual([]);
    expect(decoder.waitMs).toBe(KEY_GAP_MS);
    expect(decoder.flush()).toEqual([key('escape')]);
    expect(decoder.push('x', 0)).toEqual([text('x')]);
  });

  it('takes an introducer without anything behind for alt and that character', () => {
    expect(decode('\x1b[')).toEqual([key('alt+[')]);
    expect(decode('\x1bO')).toEqual([key('alt+shift+o')]);
    expect(decode('\x1b]')).toEqual([key('alt+]')]);
  });

  it('drops a broken sequence and goes on with what broke it', () => {
    expect(decode('\x1b[1;\x1b[A')).toEqual([key('up')]);
    expect(decode('\x1b[1\rx')).toEqual([key('enter'), text('x')]);
  });

  describe('pastes', () => {
    it('keeps everything between the marks, keys included', () => {
      expect(decode('a\x1b[200~x\r\ny\x1b[A\x03\x1b[201~b')).toEqual([text('a'), paste('x\r\ny\x1b[A\x03'), text('b')]);
    });

    it('decodes two pastes in one chunk', () => {
      const marked = (inner: string): string => `\x1b[200~${inner}\x1b[201~`;
      expect(decode(marked('1') + marked('2'))).toEqual([paste('1'), paste('2')]);
    });

    it('does not take a pause for the end', () => {
      const decoder = new InputDecoder();
      decoder.push('\x1b[200~one\r', 0);
      expect(decoder.waitMs).toBeUndefined();
      expect(decoder.flush()).toEqual([]);
      expect(decoder.push('two\x1b[20', 0)).toEqual([]);
      expect(decoder.flush()).toEqual([]);
      expect(decoder.push('1~', 0)).toEqual([paste('one\rtwo')]);
    });

    it('lets Ctrl+C end a paste whose mark was lost', () => {
      expect(decode('\x1b[200~half', '\x03', 'x')).toEqual([paste('half'), text('x')]);
    });

    it('is not cut short by a mark inside of it', () => {
      expect(decode('\x1b[200~a\x1b[201~rm -rf\r\x1b[201~b')).toEqual([paste('a\x1b[201~rm -rf\r'), text('b')]);
      expect(decode('\x1b[200~a\x1b[201~rm -rf\r', '\x1b[201~b')).toEqual([
        paste('a'),
        text('rm -rf'),
        paste('\r'),
        text('b'),
      ]);
    });

    it('takes 10,000 lines in small chunks in time that grows with their length', () => {
      const pasted = 'a line of some length that was pasted\r'.repeat(10_000);
      const input = `\x1b[200~${pasted}\x1b[201~`;
      const chunks = input.match(/[^]{1,64}/g)!;
      expect(decode(...chunks)).toEqual([paste(pasted)]);
    });
  });

  describe('pastes of terminals that do not mark them', () => {
    const at = (...chunks: Array<[number, string]>): InputEvent[] => {
      const decoder = new InputDecoder();
      return joined([...chunks.flatMap(([now, chunk]) => decoder.push(chunk, now)), ...decoder.flush()]);
    };

    it('are told from keys by what comes right behind a line break', () => {
      expect(decode('yes\rno\r')).toEqual([paste('yes\rno\r')]);
      expect(decode('\n\tindented')).toEqual([paste('\n\tindented')]);
      expect(decode('yes\r')).toEqual([text('yes'), key('enter')]);
      expect(at([0, 'yes'], [100, '\r'], [200, 'no'], [300, '\r'])).toEqual([
        text('yes'),
        key('enter'),
        text('no'),
        key('enter'),
      ]);
    });

    it('hold enter back for a moment when it comes right behind text', () => {
      const decoder = new InputDecoder();
      expect(decoder.push('yes\r', 0)).toEqual([text('yes')]);
      expect(decoder.waitMs).toBe(KEY_GAP_MS);
      expect(decoder.flush()).toEqual([key('enter')]);
      expect(decoder.push('a', 1_000)).toEqual([text('a')]);
      expect(decoder.push('\r', 1_000 + KEY_GAP_MS)).toEqual([key('enter')]);
      expect(decoder.waitMs).toBeUndefined();
    });

    it('go on until a pause, and end with a key', () => {
      const decoder = new InputDecoder();
      expect(decoder.push('one\rtwo', 0)).toEqual([]);
      expect(decoder.waitMs).toBe(PASTE_GAP_MS);
      expect(decoder.push('\r', 10)).toEqual([]);
      expect(decoder.push('\x03', 20)).toEqual([paste('one\rtwo\r'), key('ctrl+c')]);
      expect(decoder.push('a\rb', 1_000)).toEqual([]);
      expect(decoder.push('\x1b[200~c\x1b[201~', 1_010)).toEqual([paste('a\rb'), paste('c')]);
    });

    it('are told from a marked one that comes right behind enter', () => {
      expect(decode('yes\r', '\x1b[200~no\r\x1b[201~')).toEqual([text('yes'), key('enter'), paste('no\r')]);
      expect(decode('yes\r\x1b[200~n', 'o\x1b[201~')).toEqual([text('yes'), key('enter'), paste('no')]);
    });

    it('may hold escape sequences when they are long', () => {
      const colored = `\x1b[31m${'red '.repeat(30)}\x1b[0m\rplain`;
      expect(decode(colored)).toEqual([paste(colored)]);
      expect(decode('one\rtwo\x7f\x7f')).toEqual([
        text('one'),
        key('enter'),
        text('two'),
        key('backspace'),
        key('backspace'),
      ]);
    });

    it('never become prompts, however the chunks are cut', () => {
      const part = fc.constantFrom('a', 'Ü', '汉字', ' ', '\r', '\r\r', '\n', '\t', '👩‍👩‍👧', 'x'.repeat(30));
      fc.assert(
        fc.property(fc.array(part), fc.array(fc.nat({ max: 200 })), (parts, cuts) => {
          const pasted = `a${parts.join('')}\rb`;
          const events = decode(...chunksOf(pasted, cuts));
          const typed = events.map((event) =>
            event.type === 'key' ? (event.chord === 'tab' ? '\t' : '') : event.text,
          );
          expect(typed.join('')).toBe(pasted);
        }),
      );
    });
  });

  const sequence = fc.constantFrom(
    '\x7f',
    '\x03',
    '\x1b[A',
    '\x1bOP',
    '\x1b[1;5C',
    '\x1b[13;2u',
    '\x1b\x1b[D',
    '\x1bf',
    '\x1b[200~p\rq\x1b[A\x1b[201~',
    '\x1b]11;x\x1b\\',
    'a',
    'Ü',
    '汉字',
    '👩‍👩‍👧',
  );

  it('decodes the same however the chunks are cut', () => {
    fc.assert(
      fc.property(
        fc.array(sequence, { maxLength: 12 }),
        fc.array(fc.nat({ max: 80 }), { maxLength: 8 }),
        (parts, cuts) => {
          const input = parts.join('');
          expect(decode(...chunksOf(input, cuts))).toEqual(decode(input));
        },
      ),
    );
  });

  it('never throws, never stops decoding, whatever arrives', () => {
    const noise = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\x1b', '[', 'O', ']', '\\', '~', ';', '1', 'u', '\r'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 6 }), (chunks) => {
        const decoder = new InputDecoder();
        for (const chunk of chunks) decoder.push(chunk, 0);
        decoder.flush();
        expect(decoder.waitMs).toBeUndefined();
        const events = [...decoder.push('\x03', 0), ...decoder.push('z', 0)];
        expect(events.at(-1)).toEqual(text('z'));
      }),
      { numRuns: 500 },
    );
  });
});
