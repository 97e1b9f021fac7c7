/** Shows the whole transcript on a screen of its own, to be scrolled. */
import { useMemo, useState } from 'react';
import { useDisplay } from '../components/display.js';
import { Lines } from '../components/Lines.js';
import { useKeys } from '../keys/KeysProvider.js';
import { actionOf } from '../keys/keyTable.js';
import type { Transcript } from '../state/viewState.js';
import { EMPTY_LINE, line, truncateLine } from '../text/styledLine.js';
import { TranscriptView } from './transcriptView.js';

export interface PagerProps {
  items: Transcript;
  onClose(): void;
}

export function Pager({ items, onClose }: PagerProps) {
  const { columns, rows, screenReader } = useDisplay();
  const view = useMemo(() => new TranscriptView(items, { columns, screenReader }), [items, columns, screenReader]);
  const [below, setBelow] = useState(0);
  // One row for the keys, one that stays free: a frame as high as the terminal would make it scroll.
  const size = Math.max(1, rows - 2);
  useKeys(
    (event) => {
      const scroll = (lines: number): void => setBelow(view.clamp(Math.max(0, below + lines), size));
      switch (actionOf('pager', event)) {
        case 'close':
          onClose();
          break;
        case 'lineUp':
          scroll(1);
          break;
        case 'lineDown':
          scroll(-1);
          break;
        case 'pageUp':
          scroll(size - 1);
          break;
        case 'pageDown':
          scroll(1 - size);
          break;
        case 'start':
          scroll(Infinity);
          break;
        case 'end':
          setBelow(0);
          break;
      }
      return true;
    },
    { layer: 'dialog' },
  );
  const shown = view.window(below, size);
  const hint = line('Whole transcript · ↑ ↓ PgUp PgDn Home End scroll · Esc closes', 'muted');
  const filler = Array.from({ length: size - shown.length }, () => EMPTY_LINE);
  return <Lines lines={[...shown, ...filler, truncateLine(hint, columns)]} />;
}
