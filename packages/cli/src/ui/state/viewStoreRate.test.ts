import { GeminiEventType } from '@qwen-code/qwen-code-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ViewStore } from './viewStore.js';
import { initialViewState } from './viewState.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const chunk = (description: string) =>
  ({
    type: 'agent_event',
    event: { type: GeminiEventType.Thought, value: { subject: '', description } },
    now: 0,
  }) as const;

it('draws at most 30 times a second, however many chunks come', () => {
  const store = new ViewStore(initialViewState(1_000));
  const drawn: Array<string | undefined> = [];
  store.subscribe(() => drawn.push(store.getShown().pendingThought?.text));
  for (let index = 0; index < 200; index++) {
    store.dispatch(chunk('x'));
    vi.advanceTimersByTime(5);
  }
  vi.advanceTimersByTime(100);
  expect(drawn.length).toBeLessThanOrEqual(31);
  expect(drawn.at(-1)).toBe('x'.repeat(200));
});

it('shows at once what a person does, with what has come by then', () => {
  const store = new ViewStore(initialViewState(1_000));
  let draws = 0;
  store.subscribe(() => draws++);
  store.dispatch(chunk('hm'));
  expect(store.getShown().pendingThought).toBeUndefined();
  store.dispatch({ type: 'queue_message', message: { text: 'next', display: 'next' } });
  expect(store.getShown()).toMatchObject({ pendingThought: { text: 'hm' }, queue: [{ text: 'next' }] });
  expect(draws).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(draws).toBe(1);
});

it('has no timer while nothing happens', () => {
  const store = new ViewStore(initialViewState(1_000));
  store.dispatch(chunk('hm'));
  vi.advanceTimersByTime(100);
  expect(vi.getTimerCount()).toBe(0);
});
