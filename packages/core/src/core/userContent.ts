import type { Content, Part, PartListUnion } from '../types.js';

/** A message of the user from whatever form it is given in. */
export function toUserContent(message: PartListUnion): Content {
  const list = Array.isArray(message) ? message : [message];
  return { role: 'user', parts: list.map((part): Part => (typeof part === 'string' ? { text: part } : part)) };
}
