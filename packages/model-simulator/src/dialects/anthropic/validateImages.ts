/** Limits on images: more than 20 of them may not be wider or higher than 2,000 pixels. */
import { asObject, asObjects, asString } from '../../json.js';
import type { JsonObject } from '../../request.js';
import type { Violation } from '../../validation/violation.js';
import { imageSize } from '../imageSize.js';

const MANY_IMAGES = 20;
const MANY_IMAGES_PIXELS = 2_000;
const MAX_PIXELS = 8_000;
const MAX_BYTES = 5 * 1_024 * 1_024;
const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export function anthropicImageViolations(messages: JsonObject[]): Violation[] {
  const images = messages.flatMap((message, index) =>
    asObjects(message['content']).flatMap((block, position) =>
      imagesOf(block, `messages.${index}.content.${position}`),
    ),
  );
  const largest = images.length > MANY_IMAGES ? MANY_IMAGES_PIXELS : MAX_PIXELS;
  return images.flatMap(({ source, path }) => imageViolations(source, path, largest, images.length > MANY_IMAGES));
}

interface LocatedImage {
  source: JsonObject;
  path: string;
}

function imagesOf(block: JsonObject, path: string): LocatedImage[] {
  if (block['type'] === 'image') return [{ source: asObject(block['source']), path: `${path}.image.source` }];
  if (block['type'] !== 'tool_result') return [];
  return asObjects(block['content']).flatMap((inner, position) =>
    imagesOf(inner, `${path}.tool_result.content.${position}`),
  );
}

function imageViolations(source: JsonObject, path: string, largest: number, many: boolean): Violation[] {
  if (source['type'] !== 'base64') return [];
  const at = `${path}.base64`;
  const fail = (message: string): Violation[] => [{ rule: 'image', path: at, message }];
  if (!MEDIA_TYPES.includes(asString(source['media_type']))) {
    return fail(`${at}.media_type: Input should be ${MEDIA_TYPES.map((type) => `'${type}'`).join(', ')}`);
  }
  const text = asString(source['data']);
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return fail(`${at}.data: Invalid base64 data`);
  const data = Buffer.from(text, 'base64');
  if (data.length > MAX_BYTES) {
    return fail(`${at}: image exceeds 5 MB maximum: ${data.length} bytes > ${MAX_BYTES} bytes`);
  }
  const size = imageSize(data);
  if (!size || Math.max(size.width, size.height) <= largest) return [];
  const scope = many ? 'for many-image requests: ' : 'size: ';
  const limit = many ? `max allowed size ${scope}` : `max allowed ${scope}`;
  return fail(`${at}.data: At least one of the image dimensions exceed ${limit}${largest} pixels`);
}
