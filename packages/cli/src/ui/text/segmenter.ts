/**
 * `Intl.Segmenter` without its price where it has nothing to find out: the first one of a process takes ten milliseconds to be
 * made, and asking it costs many times as much as splitting. The bundle puts this in its place everywhere, libraries included.
 */
import { NARROW, SYMBOLS, WIDE } from './characters.js';

/** Of characters that are graphemes of their own, the beginning of an escape sequence among them. */
const SEPARATE_CHARACTERS = new RegExp(`^[\\x1b${NARROW}${WIDE}${SYMBOLS}]*$`);

export class Segmenter implements Intl.Segmenter {
  private made: Intl.Segmenter | undefined;
  private readonly findsGraphemes: boolean;

  constructor(
    private readonly locales?: string | string[],
    private readonly options?: Intl.SegmenterOptions,
  ) {
    this.findsGraphemes = (options?.granularity ?? 'grapheme') === 'grapheme';
  }

  segment(input: string): Intl.Segments {
    return this.findsGraphemes && SEPARATE_CHARACTERS.test(input)
      ? new SeparateCharacters(input)
      : this.real.segment(input);
  }

  resolvedOptions(): Intl.ResolvedSegmenterOptions {
    return this.real.resolvedOptions();
  }

  private get real(): Intl.Segmenter {
    // Not by its short name, which the bundle replaces.
    return (this.made ??= new globalThis.Intl.Segmenter(this.locales, this.options));
  }
}

class SeparateCharacters implements Intl.Segments {
  constructor(private readonly input: string) {}

  containing(index = 0): Intl.SegmentData {
    // As the original does outside of the text, though its type does not say so.
    return this.input[index] === undefined ? (undefined as unknown as Intl.SegmentData) : this.at(index);
  }

  [Symbol.iterator](): IterableIterator<Intl.SegmentData> {
    return Array.from(this.input, (_, index) => this.at(index))[Symbol.iterator]();
  }

  private at(index: number): Intl.SegmentData {
    return { segment: this.input[index]!, index, input: this.input };
  }
}
