/** `/vim`: vim's keys in the input line, or the usual ones; the choice is kept. */
import { settingsFiles } from '../../settings/paths.js';
import { writeSetting } from '../../settings/writeSetting.js';
import type { InteractiveCommand } from './types.js';

export const vimCommand: InteractiveCommand = {
  name: 'vim',
  description: "Turn vim's keys in the input line on or off",
  modes: ['interactive'],
  whileBusy: true,
  async run({ config, settings, env }) {
    const isOn = !settings.general?.vimMode;
    await writeSetting(settingsFiles(config.workspace.cwd, env).user, ['general', 'vimMode'], isOn || undefined);
    return {
      type: 'settings_changed',
      text: isOn ? "Vim's keys are on; Esc leaves insert mode." : "Vim's keys are off.",
    };
  },
};
