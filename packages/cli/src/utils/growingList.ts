/** A list that never changes: adding an item makes a new one, at the same cost however many items there are. */
export class GrowingList<Item> {
  private constructor(
    /** Also of later versions, which have added to its end. */
    private readonly items: Item[],
    readonly length: number,
  ) {}

  /** @param items are not to be changed any more */
  static from<Item>(items: Item[]): GrowingList<Item> {
    return new GrowingList<Item>(items, items.length);
  }

  append(item: Item): GrowingList<Item> {
    // An empty one may be a constant, which is not to hold anything for ever.
    const isLatest = this.items.length === this.length && this.length > 0;
    const items = isLatest ? this.items : this.slice();
    items.push(item);
    return new GrowingList(items, this.length + 1);
  }

  at(index: number): Item | undefined {
    return index < this.length ? this.items[index] : undefined;
  }

  slice(start = 0, end = this.length): Item[] {
    return this.items.slice(start, Math.min(end, this.length));
  }
}
