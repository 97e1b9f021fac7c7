/** The system instruction of a request as texts. */
import type { GenerateContentConfig, Part } from '../types.js';

/** The non-empty texts of an instruction given as a string, a part, a list of these, or a content. */
export function systemTexts(instruction: GenerateContentConfig['systemInstruction']): string[] {
  if (instruction === undefined) return [];
  const items = Array.isArray(instruction) ? instruction : [instruction];
  return items
    .flatMap((item) => (typeof item === 'object' && 'parts' in item ? (item.parts ?? []) : [item]))
    .map((item) => (typeof item === 'string' ? item : ((item as Part).text ?? '')))
    .filter((text) => text.trim() !== '');
}
