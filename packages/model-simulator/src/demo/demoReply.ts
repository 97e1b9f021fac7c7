/** The rules of the offline demo model: from a conversation to the next text and tool calls. */
import type { GenerateContentRequest } from '@qwen-code/qwen-code-core';
import { splitClauses } from './clauses.js';
import { readConversation, systemText, type Conversation } from './conversation.js';
import { FOOTER, HELP } from './help.js';
import { failureText, type DemoToolCall, type Job, type JobParser, type Step } from './job.js';
import { parseCountLines } from './jobs/countLines.js';
import { parseCreateFile } from './jobs/createFile.js';
import { parseEditFile } from './jobs/editFile.js';
import { parseFindFiles } from './jobs/findFiles.js';
import { parseFindText } from './jobs/findText.js';
import { parseListFolder } from './jobs/listFolder.js';
import { parseReadAll } from './jobs/readAll.js';
import { parseReadFile } from './jobs/readFile.js';
import { parseRunCommand } from './jobs/runCommand.js';
import { parseTodoList } from './jobs/todoList.js';
import { parseWriteInstructions } from './jobs/writeInstructions.js';
import { planOf, refusedPlan } from './plan.js';
import { writeSnapshot } from './snapshot.js';

export interface DemoOptions {
  /** The user's folder; default: what the system instruction names, else the process's own. */
  directory?: string;
}

export interface DemoReply {
  text?: string;
  toolCalls?: DemoToolCall[];
}

/** Jobs whose text may go on over several sentences. */
const FREE_FORM: JobParser[] = [parseEditFile, parseTodoList, parseCreateFile];

/** Asked in turn for every clause; the more special before the more general. */
const CLAUSE: JobParser[] = [
  parseRunCommand,
  parseEditFile,
  parseTodoList,
  parseCreateFile,
  parseCountLines,
  parseReadAll,
  parseFindFiles,
  parseFindText,
  parseReadFile,
  parseListFolder,
];

/** What the demo model answers to a request. Pure: the same request gives the same answer. */
export function demoReply(request: GenerateContentRequest, options: DemoOptions = {}): DemoReply {
  const conversation = readConversation(withoutDirective(request), options.directory);
  if (asksForSnapshot(request)) return { text: writeSnapshot(conversation) };
  const jobs = jobsOf(conversation);
  return jobs.length === 0 ? { text: HELP } : replay(jobs, conversation);
}

function asksForSnapshot(request: GenerateContentRequest): boolean {
  return systemText(request).includes('<state_snapshot>') || isDirective(lastText(request));
}

/** The last message of a compaction request is an order to the summariser, not a request of the user. */
function withoutDirective(request: GenerateContentRequest): GenerateContentRequest {
  if (!asksForSnapshot(request)) return request;
  const isTask = !isDirective(lastText(request));
  return isTask ? request : { ...request, contents: request.contents.slice(0, -1) };
}

function isDirective(text: string): boolean {
  return text.includes('<state_snapshot>') && !text.includes('<current_task>');
}

function lastText(request: GenerateContentRequest): string {
  const parts = request.contents.at(-1)?.parts ?? [];
  return parts.map((part) => part.text ?? '').join('\n');
}

function jobsOf(conversation: Conversation): Job[] {
  const instructions = parseWriteInstructions(conversation.task, conversation);
  if (instructions) return [instructions];
  const clauses = splitClauses(conversation.task);
  const jobs = clauses.map((clause) => firstJob(CLAUSE, clause, conversation));
  if (clauses.length > 1 && jobs.slice(1).every((job) => job === undefined)) {
    const whole = firstJob(FREE_FORM, conversation.task, conversation);
    if (whole) return [whole];
  }
  return jobs.filter((job) => job !== undefined);
}

function firstJob(parsers: JobParser[], text: string, conversation: Conversation): Job | undefined {
  for (const parse of parsers) {
    const job = parse(text, conversation);
    if (job) return job;
  }
  return undefined;
}

/** Runs the jobs on the outcomes so far up to the first call that has none yet. */
function replay(jobs: Job[], conversation: Conversation): DemoReply {
  const refused = refusedPlan(conversation);
  const outcomes = new Outcomes(conversation.steps);
  const answers: string[] = [];
  for (const job of jobs) {
    let next = job.next();
    while (!next.done) {
      const { note, calls, abridgedSuffices = false, changes = false } = next.value;
      const results = calls.map((call) => outcomes.take(call, abridgedSuffices));
      const missing = calls.filter((_call, index) => results[index] === undefined);
      if (missing.length > 0) {
        if (changes && refused) return { text: [...answers, failureText(refused), FOOTER].join('\n\n') };
        const plan = changes ? planOf(conversation, note) : undefined;
        return plan ? { text: 'I present the plan.', toolCalls: [plan] } : { text: note, toolCalls: missing };
      }
      next = job.next(results.filter((step) => step !== undefined));
    }
    answers.push(next.value);
  }
  return { text: `${answers.join('\n\n')}\n\n${FOOTER}` };
}

/** Calls that change nothing are made again when their outcome was abridged. */
const REPEATABLE = new Set(['read_file', 'glob', 'grep_search', 'list_directory']);

/** Outcomes that no job has used yet, by call. */
class Outcomes {
  private readonly byCall = new Map<string, Step[]>();

  constructor(steps: Step[]) {
    for (const step of steps) {
      const key = keyOf(step);
      const known = this.byCall.get(key);
      if (known) known.push(step);
      else this.byCall.set(key, [step]);
    }
  }

  /** The first outcome of this very call, `undefined` when there is none that will do. */
  take(call: DemoToolCall, abridgedSuffices: boolean): Step | undefined {
    const steps = this.byCall.get(keyOf(call)) ?? [];
    const index = steps.findIndex(({ name, abridged }) => !abridged || abridgedSuffices || !REPEATABLE.has(name));
    return index < 0 ? undefined : steps.splice(index, 1)[0];
  }
}

function keyOf({ name, args }: DemoToolCall): string {
  return JSON.stringify([name, args]);
}
