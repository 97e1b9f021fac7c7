/** `/memory`: the instruction files that the model is given, and adding to them. */
import { randomUUID } from 'node:crypto';
import { estimateTextTokens } from '../../utils/textTokens.js';
import type { CommandResult, InteractiveCommand, InteractiveContext } from './types.js';

const ACTIONS = ['show', 'add', 'refresh'] as const;

export const memoryCommand: InteractiveCommand = {
  name: 'memory',
  description: 'Show the instruction files, add a fact to remember, or read them again',
  argumentHint: '[show|add <fact>|refresh]',
  modes: ['interactive'],
  completions: () => ACTIONS,
  run(context, args) {
    const [action = '', ...rest] = args.split(/\s+/);
    const fact = rest.join(' ');
    if (action === '' || action === 'show') return show(context);
    if (action === 'refresh') return refresh(context);
    if (action === 'add' && fact !== '') return add(context, fact);
    const text =
      action === 'add' ? 'Write what to remember: /memory add <fact>' : `/memory takes ${ACTIONS.join(', ')}.`;
    return { type: 'message', level: 'error', text };
  },
};

function show({ config }: InteractiveContext): CommandResult {
  const files = config.getInstructionFiles();
  if (files.length === 0)
    return {
      type: 'message',
      level: 'info',
      text: 'There are no instruction files. /init writes one for this project; /memory add <fact> one for you.',
    };
  const rows = files.map(({ path, content }) => `- \`${path}\`, about ${estimateTextTokens(content)} tokens`);
  return { type: 'output', text: ['**Instruction files**', '', ...rows].join('\n') };
}

async function refresh({ config, agent }: InteractiveContext): Promise<CommandResult> {
  await config.loadInstructions();
  agent.client.refreshSystemInstruction();
  const count = config.getInstructionFiles().length;
  return { type: 'message', level: 'info', text: `Read ${count} instruction ${count === 1 ? 'file' : 'files'}.` };
}

async function add(context: InteractiveContext, fact: string): Promise<CommandResult> {
  const { config, signal } = context;
  const tool = config.getToolRegistry().get('save_memory');
  if (!tool) return { type: 'message', level: 'error', text: 'Remembering is turned off: the tool save_memory is.' };
  const { output, errorType } = await tool.execute(
    { fact, scope: 'global' },
    {
      callId: randomUUID(),
      signal,
      workspace: config.workspace,
      readState: config.readState,
      spillDirectory: config.getSpillDirectory(),
      maxOutputCharacters: 10_000,
    },
  );
  if (errorType) return { type: 'message', level: 'error', text: output };
  await refresh(context);
  return { type: 'message', level: 'info', text: output };
}
