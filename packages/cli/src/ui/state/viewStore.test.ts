import { GeminiEventType } from '@qwen-code/qwen-code-core';
import { expect, it, vi } from 'vitest';
import { loadedHighlighter, loadedMarked } from '../markdown/libraries.js';
import { pendingText } from '../markdown/pendingMarkdown.js';
import { ViewStore } from './viewStore.js';
import { initialViewState } from './viewState.js';

it('shows Markdown when its parser is there, and everything else at once', async () => {
  const store = new ViewStore(initialViewState(1_000));
  let draws = 0;
  store.subscribe(() => draws++);
  store.dispatch({ type: 'append', content: { type: 'notice', level: 'info', text: '**no** Markdown' } });
  expect(draws).toBe(1);
  expect(loadedMarked()).toBeUndefined();

  for (const value of ['**bo', 'ld**\n\n```', 'ts\n1\n'])
    store.dispatch({ type: 'agent_event', event: { type: GeminiEventType.Content, value }, now: 0 });
  await vi.waitFor(() => expect(pendingText(store.getShown().pending)).toBe('```ts\n1\n'));
  expect(loadedMarked()).toBeDefined();
  expect(loadedHighlighter()).toBeDefined();
  expect(draws).toBe(2);

  store.dispatch({ type: 'idle' });
  expect(
    store
      .getShown()
      .transcript.slice()
      .map(({ type }) => type),
  ).toEqual(['notice', 'assistant', 'assistant']);
});
