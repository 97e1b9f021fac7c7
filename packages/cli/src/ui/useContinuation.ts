/** Going on after the process was stopped by a signal (SIGSTOP, or SIGTSTP from outside). */
import { useEffect } from 'react';
import { useKeyInput } from './keys/KeysProvider.js';

/** A shell has had the terminal meanwhile: its modes are set again, and `redraw` is called. */
export function useContinuation(isLent: boolean, redraw: () => void): void {
  const { suspend } = useKeyInput();
  useEffect(() => {
    // Who lends the terminal takes it back in its own way.
    if (isLent) return undefined;
    const goOn = (): void => {
      // Not before the keys are ours again: who sees the screen may type.
      void suspend(() => Promise.resolve()).then(redraw);
    };
    process.on('SIGCONT', goOn);
    return () => void process.off('SIGCONT', goOn);
  }, [isLent, suspend, redraw]);
}
