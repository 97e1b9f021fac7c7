/** The size of the terminal, kept up to date. */
import { useStdout } from 'ink';
import { useEffect, useState } from 'react';

const FALLBACK = { columns: 80, rows: 24 };

export interface TerminalSize {
  columns: number;
  rows: number;
}

export function useTerminalSize(): TerminalSize {
  const { stdout } = useStdout();
  const [size, setSize] = useState(() => sizeOf(stdout));
  useEffect(() => {
    const onResize = (): void => setSize(sizeOf(stdout));
    stdout.on('resize', onResize);
    return () => void stdout.off('resize', onResize);
  }, [stdout]);
  return size;
}

function sizeOf({ columns, rows }: NodeJS.WriteStream): TerminalSize {
  return { columns: columns || FALLBACK.columns, rows: rows || FALLBACK.rows };
}
