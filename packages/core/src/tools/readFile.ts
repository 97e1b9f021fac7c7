/** read_file: text by lines, images, the text of PDF files. */
import { constants, type Stats } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import type { Tool, ToolContext, ToolResult } from './tool.js';
import { MAX_WHOLE_FILE_BYTES } from './files/changeFile.js';
import { failure, isSystemError, reasonOf } from './files/fileErrors.js';
import { fileKind, type FileKind } from './files/fileKind.js';
import { isQwenIgnored } from './files/ignoreRules.js';
import { linesOf, streamLines, type LineRange } from './files/lineRange.js';
import { didYouMean } from './files/nearNames.js';
import { pathProblem } from './files/pathProblem.js';
import { MAX_PDF_PAGES, parsePageRange, readPdfText } from './files/pdfText.js';
import { renderLines, renderPages } from './files/renderText.js';
import { decodeText, detectEncoding } from './files/textEncoding.js';
import { errorMessage } from '../utils/errorMessage.js';

/** Lines of one call unless `limit` says otherwise. */
const DEFAULT_LINES = 2_000;

/** Largest image that is passed on, in bytes: the strictest limit of the large providers. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const MAX_PDF_BYTES = 50 * 1024 * 1024;

/** Bytes at the start of a large file that tell what it is. */
const HEAD_BYTES = 64 * 1024;

/** What is said of contents that cannot be shown: what they are, and what to do instead. */
const UNREADABLE: Partial<Record<FileKind['kind'], [what: string, advice: string]>> & { other: [string, string] } = {
  audio: ['an audio file', 'Ask for a transcript, or look at it with a shell command such as ffprobe.'],
  video: ['a video file', 'Take single pictures from it with ffmpeg and read those.'],
  archive: ['an archive', 'List or unpack it with a shell command.'],
  picture: ['an image in a format that models do not take', 'Convert it to PNG first, e.g. with ImageMagick.'],
  other: ['a binary file', 'Look at it with a shell command such as file, strings or xxd.'],
};

export interface ReadFileParams {
  file_path: string;
  offset?: number;
  limit?: number;
  pages?: string;
}

/** A file that may be read, and what is known of it. */
interface Target {
  params: ReadFileParams;
  path: string;
  shown: string;
  size: number;
  context: ToolContext;
}

export function createReadFileTool(): Tool<ReadFileParams> {
  return {
    name: 'read_file',
    displayName: 'ReadFile',
    kind: 'read',
    description: `Reads a file: text (first ${DEFAULT_LINES} lines unless offset/limit are given), image, or text of a PDF.`,
    parametersJsonSchema: {
      type: 'object',
      properties: {
        file_path: { type: 'string', description: 'Absolute path' },
        offset: { type: 'number', description: 'Lines to skip' },
        limit: { type: 'number', description: 'Lines to read' },
        pages: { type: 'string', description: `PDF pages, e.g. "1-5"; at most ${MAX_PDF_PAGES}` },
      },
      required: ['file_path'],
    },
    describe: ({ file_path, offset, limit, pages }, workspace) => {
      const lines = offset || limit ? ` from line ${(offset ?? 0) + 1}${limit ? `, ${limit} lines` : ''}` : '';
      return `${workspace.relative(file_path)}${pages ? ` pages ${pages}` : lines}`;
    },
    validate: validateParams,
    execute,
  };
}

function validateParams({ file_path, offset, limit, pages }: ReadFileParams): string | null {
  const problem = pathProblem('file_path', file_path);
  if (problem !== null) return problem;
  if (offset !== undefined && !(offset >= 0)) return `"offset" is ${offset}; it must be 0 or more lines to skip.`;
  if (limit !== undefined && !(limit >= 1)) return `"limit" is ${limit}; it must be 1 or more lines.`;
  if (pages !== undefined && parsePageRange(pages) === null) {
    return `"pages" is "${pages}"; give a page or a range of at most ${MAX_PDF_PAGES}, such as "3" or "1-5".`;
  }
  return null;
}

async function execute(params: ReadFileParams, context: ToolContext): Promise<ToolResult> {
  const { workspace, signal } = context;
  const file = workspace.resolve(params.file_path);
  const shown = workspace.relative(file);
  if (await isQwenIgnored(workspace, file)) {
    return failure('permission_denied', `${shown} is excluded by .qwenignore and may not be read.`);
  }
  try {
    const stats = await stat(file);
    const unreadable = whyUnreadable(shown, stats);
    if (unreadable) return unreadable;
    const target = { params, path: file, shown, size: stats.size, context };
    return stats.size > MAX_WHOLE_FILE_BYTES ? await readLargeFile(target) : await readWholeFile(target);
  } catch (error) {
    signal.throwIfAborted();
    if (isSystemError(error) && error.code === 'ENOENT') return missingFile(file, context);
    return failure('execution_failed', `Cannot read ${shown}: ${reasonOf(error)}.`);
  }
}

function whyUnreadable(shown: string, stats: Stats): ToolResult | null {
  if (stats.isDirectory()) {
    return failure('execution_failed', `${shown} is a directory. Use list_directory to see what it holds.`);
  }
  // Reading a pipe or a device could wait for ever.
  if (!stats.isFile()) return failure('execution_failed', `${shown} is not a regular file (a pipe, socket or device).`);
  return null;
}

async function missingFile(file: string, context: ToolContext): Promise<ToolResult> {
  const hint = await didYouMean(context, file, ' Use glob to find it.');
  return failure('file_not_found', `There is no file ${context.workspace.relative(file)}.${hint}`);
}

async function readWholeFile(target: Target): Promise<ToolResult> {
  const { params, path, shown, context } = target;
  const bytes = await readFile(path, { signal: context.signal });
  const kind = fileKind(path, bytes);
  if (kind.kind === 'image') return imageResult(target, kind.mimeType, bytes);
  if (kind.kind === 'pdf') return pdfResult(target, bytes);
  const decoded = await decodeText(bytes);
  if (!decoded) return binaryFile(shown, kind);
  context.readState.remember(path, bytes);
  if (decoded.text === '') return { output: `${shown} is empty.`, display: 'Empty file' };
  return textResult(target, linesOf(decoded.text, ...rangeOf(params)));
}

/** Files beyond the size that is held in memory: read only as far as asked for, and not known well enough to edit. */
async function readLargeFile(target: Target): Promise<ToolResult> {
  const { params, path, shown, size, context } = target;
  const head = await readHead(path);
  const kind = fileKind(path, head);
  if (kind.kind === 'image') return imageTooLarge(shown, size);
  if (kind.kind === 'pdf') {
    if (size <= MAX_PDF_BYTES) return pdfResult(target, await readFile(path, { signal: context.signal }));
    return failure(
      'file_too_large',
      `${shown} is a PDF of ${megabytes(size)}; at most ${megabytes(MAX_PDF_BYTES)} can be read. Split it or use pdftotext.`,
    );
  }
  const encoding = await detectEncoding(withoutCutCharacter(head));
  if (!encoding) return binaryFile(shown, kind);
  try {
    return textResult(target, await streamLines(path, encoding.encoding, ...rangeOf(params), context.signal));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return failure(
      'file_too_large',
      `${shown} is ${encoding.encoding} text of ${megabytes(size)}, too large to convert. Convert it to UTF-8 with iconv.`,
    );
  }
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file, constants.O_RDONLY);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Drops a UTF-8 character that the end of the head cuts in two. */
function withoutCutCharacter(head: Uint8Array): Uint8Array {
  let end = head.length;
  while (end > 0 && head.length - end < 4 && ((head[end - 1] as number) & 0xc0) === 0x80) end -= 1;
  return end > 0 && (head[end - 1] as number) >= 0xc0 ? head.subarray(0, end - 1) : head;
}

function rangeOf({ offset = 0, limit = DEFAULT_LINES }: ReadFileParams): [offset: number, limit: number] {
  return [Math.floor(offset), Math.max(1, Math.floor(limit))];
}

function textResult({ params, shown, context }: Target, range: LineRange): ToolResult {
  const [offset] = rangeOf(params);
  if (range.lines.length === 0) {
    return failure('invalid_tool_params', `${shown} has ${range.total} lines; "offset" ${offset} is beyond its end.`);
  }
  const { text, shownLines } = renderLines(range, offset, context.maxOutputCharacters);
  const of = range.total === undefined ? '' : ` of ${range.total}`;
  const isWhole = offset === 0 && shownLines === range.total;
  return {
    output: text,
    display: isWhole
      ? `${shownLines} line${shownLines === 1 ? '' : 's'}`
      : `Lines ${offset + 1}-${offset + shownLines}${of}`,
  };
}

function imageResult({ shown, size }: Target, mimeType: string, bytes: Buffer): ToolResult {
  if (bytes.length > MAX_IMAGE_BYTES) return imageTooLarge(shown, size);
  return {
    output: `Image ${shown} (${mimeType}, ${bytes.length} bytes) is attached.`,
    media: [{ inlineData: { mimeType, data: bytes.toString('base64') } }],
    display: `Image, ${mimeType}`,
  };
}

function imageTooLarge(shown: string, size: number): ToolResult {
  return failure(
    'file_too_large',
    `${shown} is an image of ${megabytes(size)}; at most ${megabytes(MAX_IMAGE_BYTES)} can be shown. Make a smaller copy first, e.g. with ImageMagick: convert in.png -resize 1568x1568 out.png.`,
  );
}

async function pdfResult({ params, shown, context }: Target, bytes: Uint8Array): Promise<ToolResult> {
  const range = parsePageRange(params.pages ?? '1-') ?? { first: 1, last: MAX_PDF_PAGES };
  let pdf;
  try {
    pdf = await readPdfText(bytes, range, context.signal);
  } catch (error) {
    context.signal.throwIfAborted();
    // The parser has classes of its own for broken and locked files; all of them mean the file, not us.
    return failure('execution_failed', `Cannot read the PDF ${shown}: ${errorMessage(error)}.`);
  }
  if (pdf.pages.length === 0) {
    return failure('invalid_tool_params', `${shown} has ${pdf.pageCount} pages; there is no page ${range.first}.`);
  }
  if (pdf.pages.every(({ text }) => text === '')) {
    return failure(
      'execution_failed',
      `Pages ${range.first}-${pdf.pages.at(-1)?.number} of ${shown} hold no text (scanned?). Turn a page into an image, e.g. with pdftoppm, and read that.`,
    );
  }
  const { text, lastPage } = renderPages(pdf, context.maxOutputCharacters);
  return { output: text, display: `Pages ${range.first}-${lastPage} of ${pdf.pageCount}` };
}

function binaryFile(shown: string, { kind }: FileKind): ToolResult {
  const [what, advice] = UNREADABLE[kind] ?? UNREADABLE.other;
  return failure('execution_failed', `${shown} is ${what}; its content cannot be shown. ${advice}`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
