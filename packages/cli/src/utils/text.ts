/** Small texts for people. */

/** `1 line`, `2 lines`, `12,000 lines`. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Cut to so many characters, the cut marked by `…`. */
export function firstLine(text: string, maximum = Infinity): string {
  const line = text.split('\n', 1)[0]!;
  return line.length > maximum ? `${line.slice(0, maximum - 1)}…` : line;
}
