/** How much an agent may do without asking. */
export const APPROVAL_MODES = ['plan', 'default', 'auto-edit', 'yolo'] as const;

/**
 * - `plan`: only what changes nothing
 * - `default`: asks before edits, commands and fetches
 * - `auto-edit`: edits inside the workspace without asking
 * - `yolo`: everything without asking, deny rules excepted
 */
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

export function isApprovalMode(value: unknown): value is ApprovalMode {
  return APPROVAL_MODES.includes(value as ApprovalMode);
}
