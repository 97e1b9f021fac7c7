/** The text of a proposed call that a person may change: a command, or what a file is to hold. */
import type { ApprovalRequest } from '@qwen-code/qwen-code-core';

/** `undefined`: there is nothing in it that could be changed by hand. */
export function proposedText({ toolName, preview }: ApprovalRequest): string | undefined {
  if (preview.type === 'command') return preview.command;
  if (preview.type !== 'edit') return undefined;
  if (toolName === 'write_file' || (toolName === 'edit' && preview.diff.originalContent !== null))
    return preview.diff.newContent;
  return undefined;
}

/** The arguments of the call with the changed text in place of the proposed one. */
export function changedArguments({ toolName, args, preview }: ApprovalRequest, text: string): Record<string, unknown> {
  if (preview.type === 'command') return { ...args, command: text.replace(/\n+$/, '') };
  if (preview.type !== 'edit') return args;
  if (toolName === 'write_file') return { ...args, content: text };
  // The whole file, so that a change anywhere in it can be expressed.
  return { ...args, old_string: preview.diff.originalContent, new_string: text, replace_all: false };
}
