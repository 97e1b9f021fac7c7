/** The files of the project for `@` completion: listed in the background when first asked for, and again when they are old. */
import { fuzzyFilter, holdsInOrder, searchableName, type SearchableName } from './fuzzyMatch.js';

/** A list older than this is made anew, in the background, when the next completion begins. */
const MAX_AGE_MS = 10_000;
/** More files than this are not looked at. */
const MAX_FILES = 200_000;
/** The first list is offered while it grows: at this many files, and each time it has grown by this factor. */
const FIRST_REPORT = 2_000;
const REPORT_GROWTH = 4;

/** The input line holds no control characters. */
const UNTYPABLE = /[\x00-\x1f\x7f-\x9f]/;

/** Lists the files of the project, relative to its folder, with `/` between names. */
export type ListFiles = (signal: AbortSignal) => AsyncIterable<string>;

export class FileIndex {
  /** Files and the folders that hold them; folders end with `/`. */
  private paths: readonly SearchableName[] = [];
  private loadedAt: number | undefined;
  private loading: AbortController | undefined;
  /** What the last query has left of which paths. */
  private last: { query: string; paths: readonly SearchableName[]; found: readonly SearchableName[] } | undefined;

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

  find(query: string, limit: number): SearchableName[] {
    // Without a query the order of the list counts.
    if (query === '') return this.paths.slice(0, limit);
    return fuzzyFilter(query, this.narrow(query), limit);
  }

  /** Typing on narrows down what the last query has left. */
  private narrow(query: string): readonly SearchableName[] {
    const wanted = query.toLowerCase();
    const { last } = this;
    const from = last?.paths === this.paths && wanted.startsWith(last.query) ? last.found : this.paths;
    const found = from.filter(({ lower }) => holdsInOrder(lower, wanted));
    this.last = { query: wanted, paths: this.paths, found };
    return found;
  }

  private async load(controller: AbortController): Promise<void> {
    let nextReport = this.loadedAt === undefined ? FIRST_REPORT : Infinity;
    const files: string[] = [];
    try {
      for await (const file of this.listFiles(controller.signal)) {
        if (UNTYPABLE.test(file)) continue;
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

/** Files and the folders above them, those nearest to the top first, else in the order of the list. */
function withFolders(files: readonly string[]): SearchableName[] {
  const byDepth: SearchableName[][] = [];
  const folders = new Set<string>();
  const add = (path: string, depth: number): void => {
    (byDepth[depth] ??= []).push(searchableName(path));
  };
  for (const file of files) {
    let depth = 0;
    for (let slash = file.indexOf('/'); slash !== -1; slash = file.indexOf('/', slash + 1)) {
      const folder = file.slice(0, slash + 1);
      if (!folders.has(folder)) add(folder, depth);
      folders.add(folder);
      depth++;
    }
    add(file, depth);
  }
  return byDepth.flat();
}
