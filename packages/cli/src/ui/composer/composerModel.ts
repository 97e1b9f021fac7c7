/** The input line without its drawing: takes keys, and says what they led to. */
import { actionOf, isPrefix, type ActionOf } from '../keys/keyTable.js';
import type { InputEvent } from '../keys/inputEvent.js';
import { completionTarget } from './completion/completionTarget.js';
import { completionsFor, type CommandChoice, type Completion, type CompletionList } from './completion/completions.js';
import { FileIndex, type ListFiles } from './completion/fileIndex.js';
import { UNUSED, USED, type ComposerMode, type ComposerState, type KeyOutcome } from './composerState.js';
import { Editor } from './editor.js';
import { searchFor, searchOn, type HistorySearch } from './historySearch.js';
import { imageMentions } from './imagePaths.js';
import { PasteChips, isBigPaste, withoutChips } from './pasteChips.js';
import type { PromptHistory } from './promptHistory.js';
import { RowLayout } from './rows.js';
import { cleanText } from './textBuffer.js';

export interface ComposerOptions {
  history: PromptHistory;
  /** Pasted paths of images count from here. */
  cwd: string;
  /** The commands that can be used now. */
  commands(): readonly CommandChoice[];
  /** Where `@` finds files; none: it completes nothing. */
  listFiles?: ListFiles;
}

export class ComposerModel {
  private readonly editor = new Editor();
  private readonly chips = new PasteChips();
  private readonly files: FileIndex | undefined;
  private readonly listeners = new Set<() => void>();
  private mode: ComposerMode = 'prompt';
  private layout = this.layoutOf(80);
  private completion: CompletionList | undefined;
  /** Where the target begins whose completions were closed. */
  private dismissed: number | undefined;
  private search: HistorySearch | undefined;
  /** The entry that is shown, while nothing else has been done with it. */
  private shownEntry: number | undefined;
  /** What was in the input before earlier input was shown. */
  private draft = '';
  private prefix: string | undefined;
  private snapshot: ComposerState;

  constructor(private readonly options: ComposerOptions) {
    this.files = options.listFiles && new FileIndex(options.listFiles, () => this.filesChanged());
    this.snapshot = this.takeSnapshot();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The same object until something changes. */
  readonly getState = (): ComposerState => this.snapshot;

  /** The rows of the text, for drawing. */
  get rows(): RowLayout {
    return this.layout;
  }

  setColumns(columns: number): void {
    if (columns !== this.layout.columns) this.layout = this.layoutOf(columns);
  }

  get isEmpty(): boolean {
    return this.editor.isEmpty && this.mode === 'prompt';
  }

  /** The whole text, big pastes included; in shell mode with the exclamation mark. */
  getText(): string {
    return this.chips.expand(this.withMode());
  }

  /** Replaces the input, which undoing brings back; a text that begins with `!` is a shell command. */
  setText(text: string): void {
    this.show(withoutChips(cleanText(text)));
    this.changed();
  }

  /** Earlier input, as pressing up shows it. */
  showOlder(): void {
    const { entries } = this.options.history;
    const index = (this.shownEntry ?? entries.length) - 1;
    if (index < 0) return;
    if (this.shownEntry === undefined) this.draft = this.withMode();
    this.show(entries[index]!);
    this.shownEntry = index;
    this.changed();
  }

  handle(event: InputEvent): KeyOutcome {
    const outcome = this.respond(event);
    this.changed();
    return outcome;
  }

  /** Stops what goes on in the background. */
  close(): void {
    this.files?.close();
  }

  private respond(event: InputEvent): KeyOutcome {
    if (this.search) {
      const outcome = this.respondInSearch(this.search, event);
      if (outcome) return outcome;
    }
    const prefix = this.prefix;
    this.prefix = undefined;
    if (prefix === undefined && this.completion) {
      const outcome = this.respondInCompletion(this.completion, event);
      if (outcome) return outcome;
    }
    if (prefix === undefined && isPrefix('compose', event)) {
      this.prefix = event.type === 'key' ? event.chord : undefined;
      return USED;
    }
    if (event.type === 'paste') return this.paste(event.text);
    const action = actionOf('compose', event, prefix);
    if (event.type === 'text' && (prefix === undefined || action === undefined)) return this.typeText(event.text);
    // The second key of a sequence that there is not.
    if (action === undefined && prefix !== undefined) return USED;
    return action === undefined ? UNUSED : this.perform(action);
  }

  private typeText(typed: string): KeyOutcome {
    const { text, cursor } = this.editor.buffer;
    if (typed === '?' && text === '' && this.mode === 'prompt') return UNUSED;
    if (typed.startsWith('!') && cursor === 0 && this.mode === 'prompt') {
      this.mode = 'shell';
      typed = typed.slice(1);
    }
    this.editor.type(withoutChips(cleanText(typed)));
    this.edited();
    return USED;
  }

  private paste(pasted: string): KeyOutcome {
    const text = cleanText(pasted);
    const mentions = this.mode === 'prompt' ? imageMentions(text, this.options.cwd) : undefined;
    this.editor.insert(mentions ?? (isBigPaste(text) ? this.chips.add(text) : withoutChips(text)));
    this.edited();
    return USED;
  }

  private perform(action: ActionOf<'compose'>): KeyOutcome {
    switch (action) {
      case 'submit':
        return this.submit();
      case 'clear':
        if (this.isEmpty) return UNUSED;
        this.show('');
        return USED;
      case 'up':
      case 'down':
        return this.moveVertically(action);
      case 'searchHistory':
        this.search = searchFor(this.options.history.entries, '');
        this.completion = undefined;
        return USED;
      case 'externalEditor':
        return { type: 'edit-externally' };
      default:
        return this.edit(action);
    }
  }

  private edit(action: ActionOf<'compose'>): KeyOutcome {
    const { text, cursor } = this.editor.buffer;
    if (action === 'deleteBack' && cursor === 0 && this.mode === 'shell') {
      this.mode = 'prompt';
      return USED;
    }
    // Ctrl+D leaves when there is nothing to delete, as in a shell.
    if (action === 'deleteForward' && this.isEmpty) return UNUSED;
    if (!this.editor.perform(action)) return UNUSED;
    if (this.editor.buffer.text !== text) this.edited();
    else this.moved();
    return USED;
  }

  private submit(): KeyOutcome {
    const { text, cursor } = this.editor.buffer;
    if (text[cursor - 1] === '\\') {
      // In a shell the backslash itself joins the lines.
      if (this.mode === 'shell') this.editor.insert('\n');
      else this.editor.replace(cursor - 1, cursor, '\n');
      this.edited();
      return USED;
    }
    if (text.trim() === '') return USED;
    const isShell = this.mode === 'shell';
    const submission = { text: this.chips.expand(text).trim(), display: this.chips.describe(text).trim(), isShell };
    this.options.history.add(this.withMode(), this.getText());
    this.show('');
    return { type: 'submit', submission };
  }

  private moveVertically(direction: 'up' | 'down'): KeyOutcome {
    const isBrowsing = this.shownEntry !== undefined;
    if (!isBrowsing && this.editor.moveRow(this.layout, direction)) {
      this.moved();
      return USED;
    }
    if (direction === 'down') this.showNewer();
    else if (this.isEmpty && !isBrowsing) return { type: 'recall' };
    else this.showOlder();
    return USED;
  }

  private showNewer(): void {
    if (this.shownEntry === undefined) return;
    const index = this.shownEntry + 1;
    const entry = this.options.history.entries[index];
    this.show(entry ?? this.draft);
    if (entry !== undefined) this.shownEntry = index;
  }

  private respondInSearch(search: HistorySearch, event: InputEvent): KeyOutcome | undefined {
    const { entries } = this.options.history;
    const action = actionOf('search', event);
    if (action === 'older' || action === 'newer') this.search = searchOn(entries, search, action);
    else if (action === 'cancel') this.search = undefined;
    else if (action === 'clear') this.search = searchFor(entries, '');
    else if (action === 'deleteBack') this.search = searchFor(entries, Array.from(search.query).slice(0, -1).join(''));
    else if (event.type !== 'key')
      this.search = searchFor(entries, search.query + cleanText(event.text).split('\n')[0]!);
    else {
      // Any other key works on what was found.
      const entry = entries[search.index];
      this.search = undefined;
      if (entry !== undefined) this.show(entry);
      return action === 'accept' ? USED : undefined;
    }
    return USED;
  }

  private respondInCompletion(list: CompletionList, event: InputEvent): KeyOutcome | undefined {
    const action = actionOf('complete', event);
    const { items, selected } = list;
    const item = items[selected];
    if (action === 'close') {
      this.dismissed = list.target.start;
      this.completion = undefined;
      return USED;
    }
    if (!item || action === undefined) return undefined;
    if (action === 'accept') return this.accept(list, item);
    if (action === 'acceptAndSubmit') return this.acceptAndSubmit(list, item);
    const step = action === 'next' ? 1 : items.length - 1;
    this.completion = { ...list, selected: (selected + step) % items.length, isChosen: true };
    return USED;
  }

  private accept({ target }: CompletionList, item: Completion): KeyOutcome {
    const { text } = this.editor.buffer;
    const space = item.isUnfinished || /^\s/.test(text.slice(target.end)) ? '' : ' ';
    this.editor.replace(target.start, target.end, item.text + space);
    this.edited();
    return USED;
  }

  /** Enter sends what is complete as it stands; a choice among files is never the end of a prompt. */
  private acceptAndSubmit(list: CompletionList, item: Completion): KeyOutcome | undefined {
    const { target, isChosen } = list;
    if (target.kind === 'argument' && !isChosen) return undefined;
    if (target.kind === 'file' && target.query === item.label) return undefined;
    this.accept(list, item);
    return item.submits && this.editor.buffer.text.trim() !== '' ? this.submit() : USED;
  }

  private edited(): void {
    this.shownEntry = undefined;
    this.updateCompletion();
  }

  private moved(): void {
    this.shownEntry = undefined;
    this.completion = undefined;
  }

  private updateCompletion(): void {
    const previous = this.completion;
    this.completion = this.findCompletion();
    // While files come in, the choice stays on its item.
    const chosen = previous?.isChosen ? previous.items[previous.selected]?.label : undefined;
    if (this.completion && chosen !== undefined && previous?.target.query === this.completion.target.query) {
      const selected = this.completion.items.findIndex(({ label }) => label === chosen);
      if (selected >= 0) this.completion = { ...this.completion, selected, isChosen: true };
    }
  }

  private filesChanged(): void {
    if (this.completion?.target.kind === 'file' || !this.completion) this.updateCompletion();
    this.changed();
  }

  private findCompletion(): CompletionList | undefined {
    if (this.mode === 'shell' || this.search) return undefined;
    const target = completionTarget(this.editor.buffer);
    if (target?.start !== this.dismissed) this.dismissed = undefined;
    if (!target || this.dismissed !== undefined) return undefined;
    if (target.kind === 'file') this.files?.refresh();
    return completionsFor(this.editor.buffer, { commands: this.options.commands(), files: this.files });
  }

  /** Shows a text that was not typed: nothing is completed in it. */
  private show(text: string): void {
    this.mode = text.startsWith('!') ? 'shell' : 'prompt';
    this.editor.set(this.mode === 'shell' ? text.slice(1) : text);
    this.moved();
  }

  private withMode(): string {
    return (this.mode === 'shell' ? '!' : '') + this.editor.buffer.text;
  }

  private layoutOf(columns: number): RowLayout {
    return new RowLayout(Math.max(1, columns), (chip) => this.chips.describe(chip));
  }

  private takeSnapshot(): ComposerState {
    const { mode, completion, search } = this;
    return {
      buffer: this.editor.buffer,
      mode,
      completion,
      search,
      found: search && this.options.history.entries[search.index],
    };
  }

  private changed(): void {
    const next = this.takeSnapshot();
    const keys = Object.keys(next) as Array<keyof ComposerState>;
    if (keys.every((key) => next[key] === this.snapshot[key])) return;
    this.snapshot = next;
    for (const listener of this.listeners) listener();
  }
}
