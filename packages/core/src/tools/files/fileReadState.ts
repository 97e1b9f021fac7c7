/** What the model knows of the files on disk: an edit is refused on a file that changed since it was read. */
import { createHash } from 'node:crypto';

/** Content hashes of the files that were read or written in this session, by absolute path. */
export class FileReadState {
  private readonly files = new Map<string, string>();

  /** Remembers the content that the model has seen or written. */
  remember(absolutePath: string, content: string | Uint8Array): void {
    this.files.set(absolutePath, hashOf(content));
  }

  has(absolutePath: string): boolean {
    return this.files.has(absolutePath);
  }

  /** Whether the file's content now is the content the model knows; `false` for files it never saw. */
  isCurrent(absolutePath: string, contentNow: string | Uint8Array): boolean {
    return this.files.get(absolutePath) === hashOf(contentNow);
  }
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64');
}
