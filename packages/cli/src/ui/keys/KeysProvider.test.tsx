import { cleanup, render } from 'ink-testing-library';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { InputEvent } from './inputEvent.js';
import type { KeyLayer } from './keyDispatcher.js';
import { KeysProvider, useKeys } from './KeysProvider.js';

afterEach(cleanup);

interface ListenerProps {
  layer: KeyLayer;
  name: string;
  log: string[];
  uses: readonly string[];
  isActive?: boolean;
}

const nameOf = (event: InputEvent): string => (event.type === 'key' ? event.chord : event.text);

function Listener({ layer, name, log, uses, isActive }: ListenerProps) {
  useKeys(
    (event) => {
      log.push(`${name} ${nameOf(event)}`);
      return uses.includes(nameOf(event));
    },
    { layer, isActive },
  );
  return null;
}

describe('useKeys', () => {
  it('asks dialogs, then the input, then the program, whatever the order in the tree', async () => {
    const log: string[] = [];
    const { stdin } = render(
      <KeysProvider>
        <Listener layer="app" name="app" log={log} uses={['a']} />
        <Listener layer="input" name="input" log={log} uses={['i']} />
        <Listener layer="dialog" name="outer" log={log} uses={['d']} />
        <Listener layer="dialog" name="inner" log={log} uses={[]} />
      </KeysProvider>,
    );
    for (const typed of ['a', 'i', 'd']) stdin.write(typed);
    await vi.waitFor(() => expect(log.at(-1)).toBe('outer d'));
    expect(log).toEqual([
      'inner a',
      'outer a',
      'input a',
      'app a',
      'inner i',
      'outer i',
      'input i',
      'inner d',
      'outer d',
    ]);
  });

  it('lets each key in a dialog see what the one before it has changed', async () => {
    const log: number[] = [];
    function Counter() {
      const [count, setCount] = useState(0);
      useKeys(
        () => {
          log.push(count);
          setCount(count + 1);
          return true;
        },
        { layer: 'dialog' },
      );
      return null;
    }
    const { stdin } = render(
      <KeysProvider>
        <Counter />
      </KeysProvider>,
    );
    stdin.write('\x1b[A\x1b[A');
    stdin.write('\x1b[A');
    await vi.waitFor(() => expect(log).toEqual([0, 1, 2]));
  });

  it('asks only those who are there and active', () => {
    const log: string[] = [];
    const tree = (isActive: boolean) => (
      <KeysProvider>
        <Listener layer="app" name="app" log={log} uses={[]} />
        <Listener layer="input" name="input" log={log} uses={['x']} isActive={isActive} />
      </KeysProvider>
    );
    const { stdin, rerender } = render(tree(true));
    stdin.write('x');
    rerender(tree(false));
    stdin.write('x');
    rerender(tree(true));
    stdin.write('x');
    expect(log).toEqual(['input x', 'app x', 'input x']);
  });

  it('waits for the rest of a sequence, and takes a lone escape for the key within 100 ms', async () => {
    const log: string[] = [];
    const { stdin } = render(
      <KeysProvider>
        <Listener layer="app" name="app" log={log} uses={[]} />
      </KeysProvider>,
    );
    stdin.write('\x1b');
    stdin.write('[A');
    expect(log).toEqual(['app up']);
    vi.useFakeTimers();
    try {
      stdin.write('\x1b');
      expect(log).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(90);
      expect(log).toEqual(['app up', 'app escape']);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('stops listening when it is gone', () => {
    const log: string[] = [];
    const { stdin, unmount } = render(
      <KeysProvider>
        <Listener layer="app" name="app" log={log} uses={[]} />
      </KeysProvider>,
    );
    expect(stdin.listenerCount('data')).toBe(1);
    unmount();
    expect(stdin.listenerCount('data')).toBe(0);
    stdin.write('x');
    expect(log).toEqual([]);
  });
});
