/** The size of the terminal, kept up to date. */
import { useStdout } from 'ink';
import { useEffect, useState } from 'react';
import { terminalSize, type TerminalSize } from './terminal/terminalSize.js';

export function useTerminalSize(): TerminalSize {
  const { stdout } = useStdout();
  const [size, setSize] = useState(() => terminalSize(stdout));
  useEffect(() => {
    const onResize = (): void => setSize(terminalSize(stdout));
    stdout.on('resize', onResize);
    return () => void stdout.off('resize', onResize);
  }, [stdout]);
  return size;
}
