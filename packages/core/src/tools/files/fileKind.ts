/** Tells what a file holds from its first bytes, and from its name where bytes do not tell. */
import path from 'node:path';

export type FileKind =
  | { kind: 'image'; mimeType: string }
  | { kind: 'pdf' }
  | { kind: 'audio' | 'video' | 'archive' | 'picture' }
  /** Text or any other data: decoding it tells. */
  | { kind: 'other' };

/** The image formats that all model providers take. */
const IMAGE_SIGNATURES: ReadonlyArray<[mimeType: string, offset: number, signature: string]> = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP'],
];

const EXTENSIONS: ReadonlyArray<['audio' | 'video' | 'archive' | 'picture', string[]]> = [
  ['audio', ['aac', 'aiff', 'flac', 'm4a', 'mp3', 'oga', 'ogg', 'opus', 'wav', 'wma']],
  ['video', ['avi', 'flv', 'm4v', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'webm', 'wmv']],
  /** Images in formats that providers refuse. */
  ['picture', ['avif', 'bmp', 'heic', 'heif', 'ico', 'psd', 'tif', 'tiff']],
  ['archive', ['7z', 'bz2', 'gz', 'jar', 'rar', 'tar', 'tgz', 'whl', 'xz', 'zip', 'zst']],
];

/** @param head the first 16 bytes or more */
export function fileKind(filePath: string, head: Uint8Array): FileKind {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1');
  const image = IMAGE_SIGNATURES.find(([, offset, signature]) => start.startsWith(signature, offset));
  if (image) return { kind: 'image', mimeType: image[0] };
  if (start.startsWith('%PDF-')) return { kind: 'pdf' };
  const extension = path.extname(filePath).slice(1).toLowerCase();
  const group = EXTENSIONS.find(([, extensions]) => extensions.includes(extension));
  return { kind: group?.[0] ?? 'other' };
}
