/** Counts lines and draws them as a chart; without leave to run commands it reads the files instead. */
import path from 'node:path';
import { count } from '../extract.js';
import { namedFiles, patternOf, type NamedFiles } from '../clauses.js';
import { fileText } from '../fileText.js';
import { absolute, call, failureText, fenced, type Job, type JobParser, type Surroundings } from '../job.js';

const COUNT = /\b(count|chart|graph|how many|number of)\b.*\blines?\b|\blines? of code\b/i;

export const parseCountLines: JobParser = (clause, surroundings) =>
  COUNT.test(clause) ? countLines(surroundings, namedFiles(clause)) : undefined;

function commandFor({ folder, extension }: NamedFiles): string {
  const kind = extension === undefined ? '' : ` -name '*.${extension}'`;
  const left = ['node_modules', '.git', 'dist'].map((name) => `-not -path '*/${name}/*'`).join(' ');
  return `find ${folder ?? '.'} -type f${kind} ${left} -exec wc -l {} +`;
}

/** Most files that are read when commands may not run. */
const MAX_READS = 20;

function* countLines(surroundings: Surroundings, wanted: NamedFiles): Job {
  const pattern = patternOf(wanted);
  const what = pattern === '**/*' ? 'all files' : pattern;
  const args = {
    command: commandFor(wanted),
    description: `Count the lines of ${what}`,
    directory: surroundings.directory,
  };
  const counted = yield* call(surroundings, `I count the lines of ${what}.`, 'run_shell_command', args);
  const lines = counted.failed ? new Map<string, number>() : parseCounts(counted.output);
  if (lines.size > 0) return chart(lines, wanted, '');
  const why = counted.failed ? 'The command did not run' : 'The command found nothing';
  const found = yield* call(surroundings, `${why}, so I read the files.`, 'glob', {
    pattern,
    path: surroundings.directory,
  });
  if (found.failed) return failureText(found);
  const files = found.output.split('\n').filter((line) => line !== '' && !/^(\[|No files)/.test(line));
  for (const file of files.slice(0, MAX_READS)) {
    const read = yield* call(surroundings, `I count ${file}.`, 'read_file', {
      file_path: absolute(surroundings, file),
    });
    if (!read.failed) lines.set(file, linesIn(read.output));
  }
  const rest = files.length - Math.min(files.length, MAX_READS);
  return chart(lines, wanted, rest > 0 ? `\n(${count(rest, 'more file')} not counted: that takes a command.)` : '');
}

function parseCounts(output: string): Map<string, number> {
  const result = new Map<string, number>();
  for (const line of output.split('\n')) {
    const match = /^\s*(\d+)\s+(?:\.\/)?(.+)$/.exec(line);
    if (match?.[2] && match[2] !== 'total') result.set(match[2], Number(match[1]));
  }
  return result;
}

function linesIn(output: string): number {
  const { text, notice } = fileText(output);
  const total = / of (\d+)/.exec(notice)?.[1];
  return total ? Number(total) : text.split('\n').length;
}

const BINARY = /\.(png|jpe?g|gif|webp|ico|pdf|zip|gz|tgz|woff2?|ttf|wasm|node|so|bin|exe|mp[34])$/i;

const CHART_WIDTH = 30;

/** By kind of file, or by file where only one kind was asked for. */
function chart(lines: Map<string, number>, { extension }: NamedFiles, note: string): string {
  const kinds = new Map<string, { lines: number; files: number }>();
  for (const [file, amount] of lines) {
    if (BINARY.test(file)) continue;
    const kind = extension === undefined ? path.extname(file) || path.basename(file) : file;
    const sum = kinds.get(kind) ?? { lines: 0, files: 0 };
    kinds.set(kind, { lines: sum.lines + amount, files: sum.files + 1 });
  }
  const rows = [...kinds].sort(([, a], [, b]) => b.lines - a.lines).slice(0, 15);
  if (rows.length === 0) return 'There is no text file to count.';
  const largest = Math.max(1, ...rows.map(([, sum]) => sum.lines));
  const width = Math.max(...rows.map(([kind]) => kind.length));
  const drawn = rows.map(([kind, sum]) => {
    const bar = '█'.repeat(Math.max(1, Math.round((sum.lines / largest) * CHART_WIDTH)));
    const files = extension === undefined ? ` (${count(sum.files, 'file')})` : '';
    return `${kind.padEnd(width)} ${bar} ${sum.lines.toLocaleString('en-US')}${files}`;
  });
  const total = [...kinds.values()].reduce((sum, kind) => sum + kind.lines, 0);
  const what = extension === undefined ? 'by kind of file' : `in ${count(kinds.size, `.${extension} file`)}`;
  return `${count(total, 'line')} in all, ${what}:\n${fenced(drawn.join('\n'))}${note}`;
}
