import { describe, expect, it } from 'vitest';
import type { InputEvent } from './inputEvent.js';
import { isTyping, QUIET_MS, TypeAheadGuard } from './typeAhead.js';

const key = (chord: string): InputEvent => ({ type: 'key', chord });
const text = (typed: string): InputEvent => ({ type: 'text', text: typed });

describe('TypeAheadGuard', () => {
  it('keeps answers from a dialog that has just appeared', () => {
    const guard = new TypeAheadGuard(1_000);
    expect(
      [text('1'), key('enter'), text(' '), { type: 'paste' as const, text: '1' }].map((e) => guard.holds(e, 1_010)),
    ).toEqual([true, true, true, true]);
  });

  it('lets the first key decide after a quiet moment, and all that follow', () => {
    const guard = new TypeAheadGuard(1_000);
    expect(guard.holds(key('enter'), 1_000 + QUIET_MS - 1)).toBe(true);
    expect(guard.remaining(1_000 + QUIET_MS - 1)).toBe(1);
    expect(guard.holds(text('1'), 1_000 + QUIET_MS)).toBe(false);
    expect(guard.holds(text('2'), 1_000 + QUIET_MS)).toBe(false);
    expect(guard.remaining(1_000 + QUIET_MS)).toBe(0);
  });

  it('goes on while somebody types, but not for enter pressed again and again', () => {
    const guard = new TypeAheadGuard(0);
    for (let now = 0; now < 3_000; now += 200) expect(guard.holds(text('x'), now)).toBe(true);
    expect(guard.holds(key('enter'), 2_900)).toBe(true);
    expect(guard.holds(key('enter'), 3_050)).toBe(true);
    expect(guard.holds(key('enter'), 3_100)).toBe(false);
  });

  it.each(['escape', 'ctrl+c', 'up', 'down', 'pagedown'])('lets %s through at once', (chord) => {
    const guard = new TypeAheadGuard(0);
    expect(guard.holds(key(chord), 0)).toBe(false);
    expect(guard.holds(key('enter'), 1)).toBe(true);
  });
});

describe('isTyping', () => {
  it('is what a text is made of', () => {
    expect([text('a'), key('backspace'), key('enter'), key('tab')].map(isTyping)).toEqual([true, true, false, false]);
  });
});
