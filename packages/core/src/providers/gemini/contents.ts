/** A normalised history as the contents of the API. */
import type { Content, FunctionResponse, Part } from '../../types.js';
import type { ContentGeneratorConfig, InputModalities } from '../contentGenerator.js';
import { normalizeHistory } from '../history/normalizeHistory.js';
import { leftOutNote, takesMedia } from '../modalities.js';
import { geminiModel } from './models.js';

export type ContentSettings = Pick<ContentGeneratorConfig, 'modalities' | 'splitToolMedia'>;

/** Google's stand-in for the signature of a call that another model made; the API takes it without checking. */
const FOREIGN_CALL_SIGNATURE = 'skip_thought_signature_validator';

/**
 * Same history, same contents; a longer history only adds contents at the end. Thought summaries are not sent back: what
 * counts is in the signatures of calls and texts, which come back as they were.
 */
export function toContents(model: string, contents: Content[], settings: ContentSettings): Content[] {
  const { needsSignatures, mediaInResponses } = geminiModel(model);
  const nestsMedia = mediaInResponses && !settings.splitToolMedia;
  return normalizeHistory(contents, { alternateRoles: true, thoughts: 'drop' }).map(({ role, parts = [] }) =>
    role === 'model'
      ? { role, parts: needsSignatures ? withSignature(parts.map(modelPart)) : parts.map(modelPart) }
      : { role, parts: userParts(parts, nestsMedia, settings.modalities) },
  );
}

function modelPart(part: Part): Part {
  const { thoughtSignature, functionCall, text } = part;
  const signature = thoughtSignature === undefined ? {} : { thoughtSignature };
  if (functionCall) {
    const { id, name, args } = functionCall;
    return { functionCall: { id, name, args }, ...signature };
  }
  return text === undefined ? part : { text, ...signature };
}

/** Third-generation models refuse a turn whose first call carries no signature, as calls of other models do not. */
function withSignature(parts: Part[]): Part[] {
  const first = parts.findIndex((part) => part.functionCall);
  if (first < 0 || parts[first]?.thoughtSignature !== undefined) return parts;
  return parts.map((part, index) => (index === first ? { ...part, thoughtSignature: FOREIGN_CALL_SIGNATURE } : part));
}

/** Responses first; media that cannot stand in a response follow all of them. */
function userParts(parts: Part[], nestsMedia: boolean, modalities: InputModalities | undefined): Part[] {
  const responses: Part[] = [];
  const others: Part[] = [];
  for (const part of parts) {
    if (!part.functionResponse) {
      others.push(mediaPart(part, modalities));
      continue;
    }
    const { id, name, response } = part.functionResponse;
    const media = ((part.functionResponse.parts ?? []) as Part[]).map((item) => mediaPart(item, modalities));
    const nested = nestsMedia ? media.filter((item) => item.text === undefined) : [];
    others.push(...media.filter((item) => !nested.includes(item)));
    const inner = nested.length > 0 ? { parts: nested as FunctionResponse['parts'] } : {};
    responses.push({ functionResponse: { id, name, response, ...inner } });
  }
  return [...responses, ...others];
}

function mediaPart(part: Part, modalities: InputModalities | undefined): Part {
  const mimeType = part.inlineData?.mimeType ?? part.fileData?.mimeType;
  if (mimeType === undefined || takesMedia(mimeType, modalities)) return part;
  return {
    text: leftOutNote(part.fileData?.fileUri ? `${mimeType} ${part.fileData.fileUri}` : `${mimeType} attachment`),
  };
}
