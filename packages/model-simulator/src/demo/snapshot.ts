/** Summaries that the demo model writes when it is asked to compact a conversation, and reads back afterwards. */
import path from 'node:path';
import type { Conversation } from './conversation.js';
import type { Step } from './job.js';

/**
 * Characters that are kept of a result, of a list that a job works through, and of all kept results together. A summary
 * has to fit into 8,000 tokens, the output cap of many clients.
 */
const RESULT_CHARACTERS = 600;
const LIST_CHARACTERS = 8_000;
const ALL_RESULTS_CHARACTERS = 10_000;

/** Calls with longer arguments are not carried over. */
const ARGUMENT_CHARACTERS = 4_000;

/** An extract of the conversation as a `<state_snapshot>`. */
export function writeSnapshot(conversation: Conversation): string {
  const { task, earlierTasks, steps, isAnswered, directory } = conversation;
  const files = [
    ...new Set(steps.flatMap(({ args }) => (typeof args['file_path'] === 'string' ? [args['file_path']] : []))),
  ];
  return [
    '<state_snapshot>',
    '<overall_goal>',
    'An extract made by fixed rules (offline demo model). The newest request in the words of the user:',
    `<current_task>${escape(task)}</current_task>`,
    '</overall_goal>',
    '<key_knowledge>',
    ...earlierTasks.slice(-20).map((earlier) => `<earlier_task>${escape(earlier.slice(0, 500))}</earlier_task>`),
    '</key_knowledge>',
    '<file_system_state>',
    ...files.slice(-30).map((file) => `- ${escape(path.relative(directory, file))}`),
    '</file_system_state>',
    '<recent_actions>',
    ...stepLines(steps, directory),
    '</recent_actions>',
    `<current_plan>${isAnswered ? '[DONE]' : '[IN PROGRESS]'} ${escape(task.slice(0, 200))}</current_plan>`,
    '</state_snapshot>',
  ].join('\n');
}

/** One line of JSON a step; lists come first, then the newest results. Reads without a result share one line. */
function stepLines(steps: Step[], directory: string): string[] {
  let left = ALL_RESULTS_CHARACTERS;
  const take = (step: Step, most: number): Step => {
    const output = step.output.slice(0, Math.min(most, left));
    left -= output.length;
    return output.length < step.output.length ? { ...step, output, abridged: true } : step;
  };
  const small = steps.filter(({ args }) => JSON.stringify(args).length <= ARGUMENT_CHARACTERS);
  const lists = new Map(small.filter(({ name }) => name === 'glob').map((step) => [step, take(step, LIST_CHARACTERS)]));
  const kept = [...small]
    .reverse()
    .map((step) => lists.get(step) ?? take(step, RESULT_CHARACTERS))
    .reverse();
  const bare = kept.filter(isBareRead);
  const read = bare.map(({ args }) => path.relative(directory, String(args['file_path'])));
  return [...(read.length > 0 ? [{ directory, read }] : []), ...kept.filter((step) => !bare.includes(step))].map(
    (line) => JSON.stringify(line).replaceAll('<', '\\u003c'),
  );
}

function isBareRead({ name, args, output, failed, abridged }: Step): boolean {
  const isWholeRead = name === 'read_file' && Object.keys(args).join() === 'file_path';
  return isWholeRead && output === '' && abridged === true && !failed;
}

/** What a snapshot of the demo model says; `undefined` for any other text. */
export function readSnapshot(
  text: string,
): Pick<Conversation, 'task' | 'earlierTasks' | 'steps' | 'isAnswered'> | undefined {
  const task = /<current_task>([\s\S]*?)<\/current_task>/.exec(text)?.[1];
  if (task === undefined || !text.includes('<state_snapshot>')) return undefined;
  const actions = /<recent_actions>\n?([\s\S]*?)<\/recent_actions>/.exec(text)?.[1] ?? '';
  return {
    task: unescape(task),
    earlierTasks: Array.from(text.matchAll(/<earlier_task>([\s\S]*?)<\/earlier_task>/g), ([, earlier]) =>
      unescape(earlier ?? ''),
    ),
    steps: actions.split('\n').flatMap(readStep),
    isAnswered: text.includes('<current_plan>[DONE]'),
  };
}

function readStep(line: string): Step[] {
  if (!line.startsWith('{')) return [];
  try {
    const value = JSON.parse(line) as Step | { directory: string; read: string[] };
    return 'read' in value ? value.read.map((file) => bareRead(path.resolve(value.directory, file))) : [value];
  } catch (error) {
    // A summary that was cut off ends within a line.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function bareRead(file_path: string): Step {
  return { name: 'read_file', args: { file_path }, output: '', failed: false, abridged: true };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
