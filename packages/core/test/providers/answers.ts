/** Reading what an adapter yields. */
import type { GenerateContentResponse, Part } from '../../src/types.js';

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

export function partsOf(responses: readonly GenerateContentResponse[]): Part[] {
  return responses.flatMap((response) => response.candidates?.[0]?.content?.parts ?? []);
}
