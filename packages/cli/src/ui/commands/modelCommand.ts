/** `/model`: shows the model and its window, and changes it; the conversation goes on. */
import { knownTokenLimit } from '@qwen-code/qwen-code-core';
import { fetchModels } from '../../provider/fetchModels.js';
import { modelEntries } from '../../provider/modelEntries.js';
import type { Choice } from '../state/viewState.js';
import { formatTokens } from '../text/format.js';
import type { CommandResult, InteractiveCommand, InteractiveContext } from './types.js';

export const modelCommand: InteractiveCommand = {
  name: 'model',
  description: 'Choose the model of this session',
  argumentHint: '[name]',
  modes: ['interactive'],
  completions: ({ settings }) => modelEntries(settings.modelProviders).map(({ id }) => id),
  async run(context, args) {
    const use = (model: string): Promise<CommandResult> => useModel(context, model);
    if (args !== '') return use(args);
    const { config, signal } = context;
    const current = config.getModel();
    const [window, served] = await Promise.all([describeWindow(context), servedModels(context)]);
    signal.throwIfAborted();
    const configured = modelEntries(context.settings.modelProviders);
    const choices = new Map<string, Choice>();
    choices.set(current, { value: current, label: current, description: window, isCurrent: true });
    for (const { id, name, description, baseUrl, authType } of configured)
      if (!choices.has(id))
        choices.set(id, {
          value: id,
          label: name ?? id,
          description: description ?? [baseUrl ?? authType, windowOf(id)].filter(Boolean).join(' · '),
        });
    for (const id of served.models)
      if (!choices.has(id)) choices.set(id, { value: id, label: id, description: windowOf(id) });
    return {
      type: 'choose',
      title: 'Model',
      choices: [...choices.values()],
      hint: `Enter chooses · Esc closes${served.problem ? ` · ${served.problem}` : ''}`,
      onChoice: use,
    };
  },
};

async function useModel({ chooseModel }: InteractiveContext, model: string): Promise<CommandResult> {
  const { generator, contentGenerator, notice } = await chooseModel(model);
  return { type: 'use_model', generator, contentGenerator, notice };
}

async function describeWindow({ config, signal }: InteractiveContext): Promise<string> {
  const { tokens, detail } = await config.detectContextWindow(signal);
  return `window ${formatTokens(tokens)}, from ${detail}`;
}

function windowOf(model: string): string | undefined {
  const tokens = knownTokenLimit(model, 'input');
  return tokens === undefined ? undefined : `window ${formatTokens(tokens)}`;
}

/** An own adapter such as the demo has no server to ask. */
async function servedModels({ config, signal }: InteractiveContext): Promise<{ models: string[]; problem?: string }> {
  if (config.getContentGeneratorConfig().authType === undefined) return { models: [] };
  try {
    return { models: await fetchModels(config.getContentGeneratorConfig(), signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { models: [], problem: (error as Error).message };
  }
}
