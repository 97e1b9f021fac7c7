/** The Markdown that one view state shows and an earlier one did not. */
import { isBlank, type PendingMarkdown } from '../markdown/pendingMarkdown.js';
import type { TranscriptContent, ViewState } from './viewState.js';

/** Characters of a line in which a code block can begin. */
const LONGEST_FENCE = 80;

export function newMarkdown(before: ViewState, after: ViewState): string {
  const items = after.transcript.slice(before.transcript.length);
  const plans = after.approvals.map(({ preview }) => (preview.type === 'plan' ? preview.plan : ''));
  const previews = after.dialog?.type === 'choose' ? after.dialog.choices.map(({ preview }) => preview ?? '') : [];
  return [...items.map(markdownOf), beginningOf(after.pending), ...plans, ...previews]
    .filter((text) => text !== '')
    .join('\n');
}

/** As much of what is still being written as tells what it takes to draw it. */
function beginningOf(pending: PendingMarkdown): string {
  if (isBlank(pending)) return '';
  return `${pending.hasCode ? '```' : 'text'}\n${pending.rest.slice(0, LONGEST_FENCE)}`;
}

function markdownOf(item: TranscriptContent): string {
  if (item.type === 'assistant' || item.type === 'output') return item.text;
  if (item.type !== 'tool') return '';
  const { display } = item.card;
  return typeof display === 'object' && display.type === 'plan' ? display.plan : '';
}
