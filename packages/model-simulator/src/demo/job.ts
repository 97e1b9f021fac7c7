/** A job is a generator: it yields tool calls, is given their outcomes and returns its part of the answer. */
import path from 'node:path';

/** A call of a tool that has been answered. */
export interface Step {
  name: string;
  args: Record<string, unknown>;
  output: string;
  failed: boolean;
  /** Only the beginning of the output survived a compaction. */
  abridged?: boolean;
}

export interface DemoToolCall {
  name: string;
  args: Record<string, unknown>;
}

/** Calls to make next, and a line that says why. */
export interface Calls {
  note: string;
  calls: DemoToolCall[];
  /** Outcomes of which only the beginning is left will do; else calls that only read are made again. */
  abridgedSuffices?: boolean;
  /** The calls change something: in plan mode a plan is presented before them. */
  changes?: boolean;
}

export type Job = Generator<Calls, string, Step[]>;

/** What jobs know of their surroundings. */
export interface Surroundings {
  /** Absolute path of the folder the user works in. */
  directory: string;
  /** Names of the tools that may be called. */
  tools: ReadonlySet<string>;
  /** Nothing may be changed before the user approved a plan. */
  isPlanMode?: boolean;
}

/** Recognises its job in a clause of the user's message. */
export type JobParser = (clause: string, surroundings: Surroundings) => Job | undefined;

/** Makes one call and returns its outcome; a tool that is not offered counts as failed. */
export function* call(
  surroundings: Surroundings,
  note: string,
  name: string,
  args: Record<string, unknown>,
  options: Pick<Calls, 'abridgedSuffices' | 'changes'> = {},
): Generator<Calls, Step, Step[]> {
  if (!surroundings.tools.has(name)) {
    return { name, args, output: `The tool ${name} is not available in this session.`, failed: true };
  }
  const [step] = yield { note, calls: [{ name, args }], ...options };
  return step ?? { name, args, output: 'The call was not answered.', failed: true };
}

export function absolute(surroundings: Surroundings, file: string): string {
  return path.resolve(surroundings.directory, file);
}

/** A path as the user would write it. */
export function relative(surroundings: Surroundings, file: string): string {
  return path.relative(surroundings.directory, file) || '.';
}

/** Text in a code block that its own fences cannot close. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** The first lines of a text, and how many are left out. */
export function firstLines(text: string, count: number): string {
  const lines = text.replace(/\n$/, '').split('\n');
  if (lines.length <= count) return lines.join('\n');
  return `${lines.slice(0, count).join('\n')}\n… ${lines.length - count} more lines`;
}

/** Says that a call did not do its work, and why. */
export function failureText({ name, output }: Step): string {
  return `Not done, \`${name}\` did not succeed: ${firstLines(output.trim(), name === 'run_shell_command' ? 5 : 1)}`;
}
