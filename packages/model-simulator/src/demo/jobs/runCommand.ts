/** Runs a command and shows what it printed. */
import { quotedTexts } from '../clauses.js';
import { call, failureText, fenced, firstLines, type Job, type JobParser, type Surroundings } from '../job.js';

const RUN =
  /^(?:please\s+|now\s+|can you\s+|could you\s+)*(?:run|execute)\s+(?:the\s+)?(?:shell\s+)?(?:command\s+)?(.+)/is;

export const parseRunCommand: JobParser = (clause, surroundings) => {
  const asked = RUN.exec(clause)?.[1];
  // “run a single test” tells of running; it is no command.
  if (asked === undefined || /^(an?|all|every|some|it|them|this|that)\b/i.test(asked)) return undefined;
  const isQuoted = /^[`"“']/.test(asked);
  const command = (isQuoted ? quotedTexts(asked)[0] : asked)?.trim();
  return command ? runCommand(surroundings, command) : undefined;
};

function* runCommand(surroundings: Surroundings, command: string): Job {
  const args = { command, description: 'Run what the user asked for', directory: surroundings.directory };
  const run = yield* call(surroundings, `I run \`${command}\`.`, 'run_shell_command', args, { changes: true });
  if (run.failed) return failureText(run);
  return `\`${command}\`:\n${fenced(firstLines(run.output, 60))}`;
}
