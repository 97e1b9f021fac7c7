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

interface Confirmation {
  /** Which key to press again. */
  hint: string | undefined;
  /** True when this is the second press; else the hint is shown for a while. */
  isAgain(key: string, hint: string): boolean;
  /** Takes the first press back, unless it was of this key. */
  disarm(unless?: string): void;
}

/** A key that has to be pressed twice. */
function useConfirmation(): Confirmation {
  const [hint, setHint] = useState<string>();
  const armed = useRef<{ key: string; timer: NodeJS.Timeout }>(undefined);

  const disarm = (unless?: string): void => {
    if (!armed.current || armed.current.key === unless) return;
    clearTimeout(armed.current.timer);
    armed.current = undefined;
    setHint(undefined);
  };
  const isAgain = (key: string, text: string): boolean => {
    const again = armed.current?.key === key;
    disarm();
    if (again) return true;
    armed.current = { key, timer: setTimeout(disarm, AGAIN_WITHIN_MS) };
    setHint(text);
    return false;
  };
  useEffect(() => () => clearTimeout(armed.current?.timer), []);
  return { hint, isAgain, disarm };
}

/** @returns the hint to show: which key to press again */
export function useAppKeys(
  app: TerminalApp,
  { showHelp, showTranscript, redraw, suspend }: AppKeysOptions,
): string | undefined {
  const { hint, isAgain, disarm } = useConfirmation();
  // Also the keys that others use.
  useKeys(
    (event) => {
      disarm(actionOf('app', event));
      return false;
    },
    { layer: 'watch' },
  );
  useKeys(
    (event: InputEvent): boolean => {
      switch (actionOf('app', event)) {
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
