import { describe, expect, it } from 'vitest';
import { tellsOfFailure } from './tellsOfFailure.js';

describe('failures told in words', () => {
  it.each([
    ['write_file', 'The user declined this call of write_file. Ask what to do instead, or go on without it.'],
    ['write_file', 'notes.txt holds exactly this content already; nothing was written.'],
    ['edit', 'In plan mode nothing may be changed. Finish the plan, then present it with exit_plan_mode.'],
    ['read_file', 'There is no file README.md. Use glob to find it.'],
    ['run_shell_command', "Denied by the user's rule Bash(rm:*). Do not try to get the same by other means."],
    ['glob', 'Error: broken'],
  ])('of %s: %s', (tool, output) => expect(tellsOfFailure(tool, output)).toBe(true));

  it.each([
    ['write_file', 'Created notes.txt (1 line).'],
    ['write_file', 'Overwrote notes.txt (1 line).'],
    ['edit', 'Edited a.txt: 1 replacement (line 1).'],
    ['read_file', '# Kite\nThere is no file here.'],
    ['exit_plan_mode', 'The user approved the plan. Carry it out now.'],
  ])('not of %s: %s', (tool, output) => expect(tellsOfFailure(tool, output)).toBe(false));
});
