/** A list that never changes: adding an item makes a new one, at the same cost however many items there are. */
export class GrowingList<Item> {
  private constructor(
    /** Also of later versions, which have added to its end. */
    private readonly items: Item[],
    readonly length: number,
  ) {}

  static empty<Item>(): GrowingList<Item> {
    return new GrowingList<Item>([], 0);
  }

  append(item: Item): GrowingList<Item> {
    const isLatest = this.items.length === this.length;
    const items = isLatest ? this.items : this.slice();
    items.push(item);
    return new GrowingList(items, this.length + 1);
  }

  at(index: number): Item | undefined {
    return index < this.length ? this.items[index] : undefined;
  }

  slice(start = 0): Item[] {
    return this.items.slice(start, this.length);
  }
}
