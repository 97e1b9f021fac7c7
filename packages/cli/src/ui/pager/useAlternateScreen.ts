/** A second screen over the first, as full-screen programs use it: what was on the first is there again afterwards. */
import { useStdout } from 'ink';
import { useEffect, useState } from 'react';
import type { TerminalOutput } from '../terminal/terminalOutput.js';

const ENTER = '\x1b[?1049h\x1b[2J\x1b[H';
const LEAVE = '\x1b[?1049l';

/** `closing`: nothing may be drawn, so that nothing is left to be erased on the first screen. */
export type AlternateScreen = 'off' | 'on' | 'closing';

export function useAlternateScreen(output: TerminalOutput): { screen: AlternateScreen; enter(): void; leave(): void } {
  const { write } = useStdout();
  const [screen, setScreen] = useState<AlternateScreen>('off');
  useEffect(() => {
    if (screen !== 'closing') return;
    void output.whenBlank().then(() => {
      write(LEAVE);
      setScreen('off');
    });
  }, [screen, write, output]);
  useEffect(() => {
    // A process that ends unmounts nothing.
    const onExit = (): void => void (screen === 'on' && process.stdout.write(LEAVE));
    process.on('exit', onExit);
    return () => void process.off('exit', onExit);
  }, [screen]);
  return {
    screen,
    enter: () => {
      write(ENTER);
      setScreen('on');
    },
    leave: () => setScreen('closing'),
  };
}
