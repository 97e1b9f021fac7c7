/**
 * Finished items go past ink: where they belong ink draws a mark for each, and the text takes its place on the way to the terminal.
 * Ink would make an object of every column of every line, measure each line for ever, and keep all that was ever printed.
 */

/** Nothing else that ink draws has only such lines. In front of them, for a screen reader, the last frame is erased. */
const ONLY_MARKS = /^(?:\x1b\[\d*[A-Z])*(?:‹\d+›\n)+$/;
const MARK = /‹(\d+)›\n/g;

/** How ink begins when the terminal has become lower than the frame: it clears everything, and prints all items once more. */
const ALL_ANEW = /^\x1b\[2J\x1b\[3J\x1b\[H((?:‹\d+›\n)*)/;

export function markOf(index: number): string {
  return `‹${index}›`;
}

export class PrintedItems {
  /** The number of the next item. */
  private next = 0;
  private lines: (index: number) => string = () => '';

  /** @param lines of the item of a number, each ended */
  printWith(lines: (index: number) => string): void {
    this.lines = lines;
  }

  /** What ink writes, with the items in place of their marks. */
  printed(written: string): string {
    return ONLY_MARKS.test(written) ? this.withItems(written) : written;
  }

  /** The parts of what ink writes to draw everything once more; the items are those that were not printed before. */
  drawnAnew(written: string): { items: string; frame: string } | undefined {
    const match = ALL_ANEW.exec(written);
    return match ? { items: this.withItems(match[1]!), frame: written.slice(match[0].length) } : undefined;
  }

  private withItems(marks: string): string {
    return marks.replace(MARK, (_, digits: string) => {
      const index = Number(digits);
      if (index < this.next) return '';
      this.next = index + 1;
      return this.lines(index);
    });
  }
}
