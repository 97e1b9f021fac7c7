/**
 * The messages of one conversation, oldest first.
 *
 * Invariants: every message is from `user` or `model`; messages are never changed in place, only appended or replaced
 * as a whole. Two messages of the user may follow each other (a send that failed keeps its message): each wire dialect
 * makes the history acceptable for its provider.
 */
import type { Content, Part } from '../types.js';

export class ChatHistory {
  private contents: Content[];

  /** @throws when a message is neither from `user` nor from `model`. */
  constructor(contents: readonly Content[] = []) {
    contents.forEach(assertRole);
    this.contents = [...contents];
  }

  get length(): number {
    return this.contents.length;
  }

  all(): readonly Content[] {
    return this.contents;
  }

  /** The messages that are sent: those that say something. */
  curated(): Content[] {
    return this.contents.filter(hasMeaning);
  }

  last(): Content | undefined {
    return this.contents.at(-1);
  }

  append(content: Content): void {
    assertRole(content);
    this.contents.push(content);
  }

  replace(contents: readonly Content[]): void {
    contents.forEach(assertRole);
    this.contents = [...contents];
  }

  /** Keeps the first `count` messages. */
  truncate(count: number): void {
    this.contents = this.contents.slice(0, count);
  }

  /** Removes thoughts; messages that hold nothing else go too. */
  stripThoughts(): void {
    this.contents = this.contents.flatMap((content) => {
      if (!content.parts?.some((part) => part.thought)) return [content];
      const parts = content.parts.filter((part) => !part.thought);
      return parts.length > 0 ? [{ ...content, parts }] : [];
    });
  }

  /** Removes messages of the user at the end, which no answer followed. */
  stripOrphanedUserEntries(): void {
    const lastAnswer = this.contents.findLastIndex((content) => content.role === 'model');
    this.truncate(lastAnswer + 1);
  }
}

function assertRole(content: Content): void {
  if (content.role === 'user' || content.role === 'model') return;
  throw new Error(`The role of a message must be "user" or "model", not ${JSON.stringify(content.role)}.`);
}

function hasMeaning(content: Content): boolean {
  return content.parts?.some(isMeaningfulPart) ?? false;
}

function isMeaningfulPart(part: Part): boolean {
  return part.text === undefined
    ? Object.keys(part).length > 0
    : part.text !== '' || part.thoughtSignature !== undefined;
}
