/** One finished item of the transcript; drawn once. */
import { memo } from 'react';
import type { TranscriptContent } from '../state/viewState.js';
import { useDisplay } from './display.js';
import { Lines } from './Lines.js';
import { transcriptLines } from './transcriptLines.js';

export interface TranscriptItemViewProps {
  item: TranscriptContent;
  /** The item before it. */
  previous?: TranscriptContent;
  /** Long output and thoughts whole. */
  expanded?: boolean;
}

export const TranscriptItemView = memo(function TranscriptItemView(props: TranscriptItemViewProps) {
  const { columns, screenReader } = useDisplay();
  const { item, previous, expanded = false } = props;
  const lines = transcriptLines(item, { columns, screenReader, expanded, previous: previous?.type });
  return lines.length > 0 ? <Lines lines={lines} /> : null;
});
