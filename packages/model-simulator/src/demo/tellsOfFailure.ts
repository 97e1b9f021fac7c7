/** Recognises failed calls by their text, for the OpenAI dialect, which has no mark for them. */

const REFUSALS = [
  /^error\b/i,
  /^The user (declined|cancelled) this call\b/,
  /^In plan mode nothing may be changed\b/,
  /^You are not in plan mode\b/,
  /^Denied by\b/,
  /^The call of \S+ is not permitted\b/,
  /^There is no (file|folder|directory|tool)\b/,
  /^Cannot read\b/,
  /^\S+ is a directory\. Use list_directory\b/,
  /^\S+ is (excluded by|outside the workspace)\b/,
  /^\S+ failed: /,
];

const CHANGES = new Set(['write_file', 'edit']);
const CONFIRMED =
  /^(ok|done|created|wrote|overwr\w+|edited|updated|replaced|saved)\b|\bsuccess|\bhas been (updated|created|edited|written)/i;

/** Whether the text of a result says that the call did not do its work; a change counts as made only when it says so. */
export function tellsOfFailure(tool: string, output: string): boolean {
  const [line = ''] = output.trimStart().split('\n', 1);
  return REFUSALS.some((refusal) => refusal.test(line)) || (CHANGES.has(tool) && !CONFIRMED.test(line));
}
