/** `/approval-mode`: which calls run without asking. */
import { APPROVAL_MODES, isApprovalMode } from '@qwen-code/qwen-code-core';
import { APPROVAL_MODE_TEXTS } from '../agent/approvalModes.js';
import type { InteractiveCommand } from './types.js';

export const approvalModeCommand: InteractiveCommand = {
  name: 'approval-mode',
  description: 'Choose which calls run without asking',
  argumentHint: '[mode]',
  modes: ['interactive'],
  whileBusy: true,
  completions: () => APPROVAL_MODES,
  run({ config }, args) {
    if (isApprovalMode(args)) return { type: 'approval_mode', mode: args };
    if (args !== '')
      return { type: 'message', level: 'error', text: `There is no mode "${args}": ${APPROVAL_MODES.join(', ')}.` };
    const current = config.getApprovalMode();
    return {
      type: 'choose',
      title: 'Approval mode',
      choices: APPROVAL_MODES.map((mode) => ({
        value: mode,
        label: mode,
        description: APPROVAL_MODE_TEXTS[mode],
        isCurrent: mode === current,
      })),
      hint: 'Enter chooses · Esc closes · Shift+Tab changes it at any time',
      onChoice: (mode) => (isApprovalMode(mode) ? { type: 'approval_mode', mode } : { type: 'nothing' }),
    };
  },
};
