/**
 * `Intl.Segmenter` without its price where it has nothing to find out: the first one of a process takes ten milliseconds to be
 * made, and asking it costs many times as much as splitting. The bundle puts this in its place everywhere, libraries included.
 */

/** Characters that are graphemes of their own beside any other of the list, as regular expressions write them. */
const APART = [
  '\\x1b -~\\u00a1-\\u00ac\\u00ae-\\u02ff\\u0391-\\u03a1\\u03a3-\\u03ff\\u0400-\\u0482\\u048a-\\u052f',
  '\\u2010-\\u2027\\u2030-\\u205e\\u2190-\\u28ff',
  '\\u3001-\\u3029\\u3041-\\u3096\\u30a1-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60',
].join('');
const SEPARATE_CHARACTERS = new RegExp(`^[${APART}]*$`);

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
