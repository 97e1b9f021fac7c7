/** Images and documents as content blocks. */
import type Anthropic from '@anthropic-ai/sdk';
import type { Part } from '../../types.js';
import type { InputModalities } from '../contentGenerator.js';
import { leftOutNote, takesMedia } from '../modalities.js';

/** A block that may stand in a user message and in a tool result. */
export type MediaBlock = Anthropic.ImageBlockParam | Anthropic.DocumentBlockParam | Anthropic.TextBlockParam;

type ImageType = Anthropic.Base64ImageSource['media_type'];

const IMAGE_TYPES: ReadonlySet<string> = new Set<ImageType>(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
const PDF = 'application/pdf';

/** The block of an `inlineData` or `fileData` part; a note where the API or the model does not take its kind. */
export function mediaBlock(part: Part, modalities: InputModalities | undefined): MediaBlock {
  const mimeType = part.inlineData?.mimeType ?? part.fileData?.mimeType ?? 'application/octet-stream';
  const url = part.fileData?.fileUri;
  const block = takesMedia(mimeType, modalities)
    ? url === undefined
      ? inlineBlock(mimeType, part.inlineData?.data ?? '')
      : linkedBlock(mimeType, url)
    : undefined;
  return (
    block ?? { type: 'text', text: leftOutNote(url === undefined ? `${mimeType} attachment` : `${mimeType} ${url}`) }
  );
}

function inlineBlock(mimeType: string, data: string): MediaBlock | undefined {
  if (IMAGE_TYPES.has(mimeType)) {
    return { type: 'image', source: { type: 'base64', media_type: mimeType as ImageType, data } };
  }
  return mimeType === PDF ? { type: 'document', source: { type: 'base64', media_type: PDF, data } } : undefined;
}

function linkedBlock(mimeType: string, url: string): MediaBlock | undefined {
  if (!/^https?:/.test(url)) return undefined;
  if (mimeType.startsWith('image/')) return { type: 'image', source: { type: 'url', url } };
  return mimeType === PDF ? { type: 'document', source: { type: 'url', url } } : undefined;
}
