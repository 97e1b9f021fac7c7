/** What is still going on: the text being written, running tools, what is to do, the spinner, queued messages. */
import { useEffect, useMemo, useState } from 'react';
import { useDisplay } from './display.js';
import { Lines } from './Lines.js';
import { liveRegionLines, pendingLines, type LiveState } from './liveRegionLines.js';
import { FRAME_MS } from './statusLine.js';

export interface LiveRegionProps {
  state: LiveState;
  /** Rows it may take; with what stands below it must stay lower than the terminal. */
  maximumRows: number;
  /** Nothing moves: a dialog is open and waits for the person. */
  isPaused?: boolean;
}

export function LiveRegion({ state, maximumRows, isPaused = false }: LiveRegionProps) {
  const { columns, screenReader } = useDisplay();
  const now = useClock(state.activity.type !== 'idle' && !isPaused && !screenReader);
  const { pending, pendingContinues, pendingThought } = state;
  const pendingText = useMemo(
    () => pendingLines({ pending, pendingContinues, pendingThought }, { columns, screenReader }, maximumRows),
    [pending, pendingContinues, pendingThought, columns, screenReader, maximumRows],
  );
  const lines = liveRegionLines(state, pendingText, { columns, screenReader, maximumRows, now, isPaused });
  return lines.length > 0 ? <Lines lines={lines} /> : null;
}

/** The time, drawn anew while something moves; no timer otherwise. */
function useClock(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), FRAME_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
