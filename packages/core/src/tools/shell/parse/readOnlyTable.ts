/** Programs that only read, with the arguments that make an exception. Conservative: what is not here may write. */
type Words = ReadonlyArray<string | null>;
/** Tells from the words after the name whether the call only reads; a `null` word may become anything. */
export type ReadOnlyTest = (args: Words) => boolean;

const always: ReadOnlyTest = () => true;
const withoutArguments: ReadOnlyTest = (args) => args.length === 0;
const atMostOneOperand: ReadOnlyTest = (args) =>
  isStatic(args) && args.filter((word) => !word.startsWith('-')).length <= 1;

function isStatic(args: Words): args is readonly string[] {
  return !args.includes(null);
}

/**
 * None of the options, given by their short letters (also in a cluster) and their long names (also abbreviated).
 * No word may be unknown before the run.
 */
export function without(letters: string, ...longNames: string[]): ReadOnlyTest {
  return (args) => isStatic(args) && !args.some((word) => isOption(word, letters, longNames));
}

function isOption(word: string, letters: string, longNames: string[]): boolean {
  if (word.startsWith('--')) {
    const given = word.split('=')[0] ?? word;
    return given.length > 2 && longNames.some((name) => name.startsWith(given));
  }
  return word.startsWith('-') && [...letters].some((letter) => word.includes(letter));
}

/** None of these words, whole. */
function withoutWords(...words: string[]): ReadOnlyTest {
  return (args) => isStatic(args) && !args.some((word) => words.includes(word));
}

/** Only these words are allowed. */
function onlyWords(...words: string[]): ReadOnlyTest {
  return (args) => args.every((word) => word !== null && words.includes(word));
}

const AWK_ACTIONS = /system|getline|[>|@]|\bprintf?\s*\(.*\)\s*>|close|fflush/;

function awkOnlyReads(args: Words): boolean {
  if (!isStatic(args)) return false;
  let program: string | undefined;
  for (let index = 0; index < args.length && program === undefined; index++) {
    const word = args[index] ?? '';
    if (word === '-F' || word === '-v') index++;
    else if (!/^-[Fv]/.test(word)) program = word;
  }
  return program !== undefined && !program.startsWith('-') && !AWK_ACTIONS.test(program);
}

const SED_ADDRESS = String.raw`(\d+|\$|\/[^/\\]*\/)`;
const SED_SCRIPT = new RegExp(
  String.raw`^\s*(${SED_ADDRESS}(,(\+?\d+|${SED_ADDRESS}))?)?\s*(!?[pdq=]|s\/[^/\\]*\/[^/\\]*\/[gpI0-9]*)?\s*$`,
);

function sedOnlyReads(args: Words): boolean {
  if (!isStatic(args)) return false;
  const scripts: string[] = [];
  const operands: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? '';
    if (word === '-e' || word === '--expression') scripts.push(args[++index] ?? '');
    else if (/^(-[nErsuz]+|--quiet|--silent|--regexp-extended)$/.test(word)) continue;
    else if (word.startsWith('-')) return false;
    else operands.push(word);
  }
  if (scripts.length === 0) scripts.push(operands.shift() ?? '-');
  return scripts.every((script) => script.split(';').every((command) => SED_SCRIPT.test(command)));
}

const findOnlyReads = withoutWords(
  ...'-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -files0-from'.split(' '),
);

const testOnlyReads = withoutWords('-v', '-R');
/** `[[` evaluates the sides of a numeric comparison as arithmetic. */
const doubleBracketOnlyReads = withoutWords('-v', '-R', '-eq', '-ne', '-lt', '-le', '-gt', '-ge');

const ALWAYS =
  'ls cat head tail wc pwd echo true false : basename dirname realpath readlink stat du df type whoami id ' +
  'groups uname uptime ps free printenv nl tac rev cut tr paste column fold fmt expand unexpand comm cmp diff ' +
  'hexdump od strings md5sum sha1sum sha224sum sha256sum sha384sum sha512sum cksum sum b2sum jq seq sleep nproc arch ' +
  'tty getconf lscpu grep egrep fgrep zgrep which cd exit return break continue shift';

const VERSION_ONLY =
  'node npm npx pnpm yarn bun deno tsc python python3 pip pip3 ruby gem perl php java javac go rustc cargo gcc g++ ' +
  'clang cmake make docker kubectl terraform gh curl bash';

export const READ_ONLY_PROGRAMS: ReadonlyMap<string, ReadOnlyTest> = new Map([
  ...ALWAYS.split(' ').map((name): [string, ReadOnlyTest] => [name, always]),
  ...VERSION_ONLY.split(' ').map((name): [string, ReadOnlyTest] => [
    name,
    (args) => args.length === 1 && onlyWords('--version', '-v', '-V', 'version')(args),
  ]),
  ['printf', ([format]) => typeof format === 'string' && !format.startsWith('-')],
  ['set', onlyWords('-e', '-u', '-x', '-eu', '-ex', '-eux', '-euo', '-euxo', '-o', 'pipefail', '+e', '+x')],
  ['file', without('C', '--compile')],
  ['date', without('s', '--set')],
  ['hostname', withoutArguments],
  ['env', withoutArguments],
  ['uniq', atMostOneOperand],
  ['xxd', (args) => atMostOneOperand(args) && without('r', '-revert')(args)],
  ['sort', without('oST', '--output', '--compress-program', '--temporary-directory')],
  ['tree', without('oR', '--output')],
  ['rg', without('', '--pre', '--pre-glob', '--hostname-bin')],
  ['fd', without('xX', '--exec', '--exec-batch')],
  ['find', findOnlyReads],
  ['sed', sedOnlyReads],
  ['awk', awkOnlyReads],
  ['test', testOnlyReads],
  ['[', testOnlyReads],
  ['[[', doubleBracketOnlyReads],
  ['command', (args) => args[0] === '-v' || args[0] === '-V'],
]);
