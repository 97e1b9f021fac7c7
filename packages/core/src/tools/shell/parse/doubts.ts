/**
 * Where the grammar and bash can read a line differently. A doubtful node makes the whole line not understood, so these
 * tests may be too strict but must not be too lax; the fuzz test against bash in splitCommand.test.ts guards that.
 */
import type { Node } from 'web-tree-sitter';

/** Nodes whose meaning is that of their children. */
const STRUCTURE = new Set(
  (
    'program list pipeline subshell compound_statement if_statement elif_clause else_clause while_statement do_group ' +
    'case_statement case_item negated_command redirected_statement command_substitution process_substitution ' +
    'function_definition variable_assignments heredoc_redirect heredoc_start heredoc_body heredoc_end ' +
    'herestring_redirect string translated_string concatenation array command_name command declaration_command ' +
    'unset_command test_command variable_assignment for_statement c_style_for_statement file_redirect expansion ' +
    'arithmetic_expansion subscript ' +
    'binary_expression unary_expression parenthesized_expression postfix_expression ternary_expression'
  ).split(' '),
);

/** Nodes without commands in them. */
const LEAVES = new Set(
  (
    'word number string_content raw_string ansi_c_string regex comment variable_name special_variable_name ' +
    'file_descriptor test_operator extglob_pattern simple_expansion brace_expression heredoc_content'
  ).split(' '),
);

/** Nodes that a line break ends. */
const ONE_LINE = new Set([
  'command',
  'redirected_statement',
  'declaration_command',
  'unset_command',
  'variable_assignment',
  'file_redirect',
]);

const RESERVED_WORDS = new Set(
  'if then else elif fi for while until do done case esac select function coproc { } ! [['.split(' '),
);

/** Blank characters and controls that the grammar and bash may take differently. */
const DOUBTFUL_CHARACTERS =
  /[\u0000-\u0008\u000b-\u001f\u007f\u0085\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f\u3000\ufeff]/;

export function hasDoubtfulCharacters(source: string): boolean {
  return DOUBTFUL_CHARACTERS.test(source);
}

/** A reserved word as a command's name means that a construct was not seen as one. */
export function isReservedWord(word: string | null | undefined): boolean {
  return typeof word === 'string' && RESERVED_WORDS.has(word);
}

/** @param source the whole text that was parsed */
export function isDoubtful(node: Node, source: string): boolean {
  // Inside a word `#` begins no comment.
  if (node.type === 'comment') return /[^\s;|&()<>]/.test(source[node.startIndex - 1] ?? '');
  if (LEAVES.has(node.type)) return hidesSubstitution(node);
  if (!STRUCTURE.has(node.type)) return true;
  return !isPlain(node, source) || hasDoubtfulGap(node, source);
}

function isPlain(node: Node, source: string): boolean {
  switch (node.type) {
    case 'command_substitution':
      return isPlainBackticks(node.text);
    case 'arithmetic_expansion':
      return isPlainArithmetic(node.text);
    case 'expansion':
      return isPlainParameter(node.text);
    case 'heredoc_redirect':
      return isPlainHeredoc(node, source);
    case 'negated_command':
      return /^!\s/.test(node.text);
    case 'compound_statement':
      return /^\{\s/.test(node.text);
    case 'test_command':
      return /^\[\[?\s/.test(node.text);
    case 'variable_assignment':
      return /^[A-Za-z_]\w*(\[|\+?=)/.test(node.text);
    case 'command':
      return node.children.every((child) => child.isNamed);
    default:
      return true;
  }
}

/** Bash ends backticks at the next bare one whatever stands between, and takes backslashes away once more. */
function isPlainBackticks(text: string): boolean {
  return !text.startsWith('`') || !/[\\`]|<</.test(text.slice(1, -1));
}

/** Bash runs `$((a) ; (b))` and `((a) | (b))` as commands when they are no arithmetic; quotes make that hard to tell. */
function isPlainArithmetic(text: string): boolean {
  return !text.startsWith('((') && !/["'\\`;#\n]|<</.test(text) && text.split('(').length === text.split(')').length;
}

/** Which brace ends `${x/…}` depends on the quotes and braces inside. */
function isPlainParameter(text: string): boolean {
  const inner = text.slice(2, -1).replace(/\$\{[^{}\\'"`]*\}/g, '');
  return !/[{}\\`']|<</.test(inner) && inner.split('"').length % 2 === 1;
}

/** The body begins on the next line and ends at the first line that holds only the mark. */
function isPlainHeredoc(node: Node, source: string): boolean {
  const [start, body, end] = ['heredoc_start', 'heredoc_body', 'heredoc_end'].map((type) =>
    node.namedChildren.find((child) => child.type === type),
  );
  const mark = /^(['"]?)\\?([A-Za-z0-9_]+)\1$/.exec(start?.text ?? '')?.[2];
  if (!start || !body || !end || !mark || end.text !== mark) return false;
  if (!/^[^\n]*\n\s*$/.test(source.slice(start.endIndex, body.startIndex + 1).replace(/[^\n]$/, ''))) return false;
  const stripsTabs = node.firstChild?.text === '<<-';
  const lines = source.slice(source.indexOf('\n', start.endIndex) + 1).split('\n');
  const last = lines.findIndex((line) => (stripsTabs ? line.replace(/^\t+/, '') : line) === mark);
  const bodyLines = source.slice(source.indexOf('\n', start.endIndex) + 1, end.startIndex).split('\n').length - 1;
  return last === bodyLines;
}

/** Text between the parts of a node that belongs to none of them must be blank, or plain text of a string. */
function hasDoubtfulGap(node: Node, source: string): boolean {
  const isText = node.type === 'string' || node.type === 'heredoc_body';
  if (node.childCount === 0 && !isText) return false;
  if (node.type === 'heredoc_body' && isQuotedHeredoc(node)) return false;
  const isWhole = node.type === 'program';
  let end = isWhole ? 0 : node.startIndex;
  for (const child of [...node.children, null]) {
    const gap = source.slice(end, child?.startIndex ?? (isWhole ? source.length : node.endIndex));
    if (isText ? showsSubstitution(gap) : !isBlank(gap)) return true;
    if (ONE_LINE.has(node.type) && gap.replace(/\\\n/g, '').includes('\n')) return true;
    if (/^(concatenation|variable_assignment)$/.test(node.type) && gap !== '') return true;
    if (child && gap === '' && joinsWords(child)) return true;
    end = child?.endIndex ?? end;
  }
  return false;
}

/** A continued line is blank only beside a blank; else it joins two words. */
function isBlank(gap: string): boolean {
  const rest = gap.replace(/\\\n/g, '');
  return rest.trim() === '' && (rest !== '' || gap === '');
}

/** Two words of a command without a blank between them are one word to bash. */
function joinsWords(word: Node): boolean {
  if (!/^(command|declaration_command|unset_command)$/.test(word.parent?.type ?? '')) return false;
  const isRedirection = (node: Node): boolean => /_redirect$/.test(node.type);
  const before = word.previousSibling;
  return before !== null && !isRedirection(before) && !isRedirection(word);
}

/** A leaf that still shows a substitution was not taken apart. */
function hidesSubstitution(node: Node): boolean {
  if (node.type === 'raw_string' || node.type === 'ansi_c_string') return false;
  if (node.type === 'simple_expansion') return /[`(]/.test(node.text);
  if (node.type === 'heredoc_content' && node.parent && isQuotedHeredoc(node.parent)) return false;
  return showsSubstitution(node.text);
}

function showsSubstitution(text: string): boolean {
  return /`|\$\(|\$\{|\$\[|[<>]\(/.test(text.replace(/\\[\s\S]/g, ''));
}

function isQuotedHeredoc(body: Node): boolean {
  const start = body.parent?.namedChildren.find((child) => child.type === 'heredoc_start');
  return start !== undefined && /['"\\]/.test(start.text);
}
