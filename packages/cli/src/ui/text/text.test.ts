import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { formatDuration, formatTokens } from './format.js';
import { cleanText, oneLine, visibleText } from './sanitize.js';
import { lineText, lineWidth, span, spread, truncateLine, type Span } from './styledLine.js';
import stringWidth from 'string-width';
import { graphemes, textWidth, truncateEnd, truncateStart } from './width.js';
import { wrapHard, wrapSpans, wrapText } from './wrap.js';

const texts = (lines: ReturnType<typeof wrapText>): string[] => lines.map(lineText);

describe('cleanText', () => {
  it('takes out escape sequences, whole', () => {
    expect(cleanText('\x1b[31mred\x1b[0m \x1b]0;title\x07and \x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\')).toBe(
      'red and link',
    );
    expect(cleanText('a\x1b[2J\x1b[Hb\x1bPdevice\x1b\\c\x9b1md\x1b(Be\x1b7')).toBe('abcde');
  });

  it('shows what is left of broken ones instead of sending it', () => {
    expect(cleanText('a\x1b')).toBe('a␛');
    expect(cleanText('\x1b[12')).toBe('␛[12');
    expect(cleanText('bell\x07 null\0 delete\x7f next\x85')).toBe('bell␇ null␀ delete␡ next');
  });

  it('leaves what a rewritten line shows at its end', () => {
    expect(cleanText('10%\r50%\r100%\ndone\r\n')).toBe('100%\ndone\n');
  });

  it('expands tabs to stops and drops direction overrides', () => {
    expect(cleanText('a\tb\n\tc')).toBe('a   b\n    c');
    expect(cleanText('safe\u202etxt.exe\u2066')).toBe('safetxt.exe');
  });

  it('never lets a control character through', () => {
    const character = fc.oneof(
      fc.constantFrom('\x1b', '[', ']', '\x9b', '\r', '\x07', '8;;', 'm', '\n', '\\'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(character), (parts) => {
        for (const clean of [cleanText(parts.join('')), visibleText(parts.join(''))]) {
          expect(clean).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
        }
      }),
    );
  });
});

describe('visibleText', () => {
  it('hides nothing of a command', () => {
    expect(visibleText('rm\u200b -rf \x1b[2K/ \u202e# gnihton')).toBe('rm<U+200B> -rf ␛[2K/ <U+202E># gnihton');
    expect(visibleText('echo 👨‍👩‍👧 \r')).toBe('echo 👨‍👩‍👧 ␍');
  });
});

describe('textWidth', () => {
  it('agrees with the library for every character and for joined ones', () => {
    const wrong: string[] = [];
    const segmenter = new Intl.Segmenter();
    for (let code = 0x20; code < 0xffff; code++) {
      if ((code >= 0x7f && code < 0xa0) || (code & 0xf800) === 0xd800) continue;
      const character = String.fromCharCode(code);
      if (textWidth(character) !== stringWidth(character)) wrong.push(character);
    }
    expect(wrong).toEqual([]);
    const part = fc.oneof(
      fc.constantFrom('中', '한', 'é', 'e\u0301', '👍🏽', 'ﾞ', '\u3099', 'か', '…', '│', '©', '\ufe0f'),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('');
        expect(textWidth(text)).toBe(stringWidth(text, { countAnsiEscapeCodes: true }));
        expect(graphemes(text)).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment));
      }),
    );
  });
});

describe('truncation', () => {
  it('cuts by columns, not by characters', () => {
    expect(truncateEnd('hello', 5)).toBe('hello');
    expect(truncateEnd('hello world', 8)).toBe('hello w…');
    expect(truncateEnd('中文字符', 5)).toBe('中文…');
    expect(truncateEnd('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 5)).toBe('👨‍👩‍👧👨‍👩‍👧…');
    expect(truncateStart('/a/long/path/file.ts', 10)).toBe('…h/file.ts');
    expect(oneLine(' a\n\tb  c ')).toBe('a b c');
  });

  it('looks at the beginning of a line of megabytes only', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    expect(textWidth(truncateEnd('e\u0301中'.repeat(1_000_000), 80))).toBe(80);
    const looked = segment.mock.calls.map(([text]) => text.length);
    segment.mockRestore();
    expect(looked.length).toBeGreaterThan(0);
    expect(Math.max(...looked)).toBeLessThan(2_000);
  });

  it('keeps styles and never grows', () => {
    const styled = [span('ab', 'error'), span('中文', 'muted'), span('cd')];
    expect(truncateLine(styled, 8)).toEqual(styled);
    expect(lineText(truncateLine(styled, 7))).toBe('ab中文…');
    expect(lineText(truncateLine(styled, 2))).toBe('a…');
    expect(lineText(truncateLine(styled, 3))).toBe('ab…');
    fc.assert(
      fc.property(fc.array(fc.string()), fc.nat(20), (parts, columns) => {
        const cut = truncateLine(
          parts.map((text) => span(cleanText(text))),
          columns,
        );
        expect(lineWidth(cut)).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it('puts two parts at the ends of a row when both fit', () => {
    expect(lineText(spread([span('left')], [span('right')], 12))).toBe('left   right');
    expect(lineText(spread([span('left side')], [span('right')], 8))).toBe('left si…');
  });
});

describe('wrapText', () => {
  it('wraps at spaces and keeps indentation', () => {
    expect(texts(wrapText('the quick brown fox', 10))).toEqual(['the quick', 'brown fox']);
    expect(texts(wrapText('  two\n\nlines', 10))).toEqual(['  two', '', 'lines']);
  });

  it('breaks between wide characters, but not before closing marks', () => {
    expect(texts(wrapText('上下文压缩很重要。好', 10))).toEqual(['上下文压缩', '很重要。好']);
    expect(texts(wrapText('上下文压缩。好', 10))).toEqual(['上下文压', '缩。好']);
    expect(texts(wrapText('使用 TypeScript语言编写', 12))).toEqual(['使用', 'TypeScript语', '言编写']);
  });

  it('breaks words that are longer than a line', () => {
    expect(texts(wrapText('see https://example.com/a/long/path', 12))).toEqual([
      'see https://',
      'example.com/',
      'a/long/path',
    ]);
  });

  it('keeps a word together that changes its style', () => {
    const spans: Span[] = [span('one two'), span('three', 'error'), span(' four')];
    expect(texts(wrapSpans(spans, 8))).toEqual(['one', 'twothree', 'four']);
  });

  it('loses nothing but spaces and fits', () => {
    const piece = fc.oneof(fc.constantFrom('中', '。', 'é', '👍🏽', ' ', 'word ', 'ｱ', 'שלום '), fc.string());
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 2, max: 30 }), (parts, columns) => {
        const spans = parts.map((text) => span(cleanText(text)));
        const text = lineText(spans);
        for (const lines of [wrapSpans(spans, columns), wrapHard(spans, columns)]) {
          for (const styled of lines) expect(lineWidth(styled)).toBeLessThanOrEqual(columns);
          expect(texts(lines).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        }
        expect(texts(wrapHard(spans, columns)).join('')).toBe(text.replace(/\n/g, ''));
      }),
    );
  });
});

describe('numbers', () => {
  it('are short', () => {
    expect([0, 950, 1_000, 1_234, 9_999, 98_072, 131_072, 999_999, 1_048_576].map(formatTokens)).toEqual([
      '0',
      '950',
      '1K',
      '1.2K',
      '10K',
      '98K',
      '131K',
      '1M',
      '1.05M',
    ]);
    expect([0, 400, 9_960, 61_000, 3_725_000].map(formatDuration)).toEqual(['0s', '0.4s', '10s', '1m 01s', '1h 02m']);
  });
});
