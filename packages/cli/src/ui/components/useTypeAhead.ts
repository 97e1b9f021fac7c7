/** Keeps what is typed ahead from a dialog that opens by itself. */
import { useLayoutEffect, useRef, useState } from 'react';
import type { InputEvent } from '../keys/inputEvent.js';
import { isTyping, TypeAheadGuard } from '../keys/typeAhead.js';
import { line, truncateLine, type StyledLine } from '../text/styledLine.js';
import type { LineContext } from './display.js';

export interface TypeAhead {
  /** Asked with each key. @returns whether it is kept from the dialog */
  holds(event: InputEvent): boolean;
  /** Takes what the dialog has no use for. */
  keep(event: InputEvent): void;
  /** The last line of the dialog: says how to answer as soon as it can be answered. */
  hintLine(hint: string, context: LineContext): StyledLine;
}

/** @param onTyped gets what is typed ahead; without it every key counts from the beginning */
export function useTypeAhead(onTyped: ((event: InputEvent) => void) | undefined): TypeAhead {
  const isGuarded = onTyped !== undefined;
  const guard = useRef<TypeAheadGuard>(undefined);
  const [isHolding, setIsHolding] = useState(isGuarded);
  const [hasTyped, setHasTyped] = useState(false);

  useLayoutEffect(() => {
    if (!isGuarded) return undefined;
    const current = (guard.current = new TypeAheadGuard(performance.now()));
    let timer: NodeJS.Timeout;
    const check = (): void => {
      const remaining = current.remaining(performance.now());
      if (remaining === 0) setIsHolding(false);
      else timer = setTimeout(check, Math.ceil(remaining));
    };
    check();
    return () => clearTimeout(timer);
  }, [isGuarded]);

  return {
    holds: (event) => {
      if (!guard.current?.holds(event, performance.now())) return false;
      if (isTyping(event)) {
        setHasTyped(true);
        onTyped?.(event);
      }
      return true;
    },
    keep: (event) => onTyped?.(event),
    hintLine: (hint, { columns, screenReader }) => {
      // A screen reader would read the whole dialog again.
      if (!isHolding || screenReader) return truncateLine(line(hint, 'muted'), columns);
      const escape = hint.slice(hint.lastIndexOf('Esc'));
      const typed = hasTyped ? 'What you type goes into the input · ' : '';
      return truncateLine(line(typed + escape, 'muted'), columns);
    },
  };
}
