/** Images and documents as content blocks. */
import type Anthropic from '@anthropic-ai/sdk';
import type { Part } from '../../types.js';
import type { InputModalities } from '../contentGenerator.js';

/** A block that may stand in a user message and in a tool result. */
export type MediaBlock = Anthropic.ImageBlockParam | Anthropic.DocumentBlockParam | Anthropic.TextBlockParam;

type ImageType = Anthropic.Base64ImageSource['media_type'];

const IMAGE_TYPES: ReadonlySet<string> = new Set<ImageType>(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
const PDF = 'application/pdf';

const leftOut = (what: string): Anthropic.TextBlockParam => ({
  type: 'text',
  text: `[${what} left out: this model does not take it]`,
});

/** The block of an `inlineData` or `fileData` part; a note where the API or the model does not take its kind. */
export function mediaBlock(part: Part, modalities: InputModalities | undefined): MediaBlock {
  const mimeType = part.inlineData?.mimeType ?? part.fileData?.mimeType ?? 'application/octet-stream';
  const takesImages = modalities === undefined || modalities.image === true;
  const takesPdf = modalities === undefined || modalities.pdf === true;
  const uri = part.fileData?.fileUri;
  if (uri !== undefined) {
    if (!/^https?:/.test(uri)) return leftOut(`${mimeType} ${uri}`);
    if (takesImages && mimeType.startsWith('image/')) return { type: 'image', source: { type: 'url', url: uri } };
    if (takesPdf && mimeType === PDF) return { type: 'document', source: { type: 'url', url: uri } };
    return leftOut(`${mimeType} ${uri}`);
  }
  const data = part.inlineData?.data ?? '';
  if (takesImages && IMAGE_TYPES.has(mimeType)) {
    return { type: 'image', source: { type: 'base64', media_type: mimeType as ImageType, data } };
  }
  if (takesPdf && mimeType === PDF) {
    return { type: 'document', source: { type: 'base64', media_type: PDF, data } };
  }
  return leftOut(`${mimeType} attachment`);
}
