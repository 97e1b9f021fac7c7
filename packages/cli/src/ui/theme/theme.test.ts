import { describe, expect, it } from 'vitest';
import { span } from '../text/styledLine.js';
import { createTheme } from './theme.js';

const line = [span('a', 'error', { bold: true }), span(' b '), span('c', 'muted')];

describe('createTheme', () => {
  it('uses as many colours as the terminal has', () => {
    expect(createTheme({ colorDepth: 24, env: {} }).paint(line)).toBe(
      '\x1b[38;2;240;113;120;1ma\x1b[22;39m b \x1b[38;2;139;143;152mc\x1b[39m',
    );
    expect(createTheme({ colorDepth: 8, env: {} }).paint(line)).toBe(
      '\x1b[38;5;204;1ma\x1b[22;39m b \x1b[38;5;246mc\x1b[39m',
    );
    expect(createTheme({ colorDepth: 4, env: {} }).paint(line)).toBe('\x1b[31;1ma\x1b[22;39m b \x1b[90mc\x1b[39m');
  });

  it('sends no colour with NO_COLOR, and nothing at all to screen readers and dumb terminals', () => {
    const bold = '\x1b[1ma\x1b[22m b \x1b[2mc\x1b[22m';
    expect(createTheme({ colorDepth: 24, env: { NO_COLOR: '1' } }).paint(line)).toBe(bold);
    expect(createTheme({ colorDepth: 1, env: {} }).paint(line)).toBe(bold);
    expect(createTheme({ name: 'No Color', colorDepth: 24, env: {} }).paint(line)).toBe(bold);
    expect(createTheme({ colorDepth: 24, env: {}, screenReader: true }).paint(line)).toBe('a b c');
    expect(createTheme({ colorDepth: 1, env: { TERM: 'dumb' } }).paint(line)).toBe('a b c');
  });

  it('takes the name of the settings, else what fits the background', () => {
    const name = (options: { name?: string; COLORFGBG?: string }): string =>
      createTheme({ name: options.name, colorDepth: 24, env: { COLORFGBG: options.COLORFGBG } }).name;
    expect(name({ name: 'qwen light' })).toBe('Qwen Light');
    expect(name({ name: 'unknown' })).toBe('Qwen Dark');
    expect(name({ COLORFGBG: '0;15' })).toBe('Qwen Light');
    expect(name({ COLORFGBG: '15;0' })).toBe('Qwen Dark');
  });
});
