/** The static value of a word of bash, as far as it can be told from the text. */
import type { Node } from 'web-tree-sitter';

const GLOB = /[*?[\]]/;
const BRACE_EXPANSION = /\{[^}]*(,|\.\.)/;
const EXTENDED_GLOB = /[?*+@!]\(/;

/** The word without its quotes, or `null` when bash computes it at run time. */
export function staticWord(node: Node): string | null {
  switch (node.type) {
    case 'command_name':
      return node.childCount === 1 && node.firstChild ? staticWord(node.firstChild) : null;
    case 'word':
    case 'number':
    case 'variable_name':
    case 'test_operator':
    case 'file_descriptor':
      return node.namedChildCount > 0 ? null : unquotedWord(node.text);
    case 'raw_string':
      return node.text.slice(1, -1);
    case 'ansi_c_string':
      return node.text.includes('\\') ? null : node.text.slice(2, -1);
    case 'string':
      return quotedString(node);
    case 'concatenation':
      return concatenation(node);
    default:
      return null;
  }
}

function unquotedWord(text: string): string | null {
  if (text.startsWith('~') || BRACE_EXPANSION.test(text)) return null;
  const withoutEscapes = text.replace(/\\[\s\S]/g, '');
  if (GLOB.test(withoutEscapes) || EXTENDED_GLOB.test(withoutEscapes) || /[$`"']/.test(withoutEscapes)) return null;
  return text.replace(/\\\n/g, '').replace(/\\([\s\S])/g, '$1');
}

function quotedString(node: Node): string | null {
  if (!node.text.startsWith('"')) return null;
  if (node.namedChildren.some((child) => child.type !== 'string_content')) return null;
  const content = node.text.slice(1, -1);
  if (/(^|[^\\])(\\\\)*(`|\$[\w({@*#?$!-])/.test(content)) return null;
  return content.replace(/\\\n/g, '').replace(/\\([$`"\\])/g, '$1');
}

function concatenation(node: Node): string | null {
  if (BRACE_EXPANSION.test(node.text) || node.text.startsWith('~')) return null;
  const values = node.children.map((child, index) =>
    child.text === '$' && index === node.childCount - 1 ? '$' : staticWord(child),
  );
  const isGapless = node.children.map((child) => child.text).join('') === node.text;
  if (!isGapless || values.includes(null)) return null;
  return values.join('');
}
