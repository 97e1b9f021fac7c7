/** The keys that count everywhere. */
import { useEffect, useRef, useState } from 'react';
import { useKeys } from './keys/KeysProvider.js';
import { actionOf } from './keys/keyTable.js';
import type { InputEvent } from './keys/inputEvent.js';
import type { TerminalApp } from './terminalApp.js';

/** How long a key can be pressed again to confirm, in milliseconds. */
const AGAIN_WITHIN_MS = 2_000;

export interface AppKeysOptions {
  showHelp(): void;
  showTranscript(): void;
  redraw(): void;
  suspend(): void;
}

/** @returns the hint to show: which key to press again */
export function useAppKeys(
  app: TerminalApp,
  { showHelp, showTranscript, redraw, suspend }: AppKeysOptions,
): string | undefined {
  const [hint, setHint] = useState<string>();
  const armed = useRef<{ key: string; timer: NodeJS.Timeout }>(undefined);

  const disarm = (): void => {
    clearTimeout(armed.current?.timer);
    armed.current = undefined;
    setHint(undefined);
  };
  /** True at the second press. */
  const isAgain = (key: string, text: string): boolean => {
    const again = armed.current?.key === key;
    disarm();
    if (again) return true;
    armed.current = { key, timer: setTimeout(disarm, AGAIN_WITHIN_MS) };
    setHint(text);
    return false;
  };
  useEffect(() => () => clearTimeout(armed.current?.timer), []);

  useKeys(
    (event: InputEvent): boolean => {
      const action = actionOf('app', event);
      if (armed.current && action !== armed.current.key) disarm();
      switch (action) {
        case 'interrupt':
          if (app.interrupt()) disarm();
          else if (isAgain('interrupt', 'Press Esc again to rewind')) app.chooseRewind();
          return true;
        case 'leave':
          if (app.interrupt()) disarm();
          else if (isAgain('leave', 'Press Ctrl+C again to leave')) app.leave();
          return true;
        case 'leaveWhenEmpty':
          if (app.composer.isEmpty) app.leave();
          return true;
        case 'nextApprovalMode':
          app.controller.cycleApprovalMode();
          return true;
        case 'toggleExpanded':
          showTranscript();
          return true;
        case 'redraw':
          redraw();
          return true;
        case 'suspend':
          suspend();
          return true;
        case 'toggleHelp':
          showHelp();
          return true;
        default:
          return false;
      }
    },
    { layer: 'app' },
  );
  return hint;
}
