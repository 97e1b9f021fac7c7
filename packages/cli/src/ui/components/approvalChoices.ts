/** What can be answered to an approval, and how the thing to approve is shown. */
import type { ApprovalRequest } from '@qwen-code/qwen-code-core';
import { markdownLines } from '../markdown/markdownLines.js';
import type { Choice } from '../state/viewState.js';
import { oneLine, visibleText } from '../text/sanitize.js';
import { line, prefixLines, span, type StyledLine } from '../text/styledLine.js';
import { wrapHard } from '../text/wrap.js';
import { countChanges, diffLines } from './diffLines.js';
import type { LineContext } from './display.js';

export type ApprovalChoice = 'allow-once' | 'allow-auto-edit' | 'allow-session' | 'allow-always' | 'edit' | 'deny';

/** A diff of which nobody reads every line; the whole of it is in the file. */
const DIFF_LINES = 10_000;

export interface OfferedChoices {
  /** The proposal can be changed before it is carried out. */
  canEdit: boolean;
  /** The mode in which edits are not asked about can be entered with the answer. */
  canAutoEdit: boolean;
}

export function approvalChoices(
  { preview, suggestedRule }: ApprovalRequest,
  { canEdit, canAutoEdit }: OfferedChoices,
): Choice[] {
  const edit = canEdit ? [{ value: 'edit', label: 'Change it first' }] : [];
  if (preview.type === 'plan') {
    return [
      { value: 'allow-once', label: 'Yes, carry it out' },
      ...(canAutoEdit ? [{ value: 'allow-auto-edit', label: 'Yes, and accept edits without asking' }] : []),
      ...edit,
      { value: 'deny', label: 'No, and say what to change' },
    ];
  }
  return [
    { value: 'allow-once', label: 'Yes, once' },
    ...(suggestedRule === '' ? [] : LASTING),
    ...edit,
    { value: 'deny', label: 'No, and say what to do instead' },
  ];
}

/** Not where no rule could say what they would allow. */
const LASTING: readonly Choice[] = [
  { value: 'allow-session', label: 'Yes, for this session' },
  { value: 'allow-always', label: 'Yes, always in this project' },
];

/** What the answers that last would allow: a person has to see all of it. */
export function ruleLines({ preview, suggestedRule }: ApprovalRequest, { columns }: LineContext): StyledLine[] {
  if (preview.type === 'plan' || suggestedRule === '') return [];
  return wrapHard([span(`Session and always allow: ${visibleText(suggestedRule)}`, 'muted')], columns);
}

export function approvalTitle({ preview, displayName }: ApprovalRequest): StyledLine {
  const title = [
    span('? ', 'warning'),
    span(visibleText(oneLine(preview.title || displayName)), undefined, { bold: true }),
  ];
  if (preview.type !== 'edit') return title;
  const { added, removed } = countChanges(preview.diff.fileDiff);
  return [...title, span(` +${added}`, 'added'), span(` -${removed}`, 'removed')];
}

/** The thing itself, in full. */
export function approvalBody({ preview }: ApprovalRequest, context: LineContext): StyledLine[] {
  switch (preview.type) {
    case 'edit':
      return diffLines(preview.diff.fileDiff, { ...context, maximumLines: DIFF_LINES, isForApproval: true });
    case 'command': {
      const command = wrapHard([span(visibleText(preview.command), undefined, { bold: true })], context.columns - 2);
      return [...prefixLines(command, span('$ ', 'muted')), ...wholeText(`in ${preview.directory}`, context, 'muted')];
    }
    case 'plan':
      return markdownLines(preview.plan, context);
    case 'info':
      return wholeText(preview.detail, context);
    case 'question':
      return [];
  }
}

function wholeText(text: string, { columns, screenReader }: LineContext, color?: 'muted'): StyledLine[] {
  const visible = visibleText(text.trimEnd());
  return screenReader ? visible.split('\n').map((part) => line(part)) : wrapHard([span(visible, color)], columns);
}
