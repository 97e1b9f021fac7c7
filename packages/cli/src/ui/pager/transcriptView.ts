/** The transcript in full as lines, worked out from its end as far as somebody scrolls. */
import { transcriptLines } from '../components/transcriptLines.js';
import type { LineContext } from '../components/display.js';
import type { Transcript } from '../state/viewState.js';
import type { StyledLine } from '../text/styledLine.js';

export class TranscriptView {
  /** Of the items from `firstItem` on. */
  private lines: StyledLine[] = [];
  private firstItem: number;

  constructor(
    private readonly items: Transcript,
    private readonly context: LineContext,
  ) {
    this.firstItem = items.length;
  }

  /** Up to `rows` lines, above the last `below` ones; fewer where the transcript begins. */
  window(below: number, rows: number): readonly StyledLine[] {
    this.ensure(below + rows);
    const end = Math.max(0, this.lines.length - below);
    return this.lines.slice(Math.max(0, end - rows), end);
  }

  /** How far one can scroll up from the end, if that is not more than `wanted`. */
  clamp(wanted: number, rows: number): number {
    this.ensure(wanted + rows);
    return Math.max(0, Math.min(wanted, this.lines.length - rows));
  }

  private ensure(count: number): void {
    const chunks: StyledLine[][] = [];
    let known = this.lines.length;
    while (known < count && this.firstItem > 0) {
      this.firstItem--;
      const item = this.items.at(this.firstItem)!;
      const previous = this.items.at(this.firstItem - 1)?.type;
      const lines = transcriptLines(item, { ...this.context, expanded: true, previous });
      chunks.unshift(lines);
      known += lines.length;
    }
    if (chunks.length > 0) this.lines = [...chunks.flat(), ...this.lines];
  }
}
