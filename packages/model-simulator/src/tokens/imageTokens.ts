import type { DialectName, MediaPart } from '../request.js';

/** Tokens of an image whose size cannot be read, and of any other document. */
const UNKNOWN_SIZE = 1_000;

/**
 * Tokens of an image as each provider's documentation computes them: Anthropic width × height / 750, at most 1,600;
 * OpenAI 85 + 170 a tile of 512 after scaling; Gemini 258 a tile of 768, 258 for small ones.
 */
export function imageTokens(media: MediaPart, dialect: DialectName): number {
  const { width, height } = media;
  if (!width || !height) return UNKNOWN_SIZE;
  if (dialect === 'anthropic') return Math.min(1_600, Math.ceil((width * height) / 750));
  if (dialect === 'gemini') {
    if (width <= 384 && height <= 384) return 258;
    return 258 * Math.ceil(width / 768) * Math.ceil(height / 768);
  }
  const fit = Math.min(1, 2_048 / Math.max(width, height));
  const shrink = Math.min(1, 768 / (Math.min(width, height) * fit));
  return 85 + 170 * Math.ceil((width * fit * shrink) / 512) * Math.ceil((height * fit * shrink) / 512);
}
