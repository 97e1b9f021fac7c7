/** `/agents`: the sub-agents that the model can call. */
import type { InteractiveCommand } from './types.js';

export const agentsCommand: InteractiveCommand = {
  name: 'agents',
  description: 'List the sub-agents',
  modes: ['interactive'],
  whileBusy: true,
  run({ config }) {
    const rows = config
      .getAgentDefinitions()
      .map(({ name, description, filePath }) => `- **${name}** ${description}${filePath ? ` (${filePath})` : ''}`);
    const advice =
      'Add one as a Markdown file in `.qwen/agents` or `~/.qwen/agents`: `name` and `description` in the front matter, its instructions below.';
    return { type: 'output', text: [...rows, '', advice].join('\n') };
  },
};
