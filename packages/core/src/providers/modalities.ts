/** Which media a model takes, and what it is told of those it does not. */
import type { InputModalities } from './contentGenerator.js';

/** @param modalities absent when it is not known what the model takes: then everything is sent. */
export function takesMedia(mimeType: string, modalities: InputModalities | undefined): boolean {
  if (modalities === undefined) return true;
  if (mimeType === 'application/pdf') return modalities.pdf === true;
  const kind = mimeType.slice(0, mimeType.indexOf('/')) as keyof InputModalities;
  return modalities[kind] === true;
}

/** @param what the kind of media, and its address where it has one. */
export function leftOutNote(what: string): string {
  return `[${what} left out: this model does not take it]`;
}
