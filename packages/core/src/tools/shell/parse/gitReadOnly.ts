/** Which git commands only read. */
import { without, type ReadOnlyTest } from './readOnlyTable.js';

/** Options of the diff machinery that write a file or run a program. */
const diffOptions = without('O', '--output', '--ext-diff', '--open-files-in-pager', '--textconv', '--filters');

const listing =
  (...options: string[]): ReadOnlyTest =>
  (args) =>
    args.every((word) => word !== null && options.includes(word));

function firstWordIs(...words: string[]): ReadOnlyTest {
  return (args) => typeof args[0] === 'string' && words.includes(args[0]) && diffOptions(args.slice(1));
}

const PLAIN =
  'status log diff show blame annotate grep shortlog describe rev-parse rev-list ls-files ls-tree cat-file merge-base ' +
  'name-rev for-each-ref show-ref show-branch diff-tree diff-index diff-files whatchanged count-objects check-ignore ' +
  'check-attr cherry range-diff version verify-commit';

const SUBCOMMANDS: ReadonlyMap<string, ReadOnlyTest> = new Map([
  ...PLAIN.split(' ').map((name): [string, ReadOnlyTest] => [name, diffOptions]),
  ['branch', listing('-a', '-r', '-v', '-vv', '-l', '--all', '--list', '--remotes', '--verbose', '--show-current')],
  ['tag', listing('-l', '--list', '-n')],
  ['remote', (args) => listing('-v', '--verbose')(args) || (args[0] === 'get-url' && args.length === 2)],
  ['stash', firstWordIs('list', 'show')],
  ['worktree', firstWordIs('list')],
  ['reflog', (args) => args.length === 0 || firstWordIs('show')(args)],
  ['config', firstWordIs('--get', '--get-all', '--list', '-l', 'get', 'list')],
]);

/** `args` are the words after `git`. A folder given with `-C` must be one of the trusted ones. */
export function gitOnlyReads(args: ReadonlyArray<string | null>, trustedDirectories: readonly string[]): boolean {
  let index = 0;
  for (; index < args.length; index++) {
    const word = args[index];
    if (word === '-C') {
      const folder = args[++index];
      if (typeof folder !== 'string' || !trustedDirectories.includes(folder.replace(/(.)\/+$/, '$1'))) return false;
    } else if (word !== '--no-pager' && word !== '--no-optional-locks') break;
  }
  const subcommand = args[index];
  if (subcommand === '--version' && args.length === index + 1) return true;
  const test = typeof subcommand === 'string' ? SUBCOMMANDS.get(subcommand) : undefined;
  return test?.(args.slice(index + 1)) ?? false;
}
