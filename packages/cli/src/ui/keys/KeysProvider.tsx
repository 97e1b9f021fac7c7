/** Reads standard input while the program is on screen. */
import { useStdin, useStdout } from 'ink';
import { createContext, useContext, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { InputDecoder } from './inputDecoder.js';
import type { InputEvent } from './inputEvent.js';
import { KeyDispatcher, type KeyHandler, type KeyLayer } from './keyDispatcher.js';
import { DISABLE_INPUT_MODES, ENABLE_INPUT_MODES } from './terminalModes.js';

interface KeyInput {
  dispatcher: KeyDispatcher;
  /** Leaves the keys to another program until `run` is done. */
  suspend<T>(run: () => Promise<T>): Promise<T>;
}

const KeyInputContext = createContext<KeyInput | undefined>(undefined);

export function KeysProvider({ children }: { children: ReactNode }) {
  const { stdin, setRawMode } = useStdin();
  const { stdout } = useStdout();
  const dispatcher = useMemo(() => new KeyDispatcher(), []);
  const reader = useRef<{ start(): void; stop(): void }>(undefined);

  useLayoutEffect(() => {
    const setModes = (sequence: string): void => {
      if (stdout.isTTY) stdout.write(sequence);
    };
    const input = eventReader(dispatcher);
    let isReading = false;
    const current = {
      start: () => {
        if (isReading) return;
        isReading = true;
        setRawMode(true);
        stdin.on('data', input.onData);
        stdin.resume();
        setModes(ENABLE_INPUT_MODES);
      },
      stop: () => {
        if (!isReading) return;
        isReading = false;
        setModes(DISABLE_INPUT_MODES);
        stdin.off('data', input.onData);
        input.discard();
        setRawMode(false);
        // Whoever reads next gets every key. Not before ink's own listener is gone, without which the stream is paused already.
        process.nextTick(() => {
          if (!isReading) stdin.pause();
        });
      },
    };
    reader.current = current;
    current.start();
    // A process that ends by process.exit() unmounts nothing.
    process.on('exit', current.stop);
    return () => {
      process.off('exit', current.stop);
      current.stop();
    };
  }, [stdin, stdout, setRawMode, dispatcher]);

  const value = useMemo<KeyInput>(
    () => ({
      dispatcher,
      suspend: async (run) => {
        reader.current?.stop();
        try {
          return await run();
        } finally {
          reader.current?.start();
        }
      },
    }),
    [dispatcher],
  );
  return <KeyInputContext.Provider value={value}>{children}</KeyInputContext.Provider>;
}

/** The nearest `KeysProvider`. @throws when there is none. */
export function useKeyInput(): KeyInput {
  const input = useContext(KeyInputContext);
  if (!input) throw new Error('Keys can be used only below a KeysProvider.');
  return input;
}

/** Calls the handler with each key that no inner one has used, while the component is mounted and `isActive`. */
export function useKeys(
  handler: KeyHandler,
  { layer, isActive = true }: { layer: KeyLayer; isActive?: boolean },
): void {
  const { dispatcher } = useKeyInput();
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  useLayoutEffect(() => {
    if (!isActive) return undefined;
    return dispatcher.add(layer, (event) => latest.current(event));
  }, [dispatcher, layer, isActive]);
}

function eventReader(dispatcher: KeyDispatcher) {
  let decoder = new InputDecoder();
  let timer: NodeJS.Timeout | undefined;
  let waiting: InputEvent[] = [];
  let isDispatching = false;
  // Keys that arrive together are still pressed one after the other: in a dialog, whose state is React's, each has to
  // see what the one before has changed.
  const dispatch = async (events: readonly InputEvent[]): Promise<void> => {
    waiting.push(...events);
    if (isDispatching) return;
    isDispatching = true;
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      dispatcher.dispatch(event);
      if (dispatcher.isListening('dialog')) await afterNextDraw();
    }
    isDispatching = false;
  };
  return {
    onData: (chunk: string | Buffer): void => {
      clearTimeout(timer);
      void dispatch(decoder.push(chunk.toString(), performance.now()));
      if (decoder.waitMs !== undefined) timer = setTimeout(() => void dispatch(decoder.flush()), decoder.waitMs);
    },
    discard: (): void => {
      clearTimeout(timer);
      decoder = new InputDecoder();
      waiting = [];
    },
  };
}

/** React schedules its work in one turn of the event loop and does it in the next. */
async function afterNextDraw(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
