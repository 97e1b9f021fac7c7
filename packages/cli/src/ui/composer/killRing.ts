/** Text that was cut, for yanking: as in readline, cuts in a row are one, and older ones can be reached. */

const MAX_CUTS = 30;

export class KillRing {
  /** The latest last. */
  private readonly cuts: string[] = [];
  private joinsNext = false;
  /** How many cuts back the last yank took its text from; `undefined`: the last action was no yank. */
  private yanked: number | undefined;

  /** @param direction where the cut text stood, seen from the cursor */
  cut(text: string, direction: 'before' | 'behind'): void {
    this.yanked = undefined;
    if (text === '') return;
    const last = this.joinsNext ? this.cuts.pop() : undefined;
    this.cuts.push(direction === 'before' ? text + (last ?? '') : (last ?? '') + text);
    if (this.cuts.length > MAX_CUTS) this.cuts.shift();
    this.joinsNext = true;
  }

  /** The latest cut. */
  yank(): string | undefined {
    this.joinsNext = false;
    this.yanked = this.cuts.length > 0 ? 0 : undefined;
    return this.cuts.at(-1);
  }

  /** Right after a yank: what it gave, and the cut before that one, going round. */
  yankEarlier(): { replaces: string; text: string } | undefined {
    if (this.yanked === undefined) return undefined;
    const replaces = this.cuts.at(-1 - this.yanked)!;
    this.yanked = (this.yanked + 1) % this.cuts.length;
    return { replaces, text: this.cuts.at(-1 - this.yanked)! };
  }

  /** Something else than cutting or yanking was done. */
  interrupt(): void {
    this.joinsNext = false;
    this.yanked = undefined;
  }
}
