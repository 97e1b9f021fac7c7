/** The order in which Shift+Tab goes through the approval modes. */
import { APPROVAL_MODES, type ApprovalMode } from '@qwen-code/qwen-code-core';

/** From the most careful mode on, and from the last to the first again. */
export function nextApprovalMode(mode: ApprovalMode): ApprovalMode {
  return APPROVAL_MODES[(APPROVAL_MODES.indexOf(mode) + 1) % APPROVAL_MODES.length]!;
}

export const APPROVAL_MODE_TEXTS: Readonly<Record<ApprovalMode, string>> = {
  plan: 'only looks and plans; nothing is changed',
  default: 'asks before edits, commands and fetches',
  'auto-edit': 'edits files without asking; asks before commands',
  yolo: 'runs everything without asking',
};
