/** Bytes to text and back, so that a changed file keeps its encoding and byte order mark. */
import { isUtf8 } from 'node:buffer';

/** How a text file stores its characters; `encoding` is a name that iconv knows. */
export interface TextEncoding {
  encoding: string;
  byteOrderMark: boolean;
}

export const UTF8: TextEncoding = { encoding: 'utf-8', byteOrderMark: false };

export interface DecodedText {
  /** Without the byte order mark. */
  text: string;
  encoding: TextEncoding;
}

/** Longest first: the mark of UTF-32 LE begins with that of UTF-16 LE. */
const BYTE_ORDER_MARKS: ReadonlyArray<[encoding: string, mark: number[]]> = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Bytes that are looked at to tell text from binary data and to guess a legacy encoding. */
const SAMPLE_BYTES = 64 * 1024;

/** Guesses below this (of 100) are worse than the commonest legacy encoding. */
const MIN_GUESS_CONFIDENCE = 30;

/** Share of control characters above which bytes that are no UTF-8 count as binary. */
const MAX_CONTROL_SHARE = 0.05;

/** Decodes a whole file, or returns `null` when its bytes are not text. */
export async function decodeText(bytes: Uint8Array): Promise<DecodedText | null> {
  const encoding = await detectEncoding(bytes);
  return encoding && { text: await decodeAs(bytes, encoding), encoding };
}

/** The encoding of a file from its bytes, or from its first ones; `null` when they are not text. */
export async function detectEncoding(bytes: Uint8Array): Promise<TextEncoding | null> {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return { encoding: marked[0], byteOrderMark: true };
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) return null;
  if (isUtf8(bytes)) return UTF8;
  if (controlShare(bytes) > MAX_CONTROL_SHARE) return null;
  return guessLegacyEncoding(bytes);
}

async function guessLegacyEncoding(bytes: Uint8Array): Promise<TextEncoding> {
  const { default: chardet } = await import('chardet');
  const iconv = await loadIconv();
  const [best] = chardet.analyse(bytes.subarray(0, SAMPLE_BYTES));
  if (best && (best.name === 'UTF-8' || best.confidence >= MIN_GUESS_CONFIDENCE) && iconv.encodingExists(best.name)) {
    return { encoding: best.name.toLowerCase(), byteOrderMark: false };
  }
  return { encoding: 'windows-1252', byteOrderMark: false };
}

function controlShare(bytes: Uint8Array): number {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const isControl = (byte: number): boolean => byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b;
  return sample.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0) / Math.max(1, sample.length);
}

async function decodeAs(bytes: Uint8Array, { encoding, byteOrderMark }: TextEncoding): Promise<string> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = byteOrderMark ? byteOrderMarkOf(encoding).length : 0;
  if (encoding === 'utf-8') return view.toString('utf8', mark);
  if (encoding === 'utf-16le') return view.toString('utf16le', mark);
  return (await loadIconv()).decode(view.subarray(mark), encoding, { stripBOM: false });
}

/** Encodes text for writing, or returns `null` when the encoding has no room for one of its characters. */
export async function encodeText(text: string, target: TextEncoding): Promise<Uint8Array | null> {
  const content = await encodeAs(text, target.encoding);
  if (content === null) return null;
  return target.byteOrderMark ? Buffer.concat([byteOrderMarkOf(target.encoding), content]) : content;
}

async function encodeAs(text: string, encoding: string): Promise<Buffer | null> {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  const iconv = await loadIconv();
  const content = iconv.encode(text, encoding, { addBOM: false });
  return iconv.decode(content, encoding, { stripBOM: false }) === text ? content : null;
}

function byteOrderMarkOf(encoding: string): Uint8Array {
  const found = BYTE_ORDER_MARKS.find(([name]) => name === encoding);
  if (!found) throw new Error(`The encoding ${encoding} has no byte order mark.`);
  return Uint8Array.from(found[1]);
}

async function loadIconv(): Promise<typeof import('iconv-lite')> {
  const module = await import('iconv-lite');
  return (module as { default?: typeof import('iconv-lite') }).default ?? module;
}
