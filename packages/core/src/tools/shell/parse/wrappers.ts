/** Commands that run other commands which their arguments name. */
type Words = Array<string | null>;

export interface WrappedCommands {
  commands: Array<{ argv: Words; assignments: string[] }>;
  /** Command lines given as one argument. */
  scripts: string[];
  isTransparent: boolean;
  hidesCommand: boolean;
}

interface WrapperSyntax {
  /** Options without a value. */
  flags?: string;
  /** Options that take a value, in the next word or attached. */
  valueOptions?: string;
  /** Words that come before the wrapped command. */
  operands?: number;
  /** Adds arguments of its own to the wrapped command. */
  addsArguments?: boolean;
}

/** Wrappers that change only how a command runs. */
const TRANSPARENT: ReadonlyMap<string, WrapperSyntax> = new Map([
  ['time', { flags: '-p' }],
  ['nohup', {}],
  ['setsid', { flags: '-w -f -c --wait --fork --ctty' }],
  ['nice', { valueOptions: '-n --adjustment' }],
  ['ionice', { flags: '-t --ignore', valueOptions: '-c -n --class --classdata' }],
  ['stdbuf', { valueOptions: '-i -o -e --input --output --error' }],
  [
    'timeout',
    {
      flags: '-v --foreground --preserve-status --verbose',
      valueOptions: '-s -k --signal --kill-after',
      operands: 1,
    },
  ],
  ['command', { flags: '-p' }],
  ['builtin', {}],
  ['exec', { flags: '-c -l', valueOptions: '-a' }],
  [
    'xargs',
    {
      flags: '-0 -r -t -x --null --no-run-if-empty --verbose --exit',
      valueOptions: '-a -d -E -I -L -n -P -s --arg-file --delimiter --max-lines --max-args --max-procs --max-chars',
      addsArguments: true,
    },
  ],
]);

/** Wrappers that run the rest of their words with other rights, or again and again. */
const OPAQUE: ReadonlyMap<string, WrapperSyntax> = new Map([
  ['sudo', { flags: '-A -b -E -H -i -k -n -P -S -s', valueOptions: '-u -g -h -p -C -D -R --user --group --chdir' }],
  ['doas', { flags: '-n -s', valueOptions: '-u -C' }],
  ['watch', { flags: '-b -c -d -e -g -t -x', valueOptions: '-n -q --interval' }],
]);

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'ash', 'fish']);
const FIND_ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** The commands that `argv` starts, or `null` when it starts none but itself. */
export function wrappedCommands(argv: Words): WrappedCommands | null {
  const name = programName(argv[0]);
  if (!name) return null;
  const transparent = TRANSPARENT.get(name);
  if (transparent) return isLookup(name, argv) ? null : wrapped(argv, transparent, true);
  if (name === 'env') return wrappedByEnv(argv);
  const opaque = OPAQUE.get(name);
  if (opaque) return wrapped(argv, opaque, false);
  if (SHELLS.has(name)) return wrappedByShell(argv);
  if (name === 'eval') return wrappedByEval(argv);
  if (name === 'trap') return argv.length > 2 ? scripts([argv[1] ?? null]) : null;
  if (name === 'find') return wrappedByFind(argv);
  return null;
}

/** The name of a program without its folder. */
export function programName(word: string | null | undefined): string | null {
  return word ? word.slice(word.lastIndexOf('/') + 1) : null;
}

function isLookup(name: string, argv: Words): boolean {
  return name === 'command' && (argv[1] === '-v' || argv[1] === '-V');
}

function wrapped(argv: Words, syntax: WrapperSyntax, isTransparent: boolean): WrappedCommands | null {
  const start = skipOptions(argv, syntax);
  const rest = start === null ? [] : argv.slice(start + (syntax.operands ?? 0));
  // `time` is a word of the shell: `time x=1 a` sets x and runs a, `time "x=1" a` runs a program named x=1.
  const isUnclear = start === null || /^\w+\+?=/.test(rest[0] ?? '');
  if (isUnclear) return { commands: [], scripts: [], isTransparent: false, hidesCommand: true };
  if (rest.length === 0) return null;
  if (syntax.addsArguments) rest.push(null);
  return { commands: [{ argv: rest, assignments: [] }], scripts: [], isTransparent, hidesCommand: false };
}

/** Index of the first word that is no option; `null` when an option is unknown or computed by bash. */
function skipOptions(argv: Words, syntax: WrapperSyntax): number | null {
  const flags = new Set(syntax.flags?.split(' '));
  const valueOptions = syntax.valueOptions?.split(' ') ?? [];
  let index = 1;
  while (index < argv.length) {
    const word = argv[index];
    if (word === null || word === undefined) return null;
    if (word === '--') return index + 1;
    if (!word.startsWith('-') || word === '-') return index;
    if (valueOptions.includes(word)) index += 2;
    else if (flags.has(word) || hasAttachedValue(word, valueOptions)) index += 1;
    else return null;
  }
  return index;
}

function hasAttachedValue(word: string, valueOptions: readonly string[]): boolean {
  return valueOptions.some((option) => word.startsWith(option.startsWith('--') ? `${option}=` : option));
}

/** Removes the assignments at the beginning of `words` and returns the names they set. */
function takeAssignments(words: Words): string[] {
  const names: string[] = [];
  for (;;) {
    const name = /^([^=]+)=/.exec(words[0] ?? '')?.[1];
    if (name === undefined) return names;
    names.push(name);
    words.shift();
  }
}

function wrappedByEnv(argv: Words): WrappedCommands | null {
  const start = skipOptions(argv, { flags: '-i -0 -v - --ignore-environment', valueOptions: '-u -C --unset --chdir' });
  if (start === null) return scripts([null]);
  const rest = argv.slice(start);
  const assignments = takeAssignments(rest);
  if (rest.length === 0) return null;
  return { commands: [{ argv: rest, assignments }], scripts: [], isTransparent: start === 1, hidesCommand: false };
}

function wrappedByShell(argv: Words): WrappedCommands | null {
  const option = argv.findIndex((word) => word !== null && /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word));
  if (option > 0) return scripts([argv[option + 1] ?? null]);
  // A shell without a script reads commands from its input.
  const readsInput = argv.slice(1).every((word) => word !== null && word.startsWith('-'));
  return readsInput && !argv.includes('--version') ? scripts([null]) : null;
}

function wrappedByEval(argv: Words): WrappedCommands | null {
  const words = argv.slice(1);
  return scripts([words.includes(null) ? null : words.join(' ')]);
}

function wrappedByFind(argv: Words): WrappedCommands | null {
  const commands: WrappedCommands['commands'] = [];
  argv.forEach((word, index) => {
    if (word === null || !FIND_ACTIONS.has(word)) return;
    const rest = argv.slice(index + 1);
    const end = rest.findIndex((other) => other === ';' || other === '+');
    commands.push({ argv: (end < 0 ? rest : rest.slice(0, end)).map((w) => (w === '{}' ? null : w)), assignments: [] });
  });
  return commands.length > 0 ? { commands, scripts: [], isTransparent: false, hidesCommand: false } : null;
}

function scripts(texts: Words): WrappedCommands {
  const known = texts.filter((text) => text !== null);
  return { commands: [], scripts: known, isTransparent: false, hidesCommand: known.length < texts.length };
}
