/** The list of completions that is open at the cursor. */
import type { TextBuffer } from '../textBuffer.js';
import { completionTarget } from './completionTarget.js';
import { completionsFor, type CommandChoice, type CompletionList } from './completions.js';
import { FileIndex, type ListFiles } from './fileIndex.js';

export interface CompletionMenuOptions {
  /** The commands that can be used now. */
  commands(): readonly CommandChoice[];
  /** Where `@` finds files; none: it completes nothing. */
  listFiles?: ListFiles;
}

export class CompletionMenu {
  private readonly files: FileIndex | undefined;
  private open: CompletionList | undefined;
  /** Where the target begins whose completions were closed. */
  private dismissed: number | undefined;

  /** @param onFiles is called when there are more files to offer */
  constructor(
    private readonly options: CompletionMenuOptions,
    onFiles: () => void,
  ) {
    this.files = options.listFiles && new FileIndex(options.listFiles, onFiles);
  }

  get list(): CompletionList | undefined {
    return this.open;
  }

  /** Offers what fits the word at the cursor. While files come in, the choice stays on its item. */
  update(buffer: TextBuffer): void {
    const previous = this.open;
    this.open = this.find(buffer);
    const chosen = previous?.isChosen ? previous.items[previous.selected]?.label : undefined;
    if (!this.open || chosen === undefined || previous?.target.query !== this.open.target.query) return;
    const selected = this.open.items.findIndex(({ label }) => label === chosen);
    if (selected >= 0) this.open = { ...this.open, selected, isChosen: true };
  }

  /** @param direction 1 or -1; behind the last item comes the first */
  choose(direction: 1 | -1): void {
    if (!this.open) return;
    const { items, selected } = this.open;
    this.open = { ...this.open, selected: (selected + direction + items.length) % items.length, isChosen: true };
  }

  /** Nothing is offered until the text changes. */
  hide(): void {
    this.open = undefined;
  }

  /** Nothing more is offered for this word. */
  dismiss(): void {
    this.dismissed = this.open?.target.start;
    this.open = undefined;
  }

  /** Stops listing files. */
  close(): void {
    this.files?.close();
  }

  private find(buffer: TextBuffer): CompletionList | undefined {
    const target = completionTarget(buffer);
    if (target?.start !== this.dismissed) this.dismissed = undefined;
    if (!target || this.dismissed !== undefined) return undefined;
    if (target.kind === 'file') this.files?.refresh();
    return completionsFor(target, { commands: this.options.commands(), files: this.files });
  }
}
