/** `/model`: shows the model and its window, and changes it, also for the next start; the conversation goes on. */
import { knownTokenLimit, type ContentGeneratorConfig } from '@qwen-code/qwen-code-core';
import { fetchModels } from '../../provider/fetchModels.js';
import { keepModel, type KeptModel } from '../../provider/keepModel.js';
import { entryOnServer, modelEntries, withEntry } from '../../provider/modelEntries.js';
import type { Choice } from '../state/viewState.js';
import { formatTokens, windowText } from '../text/format.js';
import { savedText } from './savedText.js';
import type { CommandResult, InteractiveCommand, InteractiveContext } from './types.js';

export const modelCommand: InteractiveCommand = {
  name: 'model',
  description: 'Choose the model',
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

/** For this session and, where settings can do that, for the next start. */
async function useModel(context: InteractiveContext, model: string): Promise<CommandResult> {
  const { config, settings, env, chooseModel } = context;
  const entry = entryOnServer(settings, config.getContentGeneratorConfig(), model);
  const chosen = await chooseModel(model, entry ? withEntry(settings, entry) : settings);
  const kept = await keepModel(chosen.generator, { cwd: config.workspace.cwd, settings, env, entry });
  const { generator, contentGenerator } = chosen;
  return {
    type: 'use_model',
    generator,
    contentGenerator,
    notice: noticeOf(generator, kept),
    isKept: kept !== undefined,
  };
}

function noticeOf({ model, authType }: ContentGeneratorConfig, kept: KeptModel | undefined): string {
  if (!kept) {
    const reason = authType ? 'only the flags of this start lead to it' : 'the provider that is set up comes first';
    return `Using ${model} for this session. Nothing was saved: ${reason}.`;
  }
  return `Using ${model}. ${savedText(kept)}`;
}

async function describeWindow({ config, signal }: InteractiveContext): Promise<string> {
  const { contextWindowSize, contextWindowSource } = config.getContentGeneratorConfig();
  if (contextWindowSize !== undefined && contextWindowSource !== undefined)
    return windowText(contextWindowSize, contextWindowSource);
  const { tokens, detail } = await config.detectContextWindow(signal);
  return windowText(tokens, detail);
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
