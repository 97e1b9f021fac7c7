/** The Markdown that one view state shows and an earlier one did not. */
import type { TranscriptContent, ViewState } from './viewState.js';

export function newMarkdown(before: ViewState, after: ViewState): string {
  const items = after.transcript.slice(before.transcript.length);
  const plans = after.approvals.map(({ preview }) => (preview.type === 'plan' ? preview.plan : ''));
  const previews = after.dialog?.type === 'choose' ? after.dialog.choices.map(({ preview }) => preview ?? '') : [];
  return [...items.map(markdownOf), after.pendingText, ...plans, ...previews].filter((text) => text !== '').join('\n');
}

function markdownOf(item: TranscriptContent): string {
  if (item.type === 'assistant' || item.type === 'output') return item.text;
  if (item.type !== 'tool') return '';
  const { display } = item.card;
  return typeof display === 'object' && display.type === 'plan' ? display.plan : '';
}
