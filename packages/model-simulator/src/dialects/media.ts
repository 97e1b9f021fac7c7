import { createHash } from 'node:crypto';
import type { MediaPart } from '../request.js';
import { imageSize } from './imageSize.js';

/** A media part of base64 data. */
export function mediaPart(mimeType: string, base64: string): MediaPart {
  const data = Buffer.from(base64, 'base64');
  return { type: 'media', mimeType, bytes: data.length, contentHash: hashOf(base64), ...imageSize(data) };
}

/** A media part that is only a reference. */
export function linkedMediaPart(mimeType: string, uri: string): MediaPart {
  return { type: 'media', mimeType, bytes: 0, contentHash: hashOf(uri) };
}

function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readInt32BE(0);
}
