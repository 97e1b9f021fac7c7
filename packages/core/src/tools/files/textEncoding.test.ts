import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText, detectEncoding, encodeText } from './textEncoding.js';

describe('decodeText', () => {
  it.each([
    ['utf-8', 'windows-1252', 'Grüße an Zoë, naïve café — déjà vu'],
    ['shift_jis', 'shift_jis', 'こんにちは世界、これはテストです。'],
    ['gb18030', 'gbk', '你好，世界。这是一个测试文件。'],
    ['windows-1251', 'windows-1251', 'Привет, мир! Это проверка кодировки.'],
  ])('reads %s guesses and writes them back unchanged', async (_name, written, text) => {
    const bytes = iconv.encode(text, written);
    const decoded = await decodeText(bytes);
    expect(decoded?.text).toBe(text);
    expect(Buffer.from((await encodeText(decoded!.text, decoded!.encoding))!)).toEqual(bytes);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('round-trips %s with a mark', async (encoding) => {
    const text = 'héllo 😀\r\nline two\n';
    const bytes = (await encodeText(text, { encoding, byteOrderMark: true }))!;
    const decoded = await decodeText(bytes);
    expect(decoded).toEqual({ text, encoding: { encoding, byteOrderMark: true } });
  });

  it('takes every UTF-8 text for UTF-8 and gives its bytes back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        fc.pre(!text.includes('\0') && !text.startsWith('\ufeff'));
        const bytes = Buffer.from(text, 'utf8');
        const decoded = await decodeText(bytes);
        expect(decoded?.encoding.encoding).toBe('utf-8');
        expect(Buffer.from((await encodeText(decoded!.text, decoded!.encoding))!)).toEqual(bytes);
      }),
    );
  });

  it.each([
    ['NUL bytes', Buffer.from('ELF\0\0\x01')],
    ['control bytes', Buffer.from([0x1f, 0x8b, 0x08, 0x02, 0x05, 0xff, 0x80, 0x03, 0x12])],
  ])('takes %s for binary', async (_name, bytes) => {
    expect(await decodeText(bytes)).toBeNull();
  });

  it('reads UTF-8 with a broken byte as UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('wörld äöü '.repeat(50)), Buffer.from([0xff, 0x41])]);
    const decoded = await decodeText(bytes);
    expect(decoded?.text.startsWith('wörld äöü')).toBe(true);
    expect(decoded?.encoding.encoding).toBe('utf-8');
  });

  it('reads an empty file as empty UTF-8', async () => {
    expect(await decodeText(new Uint8Array())).toEqual({
      text: '',
      encoding: { encoding: 'utf-8', byteOrderMark: false },
    });
  });

  it('reads a part of a larger buffer', async () => {
    const bytes = Buffer.from('abcdef').subarray(2, 4);
    expect((await decodeText(bytes))?.text).toBe('cd');
  });
});

describe('encodeText', () => {
  it('refuses characters that the encoding has no room for', async () => {
    expect(await encodeText('price: 5 €', { encoding: 'iso-8859-1', byteOrderMark: false })).toBeNull();
    expect(await encodeText('日本', { encoding: 'windows-1252', byteOrderMark: false })).toBeNull();
  });
});

describe('detectEncoding', () => {
  it('finds none in binary data', async () => {
    expect(await detectEncoding(Buffer.from([0x89, 0, 1, 2]))).toBeNull();
  });
});
