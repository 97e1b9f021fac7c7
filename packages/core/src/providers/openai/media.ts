/** Images, sound and documents as the OpenAI dialect carries them. */
import type { Part } from '../../types.js';
import type { InputModalities } from '../contentGenerator.js';
import { leftOutNote, takesMedia } from '../modalities.js';
import type { WirePart } from './wire.js';

/**
 * The wire form of a media part, or a text that says what is missing where the model does not take it. `undefined` for
 * a part that holds no media.
 *
 * @param modalities what the model takes; absent when that is not known, and then everything is sent
 */
export function mediaPart(part: Part, modalities: InputModalities | undefined): WirePart | undefined {
  const media = part.inlineData ?? part.fileData;
  if (!media) return undefined;
  const mimeType = media.mimeType ?? 'application/octet-stream';
  const url = part.inlineData ? `data:${mimeType};base64,${part.inlineData.data}` : part.fileData!.fileUri!;
  const kind = modalityOf(mimeType);
  if (kind === undefined || !takesMedia(mimeType, modalities)) return placeholder(mimeType);
  switch (kind) {
    case 'image':
      return { type: 'image_url', image_url: { url } };
    case 'video':
      return { type: 'video_url', video_url: { url } };
    case 'audio':
      return part.inlineData
        ? { type: 'input_audio', input_audio: { data: part.inlineData.data, format: audioFormat(mimeType) } }
        : placeholder(mimeType);
    case 'pdf':
      return { type: 'file', file: { filename: media.displayName ?? 'document.pdf', file_data: url } };
  }
}

function modalityOf(mimeType: string): keyof InputModalities | undefined {
  if (mimeType === 'application/pdf') return 'pdf';
  const family = mimeType.split('/')[0];
  return family === 'image' || family === 'audio' || family === 'video' ? family : undefined;
}

function audioFormat(mimeType: string): string {
  const subtype = mimeType.split('/')[1]!.split(';')[0]!.replace(/^x-/, '');
  return subtype === 'mpeg' ? 'mp3' : subtype;
}

function placeholder(mimeType: string): WirePart {
  return { type: 'text', text: leftOutNote(mimeType) };
}
