/** `/init`: lets the agent write the instructions for this project. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { InteractiveCommand } from './types.js';

export const initCommand: InteractiveCommand = {
  name: 'init',
  description: 'Let the agent look at the project and write its QWEN.md',
  modes: ['interactive'],
  run({ config }) {
    const name = config.parameters.contextFileNames?.[0] ?? 'QWEN.md';
    const exists = existsSync(path.join(config.workspace.cwd, name));
    return { type: 'submit_prompt', text: promptFor(name, exists) };
  },
};

function promptFor(name: string, exists: boolean): string {
  return [
    exists
      ? `Improve ${name} in this directory: read it, check what it says against the project, correct and complete it.`
      : `Write ${name} in this directory: what an agent has to know to work on this project.`,
    'Look at the project first: README, manifests, build and test set-up, the main folders, a few representative files.',
    'Hold it under 100 lines. It says: what the project is, how to build, test, lint and run a single test, how the code is laid out, and the conventions that cannot be guessed from a glance. Nothing generic, nothing that was not checked.',
  ].join('\n');
}
