import { loadTokenizer, type TokenizerName } from '@qwen-code/model-simulator';
import { beforeAll, describe, expect, it } from 'vitest';
import { estimateContentTokens, estimatePromptTokens } from '../../src/services/tokenEstimation.js';
import type { Content, Part } from '../../src/types.js';
import { model, user } from './histories.js';
import { prose, toolOutputs } from './textSamples.js';

const names = ['o200k', 'qwen3', 'claude'] as const satisfies TokenizerName[];
const tokenizers = new Map<string, (text: string) => number>();

beforeAll(async () => {
  for (const name of names) {
    const tokenizer = await loadTokenizer(name);
    tokenizers.set(name, (text) => tokenizer.encode(text).length);
  }
});

/** What a provider counts: the texts, and calls and results as the JSON they are. */
function realTokens(contents: readonly Content[], name: string): number {
  const count = tokenizers.get(name);
  if (!count) throw new Error(`no tokenizer ${name}`);
  const textOf = (part: Part): string => {
    if (part.text !== undefined) return part.text;
    if (part.functionCall) return JSON.stringify({ name: part.functionCall.name, arguments: part.functionCall.args });
    const output = part.functionResponse?.response?.['output'];
    return `${part.functionResponse?.id} ${typeof output === 'string' ? output : JSON.stringify(output)}`;
  };
  return contents.flatMap(({ parts = [] }) => parts.map((part) => count(textOf(part)))).reduce((a, b) => a + b, 0);
}

const error = (estimate: number, real: number): number => Math.round((estimate / real - 1) * 100);

function round(id: string, name: string, args: Record<string, unknown>, output: string): Content[] {
  return [
    { role: 'model', parts: [{ functionCall: { id, name, args } }] },
    { role: 'user', parts: [{ functionResponse: { id, name, response: { output } } }] },
  ];
}

const read = (id: string, path: string, output: string): Content[] =>
  round(id, 'read_file', { file_path: path }, output);

/** Sessions as agents have them: a question, rounds of tools, an edit, an answer. */
const sessions: Record<string, Content[]> = {
  'reads and edits source code': [
    user('Why does the send keep the message when the compaction fails? Show me where, and add a comment.'),
    ...read('1', '/project/packages/core/src/core/messageSend.ts', toolOutputs['source code']),
    ...round('2', 'grep_search', { pattern: 'import', path: '/project' }, toolOutputs['search results']),
    ...round(
      '3',
      'edit',
      { file_path: '/project/a.ts', old_string: toolOutputs['source code'].slice(900, 1_700), new_string: '// why\n' },
      'Edited /project/a.ts.',
    ),
    model('The message is appended in a `finally` block, so it stays whatever the compaction did.'),
  ],
  'works with JSON': [
    user('Which packages does the lock file hold twice?'),
    ...round('1', 'run_shell_command', { command: 'cat package-lock.json' }, toolOutputs['JSON, indented']),
    ...round('2', 'mcp__registry__lookup', { names: ['ajv', 'diff'] }, toolOutputs['JSON, compact']),
    model('None that I can see in the part that was returned.'),
  ],
  'reads documentation and logs': [
    user('Compare the documentation with what the program prints.'),
    ...read('1', '/project/docs/session-format.md', toolOutputs['documentation']),
    ...round('2', 'run_shell_command', { command: 'node --help' }, toolOutputs['a log']),
    model(prose.english.repeat(4)),
  ],
};

describe.each(names)('the estimate beside %s', (name) => {
  it.each(Object.keys(sessions))('stays within 30 %% for a session that %s', (what) => {
    const history = sessions[what] ?? [];
    expect(Math.abs(error(estimateContentTokens(history), realTokens(history, name)))).toBeLessThanOrEqual(30);
  });

  it.each(Object.keys(sessions))('stays within 30 %% at every step of a session that %s', (what) => {
    const history = sessions[what] ?? [];
    for (let step = 1; step < history.length; step++) {
      const message = history[step];
      if (message?.role !== 'user') continue;
      const before = history.slice(0, step);
      const estimate = estimatePromptTokens(before, message, realTokens(before, name));
      expect(Math.abs(error(estimate, realTokens([...before, message], name)))).toBeLessThanOrEqual(30);
    }
  });
});

/** Error in percent by kind of text, for o200k, Qwen3 and Claude; below 0 the estimate is too low. */
const table: Record<string, [number, number, number]> = {
  'prose, english': [20, 20, 19],
  'prose, chinese': [-62, -57, -73],
  'prose, japanese': [-68, -61, -75],
  'prose, korean': [-56, -59, -76],
  'prose, russian': [-7, -21, -51],
  'prose, arabic': [-24, -36, -74],
  'tool result: source code': [17, 18, 8],
  'tool result: documentation': [17, 16, 12],
  'tool result: JSON, indented': [25, 17, 22],
  'tool result: JSON, compact': [13, 6, 11],
  'tool result: search results': [8, 6, -14],
  'tool result: a log': [-13, -35, -16],
};

describe('the error by kind of text', () => {
  const kinds: Record<string, Content[]> = {
    ...Object.fromEntries(Object.entries(prose).map(([kind, text]) => [`prose, ${kind}`, [user(text)]])),
    ...Object.fromEntries(
      Object.entries(toolOutputs).map(([kind, output]) => [`tool result: ${kind}`, read('1', '/a', output).slice(1)]),
    ),
  };

  it.each(Object.keys(kinds))('%s is what the documentation says', (kind) => {
    const contents = kinds[kind] ?? [];
    const errors = names.map((name) => error(estimateContentTokens(contents), realTokens(contents, name)));
    const documented = table[kind] ?? [];
    errors.forEach((value, index) => expect(Math.abs(value - (documented[index] ?? Infinity))).toBeLessThanOrEqual(10));
  });
});
