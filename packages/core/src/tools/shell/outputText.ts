/** Turns the bytes a command wrote into text for a model. */
import { stripVTControlCharacters } from 'node:util';

/** Bytes that are enough to tell text from data. */
const SAMPLE_BYTES = 8_192;

/** Whether the bytes are no text: they hold NULs and are no UTF-8, or hold many NULs. */
export function isBinary(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const nulls = sample.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  return nulls > 0 && (nulls > sample.length / 4 || !isUtf8(sample));
}

function isUtf8(bytes: Buffer): boolean {
  try {
    // `stream` allows a character that is cut off at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Decodes UTF-8, or what the bytes look like when they are not UTF-8. Never throws. */
export async function decodeOutput(bytes: Buffer): Promise<string> {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const [{ default: chardet }, { default: iconv }] = await Promise.all([import('chardet'), import('iconv-lite')]);
  const best = chardet.analyse(bytes)[0];
  const isSure =
    best !== undefined && best.confidence >= 50 && best.name !== 'UTF-8' && iconv.encodingExists(best.name);
  return isSure ? iconv.decode(bytes, best.name) : bytes.toString('utf8');
}

/** Removes what only a terminal understands: escapes, overwritten parts of lines, bells, NULs. */
export function plainText(text: string): string {
  const lines = stripVTControlCharacters(text).split(/\r*\n/);
  return lines
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1))
    .join('\n')
    .replaceAll('\0', '\n')
    .replace(/[\u0001-\u0008\u000b-\u001f\u007f]/g, '');
}
