/** `/tools`: what the model can call. */
import type { InteractiveCommand } from './types.js';

export const toolsCommand: InteractiveCommand = {
  name: 'tools',
  description: 'List the tools of the model',
  modes: ['interactive'],
  whileBusy: true,
  run({ config }) {
    const tools = config.getToolRegistry().all();
    const rows = tools.map(({ name, description }) => `- \`${name}\` ${firstSentence(description)}`);
    return { type: 'output', text: [`**${tools.length} tools**`, '', ...rows].join('\n') };
  },
};

function firstSentence(text: string): string {
  return /^[^]*?[.!?](?=\s|$)/.exec(text)?.[0].replace(/\s+/g, ' ') ?? text.replace(/\s+/g, ' ');
}
