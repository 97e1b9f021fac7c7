/** The keys, over the input line, until a key closes them. */
import { useState } from 'react';
import { useKeys } from '../keys/KeysProvider.js';
import { actionOf } from '../keys/keyTable.js';
import { useDisplay } from './display.js';
import { helpLines, type HelpCommand } from './helpLines.js';
import { DIALOG_FRAME_ROWS, DialogLines } from './Lines.js';
import { pageOfLines, scrolledTop } from './scrollWindow.js';

export interface HelpOverlayProps {
  commands: readonly HelpCommand[];
  maximumRows?: number;
  onClose(): void;
}

const ROWS_AROUND = 4;

export function HelpOverlay({ commands, maximumRows, onClose }: HelpOverlayProps) {
  const display = useDisplay();
  const [top, setTop] = useState(0);
  const lines = helpLines(commands, display);
  const rows = Math.max(5, maximumRows ?? display.rows - ROWS_AROUND) - DIALOG_FRAME_ROWS;
  useKeys(
    (event) => {
      const action = actionOf('dialog', event);
      const pages =
        action === 'pageDown' || action === 'next' ? 1 : action === 'pageUp' || action === 'previous' ? -1 : 0;
      if (pages === 0) onClose();
      else setTop(scrolledTop(top, pages, lines.length, rows));
      return true;
    },
    { layer: 'dialog' },
  );
  return <DialogLines lines={pageOfLines(lines, top, rows)} />;
}
