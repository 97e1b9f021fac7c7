/** Reads one settings file: JSON, or JSON with comments and trailing commas. */
import { FatalConfigError } from '../errors.js';
import { readTextFile } from '../utils/readTextFile.js';

/**
 * The object in the file, or `undefined` when there is no file. Plain JSON is parsed by the engine; the tolerant parser
 * is loaded only when that fails.
 * @throws FatalConfigError naming file, line and column when it cannot be read or is not an object.
 */
export async function readSettingsFile(filePath: string): Promise<Record<string, unknown> | undefined> {
  const source = await readText(filePath);
  if (source === undefined) return undefined;
  if (source.trim() === '') return {};
  const value = parsePlain(source) ?? (await parseTolerant(source, filePath));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FatalConfigError(`${filePath} must hold one object ({ … }), but it holds ${kindOf(value)}.`);
  return value as Record<string, unknown>;
}

async function readText(filePath: string): Promise<string | undefined> {
  try {
    return (await readTextFile(filePath)).replace(/^\uFEFF/, '');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new FatalConfigError(`${filePath} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function parsePlain(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function parseTolerant(source: string, filePath: string): Promise<unknown> {
  const { parse, printParseErrorCode } = await import('jsonc-parser');
  const errors: Array<{ error: number; offset: number; length: number }> = [];
  const value = nestedOrThrow(() => parse(source, errors, { allowTrailingComma: true }) as unknown, filePath);
  const [first] = errors;
  if (!first) return value;
  const before = source.slice(0, first.offset).split('\n');
  const position = `${filePath}:${before.length}:${before.at(-1)!.length + 1}`;
  throw new FatalConfigError(`${position} is not valid JSON (${words(printParseErrorCode(first.error))}).`);
}

/** The parser calls itself for every level. */
function nestedOrThrow(parse: () => unknown, filePath: string): unknown {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new FatalConfigError(`${filePath} is nested too deeply to be read.`, { cause: error });
  }
}

/** `CloseBraceExpected` → `close brace expected`. */
function words(code: string): string {
  return code.replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return value === null ? 'null' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
}
