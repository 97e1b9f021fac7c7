/** Splits a command line into its simple commands with a real parse. */
import type { Node } from 'web-tree-sitter';
import { hasDoubtfulCharacters, isDoubtful, isReservedWord } from './doubts.js';
import { bashParser } from './grammar.js';
import type { ParsedCommand, Redirection, SimpleCommand } from './parsedCommand.js';
import { staticWord } from './words.js';
import { wrappedCommands } from './wrappers.js';

/** Longer commands (files written by here-document) are not analysed; nothing is concluded from them. */
const MAX_CHARACTERS = 100_000;
const MAX_DEPTH = 200;

/** Parses a command line of bash. Never throws on bad input: what is not understood makes `isComplete` false. */
export async function splitCommand(command: string, depth = 0): Promise<ParsedCommand> {
  const walk = new Walk(command);
  if (command.length > MAX_CHARACTERS || depth > 5 || hasDoubtfulCharacters(command)) return walk.incomplete();
  const parser = await bashParser();
  const tree = parser.parse(command);
  if (!tree) return walk.incomplete();
  try {
    walk.visit(tree.rootNode, 0);
    if (tree.rootNode.hasError) walk.result.isComplete = false;
  } finally {
    tree.delete();
  }
  for (const simple of walk.result.commands) await addWrapped(simple, depth);
  return walk.result;
}

async function addWrapped(simple: SimpleCommand, depth: number): Promise<void> {
  if (simple.argv[0] === null) simple.hidesCommand = true;
  const wrapped = wrappedCommands(simple.argv);
  if (!wrapped) return;
  simple.isTransparent = wrapped.isTransparent;
  if (wrapped.hidesCommand) simple.hidesCommand = true;
  for (const { argv, assignments } of wrapped.commands) {
    const inner = newCommand(simple.text, argv, assignments);
    if (isReservedWord(argv[0])) inner.hidesCommand = true;
    await addWrapped(inner, depth + 1);
    simple.wraps.push(inner);
  }
  for (const script of wrapped.scripts) {
    const parsed = await splitCommand(script, depth + 1);
    if (!parsed.isComplete) simple.hidesCommand = true;
    simple.wraps.push(...parsed.commands);
  }
  if (simple.wraps.some((inner) => inner.hidesCommand)) simple.hidesCommand = true;
}

function newCommand(text: string, argv: Array<string | null>, assignments: string[]): SimpleCommand {
  return { text, argv, assignments, wraps: [], isTransparent: false, hidesCommand: false };
}

class Walk {
  readonly result: ParsedCommand = { commands: [], redirections: [], isComplete: true, evaluatesData: false };

  constructor(private readonly source: string) {}

  incomplete(): ParsedCommand {
    this.result.isComplete = false;
    return this.result;
  }

  visit(node: Node, depth: number): void {
    if (depth > MAX_DEPTH) {
      this.result.isComplete = false;
      return;
    }
    this.read(node);
    if (isDoubtful(node, this.source)) this.result.isComplete = false;
    for (const child of node.namedChildren) this.visit(child, depth + 1);
  }

  private read(node: Node): void {
    switch (node.type) {
      case 'command':
        return this.readCommand(node);
      case 'declaration_command':
      case 'unset_command':
      case 'test_command':
        return this.readBuiltin(node);
      case 'variable_assignment':
        return this.readAssignment(node);
      case 'for_statement':
        return this.add(node, [], [node.childForFieldName('variable')?.text ?? '']);
      case 'file_redirect':
        return this.readRedirection(node);
      case 'expansion':
        this.result.evaluatesData ||= !isPlainExpansion(node.text);
        return;
      case 'arithmetic_expansion':
      case 'c_style_for_statement':
      case 'subscript':
        this.result.evaluatesData = true;
    }
  }

  private readCommand(node: Node): void {
    const argv: Array<string | null> = [];
    const assignments: string[] = [];
    for (const child of node.namedChildren) {
      if (child.type === 'variable_assignment') assignments.push(assignedName(child));
      else if (!isRedirection(child)) argv.push(staticWord(child));
      else argv.push(...misplacedWords(child));
    }
    const parent = node.parent;
    if (parent?.type === 'redirected_statement') {
      for (const redirect of parent.childrenForFieldName('redirect')) argv.push(...misplacedWords(redirect));
    }
    if (isReservedWord(argv[0])) this.result.isComplete = false;
    this.add(node, argv, assignments);
  }

  private readBuiltin(node: Node): void {
    const opening = node.firstChild?.text ?? '';
    const words = node.type === 'test_command' ? testWords(node) : node.namedChildren.map(staticWord);
    const names = node.namedChildren.filter((child) => child.type === 'variable_assignment').map(assignedName);
    this.add(node, [opening, ...words], names);
  }

  private readAssignment(node: Node): void {
    const parent = node.parent?.type;
    if (parent === 'command' || parent === 'declaration_command') return;
    this.add(node, [], [assignedName(node)]);
  }

  private readRedirection(node: Node): void {
    const operator = node.children.find((child) => /[<>]/.test(child.type) && !child.isNamed)?.type ?? '';
    const destination = node.childForFieldName('destination');
    if (!destination) {
      // `>&-` closes a descriptor.
      if (!operator.endsWith('-')) this.result.isComplete = false;
      return;
    }
    if (destination.type === 'process_substitution') return;
    if (/^[<>]&/.test(operator)) {
      if (/^(\d+-?|-)$/.test(destination.text)) return;
      // Bash expands this word twice, so even quoted text may run.
      if (!/^[\w./-]+$/.test(destination.text)) this.result.isComplete = false;
    }
    const target = staticWord(destination);
    if (target !== null && /^\/dev\/(null|stdout|stderr|fd\/\d+)$/.test(target)) return;
    const isNetwork = target !== null && /^\/dev\/(tcp|udp)\//.test(target);
    const redirection: Redirection = { target, writes: operator.includes('>') || isNetwork };
    this.result.redirections.push(redirection);
  }

  private add(node: Node, argv: Array<string | null>, assignments: string[]): void {
    this.result.commands.push(newCommand(node.text, argv, assignments));
  }
}

function isRedirection(node: Node): boolean {
  return node.type === 'file_redirect' || node.type === 'herestring_redirect' || node.type === 'heredoc_redirect';
}

/** In `echo a > file b` the grammar makes `b` a second destination, but it is an argument. */
function misplacedWords(redirect: Node): Array<string | null> {
  if (redirect.type === 'file_redirect') return redirect.childrenForFieldName('destination').slice(1).map(staticWord);
  if (redirect.type === 'heredoc_redirect') return redirect.childrenForFieldName('argument').map(staticWord);
  return [];
}

function assignedName(assignment: Node): string {
  const name = assignment.childForFieldName('name');
  return name?.type === 'variable_name' ? name.text : '';
}

function testWords(node: Node): Array<string | null> {
  return node.namedChildren.flatMap((child) =>
    /_expression$/.test(child.type) ? testWords(child) : [staticWord(child)],
  );
}

/** `$x`, `${x}`, `${#x}`, and those with a default, alternative, prefix, suffix or replacement. */
function isPlainExpansion(text: string): boolean {
  return /^\$\{#?[A-Za-z_0-9][A-Za-z0-9_]*(\}$|:?[-+?]|##?|%%?|\/)/.test(text);
}
