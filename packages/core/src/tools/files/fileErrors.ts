/** Turns errors of the file system into results that say what went wrong and what to do. */
import type { ToolErrorType, ToolResult } from '../tool.js';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than the system allows',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is a file, not a directory',
  ENOENT: 'no such file or directory',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links form a loop',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EBUSY: 'the file is in use',
  ETXTBSY: 'the program is running',
  EIO: 'the disk reports an input/output error',
};

/** A result for the model that failed. */
export function failure(errorType: ToolErrorType, output: string): ToolResult {
  return { output, errorType };
}

/** Whether an error comes from the operating system; anything else is a defect. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string';
}

/** Why a file operation failed, in words. @throws errors that are no file system errors. */
export function reasonOf(error: unknown): string {
  if (!isSystemError(error)) throw error;
  return REASONS[error.code] ?? error.message;
}
