/** The files of the project for `@` completion: listed in the background when first asked for, and again when they are old. */
import { fuzzyFilter, type FuzzyMatch } from './fuzzyMatch.js';

/** A list older than this is made anew, in the background, when the next completion begins. */
const MAX_AGE_MS = 10_000;
/** More files than this are not looked at. */
const MAX_FILES = 200_000;
/** The first list is offered while it grows: at this many files, and each time it has grown by this factor. */
const FIRST_REPORT = 2_000;
const REPORT_GROWTH = 4;

/** Lists the files of the project, relative to its folder, with `/` between names. */
export type ListFiles = (signal: AbortSignal) => AsyncIterable<string>;

export class FileIndex {
  /** Files and the folders that hold them; folders end with `/`. */
  private paths: readonly string[] = [];
  private loadedAt: number | undefined;
  private loading: AbortController | undefined;
  private last: { query: string; paths: readonly string[]; found: readonly string[] } | undefined;

  /**
   * @param onChange is called when there is more to find
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    private readonly listFiles: ListFiles,
    private readonly onChange: () => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get isLoading(): boolean {
    return this.loading !== undefined;
  }

  /** Starts listing unless there is a fresh list, or one on its way. */
  refresh(): void {
    if (this.loading || (this.loadedAt !== undefined && this.now() - this.loadedAt < MAX_AGE_MS)) return;
    const controller = new AbortController();
    this.loading = controller;
    void this.load(controller);
  }

  /** Stops listing. */
  close(): void {
    this.loading?.abort();
    this.loading = undefined;
  }

  find(query: string, limit: number): Array<{ candidate: string; match: FuzzyMatch }> {
    const within = this.candidatesFor(query);
    return fuzzyFilter(query, within, (path) => path, limit);
  }

  /** Typing on narrows down what the last query has left. */
  private candidatesFor(query: string): readonly string[] {
    const isNarrower =
      this.last?.paths === this.paths && query.startsWith(this.last.query) && !/\p{Lu}/u.test(this.last.query);
    const from = isNarrower ? this.last!.found : this.paths;
    const lower = query.toLowerCase();
    const found = lower === '' ? from : from.filter((path) => holdsInOrder(path.toLowerCase(), lower));
    this.last = { query, paths: this.paths, found };
    return found;
  }

  private async load(controller: AbortController): Promise<void> {
    let nextReport = this.loadedAt === undefined ? FIRST_REPORT : Infinity;
    const files: string[] = [];
    try {
      for await (const file of this.listFiles(controller.signal)) {
        files.push(file);
        if (files.length >= MAX_FILES) break;
        if (files.length < nextReport) continue;
        this.report(files);
        nextReport *= REPORT_GROWTH;
      }
    } catch (_error) {
      // A folder that cannot be listed, or a list that is no longer wanted: what was found so far is offered.
    }
    if (this.loading !== controller) return;
    this.loading = undefined;
    this.loadedAt = this.now();
    this.report(files);
  }

  private report(files: readonly string[]): void {
    this.paths = withFolders(files);
    this.onChange();
  }
}

/** Files and folders, those nearest to the top first, then by name. */
function withFolders(files: readonly string[]): string[] {
  const all = new Set<string>();
  for (const file of files) {
    for (let slash = file.indexOf('/'); slash !== -1; slash = file.indexOf('/', slash + 1))
      all.add(file.slice(0, slash + 1));
    all.add(file);
  }
  const withDepth = Array.from(all, (path) => ({ path, depth: path.split('/').length - (path.endsWith('/') ? 1 : 0) }));
  withDepth.sort((a, b) => a.depth - b.depth || (a.path < b.path ? -1 : 1));
  return withDepth.map(({ path }) => path);
}

function holdsInOrder(text: string, characters: string): boolean {
  let at = -1;
  for (let index = 0; index < characters.length; index++) {
    at = text.indexOf(characters[index]!, at + 1);
    if (at === -1) return false;
  }
  return true;
}
