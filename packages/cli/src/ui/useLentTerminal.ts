/** Leaves the terminal to another program for a while, and takes it back. */
import { useState } from 'react';
import { useKeyInput } from './keys/KeysProvider.js';
import type { TerminalOutput } from './terminal/terminalOutput.js';

export interface LentTerminal {
  /** While it is, nothing may be drawn. */
  isLent: boolean;
  /** Screen and keys are the other program's until `run` is done. */
  lend<T>(run: () => Promise<T>): Promise<T>;
}

export function useLentTerminal(output: TerminalOutput): LentTerminal {
  const { suspend } = useKeyInput();
  const [isLent, setIsLent] = useState(false);
  return {
    isLent,
    lend: async (run) => {
      setIsLent(true);
      try {
        return await suspend(() => output.lend(run));
      } finally {
        setIsLent(false);
      }
    },
  };
}
