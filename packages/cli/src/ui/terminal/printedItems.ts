/**
 * Finished items go past ink: where they belong ink draws a mark for each, and the text takes its place on the way to the terminal.
 * Ink would make an object of every column of every line, measure each line for ever, and keep all that was ever printed.
 */

/** Nothing else that ink draws has only such lines. In front of them, for a screen reader, the last frame is erased. */
const ONLY_MARKS = /^(?:\x1b\[\d*[A-Z])*(?:‹\d+›\n)+$/;
const MARK = /‹(\d+)›\n/g;

/** How ink begins when the terminal has become lower than the frame: it clears everything, and prints all items once more. */
const ALL_ANEW = /^(\x1b\[2J\x1b\[3J\x1b\[H)((?:‹\d+›\n)*)/;

/** As many of the last items are printed once more; nobody should have to wait for more. */
const PRINTED_AGAIN = 1_000;

export function markOf(index: number): string {
  return `‹${index}›`;
}

export class PrintedItems {
  private lines: (index: number) => string = () => '';

  /** @param lines of the item of a number, each ended */
  printWith(lines: (index: number) => string): void {
    this.lines = lines;
  }

  /** What ink writes, with the items in place of their marks; two parts when ink writes items and a frame at once. */
  partsOf(written: string): string[] {
    if (ONLY_MARKS.test(written)) return [this.withItems(written)];
    const anew = ALL_ANEW.exec(written);
    if (!anew) return [written];
    const [all, clear, marks] = anew as unknown as [string, string, string];
    const lastMarks = marks.split('\n').slice(-PRINTED_AGAIN - 1);
    return [clear + this.withItems(lastMarks.join('\n')), written.slice(all.length)];
  }

  private withItems(marks: string): string {
    return marks.replace(MARK, (_, index: string) => this.lines(Number(index)));
  }
}
