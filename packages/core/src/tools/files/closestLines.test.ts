import { describe, expect, it } from 'vitest';
import { closestLines } from './closestLines.js';

const source = [
  'function add(a, b) {',
  '  return a + b;',
  '}',
  '',
  'function subtract(a, b) {',
  '  return a - b;',
  '}',
].join('\n');

describe('closestLines', () => {
  it('finds a passage that differs in whitespace only, and says so', () => {
    expect(closestLines(source, 'function subtract(a, b) {\n\treturn a - b;\n}')).toEqual({
      firstLine: 5,
      lines: ['function subtract(a, b) {', '  return a - b;', '}'],
      onlyWhitespaceDiffers: true,
    });
  });

  it('finds a passage of which some lines are right', () => {
    const close = closestLines(source, 'function subtract(a, b) {\n  return b - a;\n}');
    expect(close).toMatchObject({ firstLine: 5, onlyWhitespaceDiffers: false });
    expect(close?.lines).toHaveLength(3);
  });

  it('finds a similar line when none is right', () => {
    expect(closestLines(source, 'function substract(a,b) {')).toMatchObject({
      firstLine: 5,
      lines: ['function subtract(a, b) {'],
    });
  });

  it('starts at the first line when the passage would begin before it', () => {
    expect(closestLines('  return total;\nx', 'let y;\nreturn total;')).toMatchObject({ firstLine: 1 });
  });

  it('finds nothing where nothing is alike', () => {
    expect(closestLines(source, 'zzzz qqqq')).toBeNull();
    expect(closestLines('', 'abc')).toBeNull();
  });

  it('shows a dozen lines at most', () => {
    const text = Array.from({ length: 100 }, (_, index) => `line number ${index}`).join('\n');
    expect(closestLines(text, text.replace('line number 50', 'something else'))?.lines).toHaveLength(12);
  });
});
