/** `/theme`: the colours; the choice is kept. */
import { settingsFiles } from '../../settings/paths.js';
import { writeSetting } from '../../settings/writeSetting.js';
import { THEME_NAMES } from '../theme/theme.js';
import type { CommandResult, InteractiveCommand } from './types.js';

export const themeCommand: InteractiveCommand = {
  name: 'theme',
  description: 'Choose the colours',
  argumentHint: '[name]',
  modes: ['interactive'],
  whileBusy: true,
  completions: () => THEME_NAMES,
  run({ config, settings, env }, args) {
    const save = async (name: string): Promise<CommandResult> => {
      const known = THEME_NAMES.find((theme) => theme.toLowerCase() === name.toLowerCase());
      if (!known)
        return { type: 'message', level: 'error', text: `There is no theme "${name}": ${THEME_NAMES.join(', ')}.` };
      await writeSetting(settingsFiles(config.workspace.cwd, env).user, ['ui', 'theme'], known);
      return { type: 'settings_changed', text: `The theme is now ${known}.` };
    };
    if (args !== '') return save(args);
    return {
      type: 'choose',
      title: 'Theme',
      choices: THEME_NAMES.map((name) => ({ value: name, label: name, isCurrent: name === settings.ui?.theme })),
      onChoice: save,
    };
  },
};
