import { describe, expect, it } from 'vitest';
import { FileReadState } from './fileReadState.js';

describe('FileReadState', () => {
  it('knows whether a file is as it was seen', () => {
    const state = new FileReadState();
    expect(state.has('/a')).toBe(false);
    expect(state.isCurrent('/a', 'text')).toBe(false);
    state.remember('/a', 'text');
    expect(state.has('/a')).toBe(true);
    expect(state.isCurrent('/a', 'text')).toBe(true);
    expect(state.isCurrent('/a', Buffer.from('text'))).toBe(true);
    expect(state.isCurrent('/a', 'text ')).toBe(false);
    expect(state.has('/b')).toBe(false);
  });
});
