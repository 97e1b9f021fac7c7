import { cleanup, render } from 'ink-testing-library';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareMarkdown } from '../markdown/libraries.js';
import { addMarkdown, NO_MARKDOWN } from '../markdown/pendingMarkdown.js';
import { initialViewState, type ToolCard, type ViewState } from '../state/viewState.js';
import { lineText, lineWidth } from '../text/styledLine.js';
import { createTheme } from '../theme/theme.js';
import { DisplayContext } from './display.js';
import { LiveRegion } from './LiveRegion.js';
import { liveRegionLines, pendingLines } from './liveRegionLines.js';

beforeAll(() => prepareMarkdown('```'));

const BASE: ViewState = initialViewState(131_072);

function draw(
  change: Partial<ViewState>,
  { columns = 80, maximumRows = 20, screenReader = false, now = 12_000, isPaused = false } = {},
) {
  const state = { ...BASE, turnStartedAt: 1, ...change };
  const pending = pendingLines(state, { columns, screenReader }, maximumRows);
  const lines = liveRegionLines(state, pending, { columns, screenReader, maximumRows, now, isPaused });
  expect(lines.length).toBeLessThanOrEqual(maximumRows);
  if (!screenReader) for (const styled of lines) expect(lineWidth(styled)).toBeLessThanOrEqual(columns);
  return lines.map((styled) => lineText(styled).trimEnd()).join('\n');
}

const card = (change: Partial<ToolCard>): ToolCard => ({
  callId: 'a',
  name: 'run_shell_command',
  displayName: 'Shell',
  kind: 'execute',
  description: 'npm test',
  status: 'running',
  liveOutput: '',
  startedAt: 0,
  ...change,
});

const working = { type: 'tools', since: 2_000 } as const;

describe('liveRegionLines', () => {
  it('is empty when nothing goes on', () => {
    expect(draw({})).toBe('');
  });

  it('shows text as it comes, tools with live output, the list and the queue', () => {
    const drawn = draw({
      pending: addMarkdown(NO_MARKDOWN, 'Now **test'),
      tools: [
        card({ liveOutput: 'a\nb\n' }),
        card({ callId: 'b', status: 'awaiting-approval', description: 'rm -r x' }),
      ],
      todos: [
        { id: '1', content: 'Fix', status: 'completed' },
        { id: '2', content: 'Test', status: 'in_progress' },
      ],
      queue: [{ text: 'then commit', display: 'then commit' }],
      activity: working,
      turnTokens: 1_234,
    });
    expect(drawn).toMatchInlineSnapshot(`
      "
      ● Now **test

      ⠦ Shell npm test · 12s
        │ a
        │ b
      ? Shell rm -r x

      [x] Fix
      [>] Test

      ⠦ Working · 12s · ↓ 1.2K tokens · Esc stops
      queued › then commit"
    `);
    expect(
      draw({ tools: [card({ subAgent: { name: 'scout', calls: 3, current: 'ReadFile a.ts' } })], activity: working }),
    ).toMatchInlineSnapshot(`
      "
      ⠦ Shell npm test · 12s
        │ scout: 3 calls · ReadFile a.ts

      ⠦ Working · 12s · Esc stops"
    `);
  });

  it('leaves the call that a question is about to the question', () => {
    const tools = [card({}), card({ callId: '2', description: 'rm -r x', status: 'awaiting-approval' })];
    expect(draw({ tools, activity: working }, { isPaused: true })).toBe('\n⠦ Shell npm test · 12s');
  });

  it('never gets taller than it may, and says what it hides', () => {
    const text = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
    const pending = addMarkdown(NO_MARKDOWN, text);
    const drawn = draw({ pending, activity: working }, { maximumRows: 8, columns: 40 });
    expect(drawn).toMatchInlineSnapshot(`
      "… 496 more lines above
        line 495
        line 496
        line 497
        line 498
        line 499

      ⠦ Working · 12s · Esc stops"
    `);
    for (const maximumRows of [1, 2, 3, 5]) {
      const tools = Array.from({ length: 30 }, (_, index) => card({ callId: String(index), liveOutput: 'x\ny\nz' }));
      draw({ pending, tools, activity: working, queue: [{ text: 'q', display: 'q' }] }, { maximumRows });
    }
  });

  it('tells how waiting, trying again and compacting go on', () => {
    const status = (activity: ViewState['activity']): string => draw({ activity }).trim().slice(2);
    expect(status({ type: 'waiting', since: 0 })).toBe('Waiting · 12s · Esc stops');
    expect(status({ type: 'retrying', since: 0, message: 'Overloaded (529)', resumesAt: 20_000 })).toBe(
      'Trying again in 8s · Overloaded (529) · Esc stops',
    );
    expect(status({ type: 'compacting', since: 4_000, inputTokens: 98_072, outputCharacters: 4_800 })).toBe(
      'Compacting 98K tokens · summary ~1.2K · 8s · Esc stops',
    );
  });

  it('gives screen readers nothing that changes by itself', () => {
    const change: Partial<ViewState> = {
      activity: working,
      pending: addMarkdown(NO_MARKDOWN, 'half a sen'),
      tools: [card({})],
    };
    const options = { screenReader: true };
    expect(draw(change, options)).toBe('\nTool Shell npm test: running\n\nWorking. Escape stops.');
  });
});

describe('LiveRegion', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }));
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  const show = (change: Partial<ViewState>, isPaused = false) => (
    <DisplayContext.Provider
      value={{
        columns: 80,
        rows: 24,
        theme: createTheme({ colorDepth: 1, env: { TERM: 'dumb' } }),
        screenReader: false,
      }}
    >
      <LiveRegion state={{ ...BASE, ...change }} maximumRows={20} isPaused={isPaused} />
    </DisplayContext.Provider>
  );

  it('moves only while the agent works', async () => {
    const { frames, rerender } = render(show({}));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(vi.getTimerCount()).toBe(0);
    const idleFrames = frames.length;
    expect(idleFrames).toBeLessThanOrEqual(2);

    rerender(show({ activity: { type: 'waiting', since: Date.now() } }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(new Set(frames).size).toBeGreaterThan(4);
    expect(frames.length - idleFrames).toBeLessThanOrEqual(12);
    expect(frames.at(-1)).toContain('Waiting · 1s');

    rerender(show({ activity: { type: 'waiting', since: 0 } }, true));
    expect(frames.at(-1)?.trim()).toBe('');
    expect(vi.getTimerCount()).toBe(0);
    rerender(show({}));
    expect(vi.getTimerCount()).toBe(0);
  });
});
