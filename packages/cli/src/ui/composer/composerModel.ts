/** The input line without its drawing: takes keys, and says what they led to. */
import { actionOf, isPrefix, type ActionOf } from '../keys/keyTable.js';
import type { InputEvent } from '../keys/inputEvent.js';
import { CompletionMenu, type CompletionMenuOptions } from './completion/completionMenu.js';
import type { Completion, CompletionList } from './completion/completions.js';
import { UNUSED, USED, type ComposerMode, type ComposerState, type KeyOutcome } from './composerState.js';
import { Editor } from './editor.js';
import { HistoryBrowser } from './historyBrowser.js';
import { imageMentions } from './imagePaths.js';
import { PasteChips, isBigPaste, withoutChips } from './pasteChips.js';
import type { PromptHistory } from './promptHistory.js';
import { RowLayout } from './rows.js';
import { cleanText, type TextBuffer } from './textBuffer.js';
import { VimKeys } from './vim/vimKeys.js';
import { onCharacter, type VimEffect } from './vim/vimStep.js';

export interface ComposerOptions extends CompletionMenuOptions {
  history: PromptHistory;
  /** Pasted paths of images count from here. */
  cwd: string;
}

export class ComposerModel {
  private readonly editor = new Editor();
  private readonly chips = new PasteChips();
  private readonly menu: CompletionMenu;
  private readonly browser: HistoryBrowser;
  private readonly listeners = new Set<() => void>();
  private mode: ComposerMode = 'prompt';
  private layout = this.layoutOf(80);
  /** The first key of a sequence of two. */
  private prefix: string | undefined;
  private vim: VimKeys | undefined;
  private snapshot: ComposerState;

  constructor(private readonly options: ComposerOptions) {
    this.menu = new CompletionMenu(options, () => this.filesChanged());
    this.browser = new HistoryBrowser(options.history);
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
    return this.withMode(this.chips.expand(this.editor.buffer.text));
  }

  /** Replaces the input, which undoing brings back; a text that begins with `!` is a shell command. */
  setText(text: string): void {
    this.show(this.chips.collapse(withoutChips(cleanText(text))));
    this.changed();
  }

  /** Puts messages that were to be sent in front of the input, to be edited. */
  putBack(messages: readonly string[]): void {
    if (messages.length === 0) return;
    const parts = [...messages, this.getText()].filter((text) => text !== '');
    // A line for the shell stays one only by itself.
    this.setText(parts.length > 1 ? notForShell(parts.join('\n')) : parts[0]!);
  }

  /** Vim's keys, beginning in insert mode, or the usual ones. */
  setVim(isOn: boolean): void {
    this.vim = isOn ? new VimKeys() : undefined;
    this.changed();
  }

  /** Earlier input, as pressing up shows it. */
  showOlder(): void {
    this.showEntry(this.browser.older(this.withMode()));
    this.changed();
  }

  handle(event: InputEvent): KeyOutcome {
    const outcome = this.respond(event);
    this.changed();
    return outcome;
  }

  /** Stops what goes on in the background. */
  close(): void {
    this.menu.close();
  }

  private respond(event: InputEvent): KeyOutcome {
    if (this.browser.search) {
      const outcome = this.browser.searchKey(this.browser.search, event);
      if (outcome.type === 'searching') return USED;
      if (outcome.entry !== undefined) this.show(outcome.entry);
      if (outcome.isKeyUsed) return USED;
    }
    const { prefix } = this;
    this.prefix = undefined;
    if (prefix !== undefined) return this.respondToSequence(prefix, event);
    if (this.menu.list) {
      const outcome = this.respondInMenu(this.menu.list, event);
      if (outcome) return outcome;
    }
    if (this.vim && !this.isHelp(event)) return this.respondInVim(this.vim, event);
    return this.respondToKey(event);
  }

  private respondToKey(event: InputEvent): KeyOutcome {
    if (event.type === 'paste') return this.paste(event.text);
    if (event.type === 'text') return this.isHelp(event) ? UNUSED : this.type(event.text);
    if (isPrefix('compose', event)) {
      this.prefix = event.chord;
      return USED;
    }
    const action = actionOf('compose', event);
    return action === undefined ? UNUSED : this.perform(action);
  }

  /** A key that ends no sequence is not taken for itself, but text is typed. */
  private respondToSequence(prefix: string, event: InputEvent): KeyOutcome {
    const action = actionOf('compose', event, prefix);
    if (action !== undefined) return this.perform(action);
    return event.type === 'key' ? USED : this.respondToKey(event);
  }

  private respondInVim(vim: VimKeys, event: InputEvent): KeyOutcome {
    let outcome: KeyOutcome = USED;
    const perform = (effect: VimEffect): TextBuffer => {
      outcome = this.performVim(effect);
      const { text, cursor } = this.editor.buffer;
      const at = vim.mode === 'normal' ? onCharacter(text, cursor) : cursor;
      if (at !== cursor) this.editor.apply({ text, cursor: at });
      return this.editor.buffer;
    };
    const rest = vim.handle(event, this.editor.buffer, perform);
    return rest ? this.respondToKey(rest) : outcome;
  }

  private performVim(effect: VimEffect): KeyOutcome {
    const { text } = this.editor.buffer;
    this.menu.hide();
    switch (effect.type) {
      case 'row':
        for (let done = 1; done < effect.count; done++) this.editor.moveRow(this.layout, effect.direction);
        return this.moveVertically(effect.direction);
      case 'search':
        return this.perform('searchHistory');
      case 'edit':
        this.editor.apply(effect.buffer);
        break;
      case 'undo':
      case 'redo':
        for (let done = 0; done < effect.count; done++) this.editor.perform(effect.type);
    }
    if (this.editor.buffer.text !== text) this.browser.endBrowsing();
    return USED;
  }

  /** A question mark in an empty input is for the program. */
  private isHelp(event: InputEvent): boolean {
    return this.isEmpty && event.type === 'text' && event.text === '?';
  }

  private type(typed: string): KeyOutcome {
    const isShell = this.mode === 'prompt' && this.editor.buffer.cursor === 0 && typed.startsWith('!');
    if (isShell) this.mode = 'shell';
    this.editor.type(withoutChips(cleanText(isShell ? typed.slice(1) : typed)));
    return this.edited();
  }

  private paste(pasted: string): KeyOutcome {
    const text = cleanText(pasted);
    const mentions = this.mode === 'prompt' ? imageMentions(text, this.options.cwd) : undefined;
    this.editor.insert(mentions ?? (isBigPaste(text) ? this.chips.add(text) : withoutChips(text)));
    return this.edited();
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
        this.browser.startSearch();
        this.menu.hide();
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
    return this.editor.buffer.text === text ? this.moved() : this.edited();
  }

  private submit(): KeyOutcome {
    const { text, cursor } = this.editor.buffer;
    if (text[cursor - 1] === '\\') {
      // In a shell the backslash itself joins the lines.
      if (this.mode === 'shell') this.editor.insert('\n');
      else this.editor.replace(cursor - 1, cursor, '\n');
      return this.edited();
    }
    if (text.trim() === '') return USED;
    const isShell = this.mode === 'shell';
    const trimmed = (whole: string): string => (isShell ? whole.trim() : notForShell(whole.trim()));
    const submission = { text: trimmed(this.chips.expand(text)), display: trimmed(this.chips.describe(text)), isShell };
    this.options.history.add(this.withMode(), this.getText());
    this.show('');
    this.vim?.startInserting();
    return { type: 'submit', submission };
  }

  private moveVertically(direction: 'up' | 'down'): KeyOutcome {
    const { isBrowsing } = this.browser;
    if (!isBrowsing && this.editor.moveRow(this.layout, direction)) return this.moved();
    if (direction === 'up' && this.isEmpty && !isBrowsing) return { type: 'recall' };
    this.showEntry(direction === 'up' ? this.browser.older(this.withMode()) : this.browser.newer());
    return USED;
  }

  private respondInMenu(list: CompletionList, event: InputEvent): KeyOutcome | undefined {
    const action = actionOf('complete', event);
    const item = list.items[list.selected];
    if (action === 'close') this.menu.dismiss();
    else if (!item || action === undefined) return undefined;
    else if (action === 'accept') this.accept(list, item);
    else if (action === 'acceptAndSubmit') return this.acceptAndSubmit(list, item);
    else this.menu.choose(action === 'next' ? 1 : -1);
    return USED;
  }

  private accept({ target }: CompletionList, item: Completion): void {
    const { text } = this.editor.buffer;
    const space = item.isUnfinished || /^\s/.test(text.slice(target.end)) ? '' : ' ';
    this.editor.replace(target.start, target.end, item.text + space);
    this.edited();
  }

  /** Enter sends what is complete as it stands; a choice among files is never the end of a prompt. */
  private acceptAndSubmit(list: CompletionList, item: Completion): KeyOutcome | undefined {
    const { target, isChosen } = list;
    if (target.kind === 'argument' && !isChosen) return undefined;
    if (target.kind === 'file' && target.query === item.label) return undefined;
    this.accept(list, item);
    return item.submits ? this.submit() : USED;
  }

  private edited(): KeyOutcome {
    this.browser.endBrowsing();
    if (this.mode === 'shell') this.menu.hide();
    else this.menu.update(this.editor.buffer);
    return USED;
  }

  private moved(): KeyOutcome {
    this.browser.endBrowsing();
    this.menu.hide();
    return USED;
  }

  private filesChanged(): void {
    if (this.menu.list?.target.kind === 'file') this.menu.update(this.editor.buffer);
    this.changed();
  }

  /** Shows a text that was not typed: nothing is completed in it. */
  private show(text: string): void {
    this.setContent(text);
    this.menu.hide();
    this.browser.leave();
  }

  /** Shows an entry of the history, which stays the place to go on from. */
  private showEntry(entry: string | undefined): void {
    if (entry === undefined) return;
    this.setContent(entry, 'browsing');
    this.menu.hide();
  }

  private setContent(text: string, kind?: 'browsing'): void {
    this.mode = text.startsWith('!') ? 'shell' : 'prompt';
    this.editor.set(this.mode === 'shell' ? text.slice(1) : text, kind);
  }

  /** The text so that it shows its mode: only what is for the shell begins with an exclamation mark. */
  private withMode(text = this.editor.buffer.text): string {
    return this.mode === 'shell' ? `!${text}` : notForShell(text);
  }

  private layoutOf(columns: number): RowLayout {
    return new RowLayout(Math.max(1, columns), (chip) => this.chips.describe(chip));
  }

  private takeSnapshot(): ComposerState {
    const { mode, vim, menu, browser, editor } = this;
    const { search, found } = browser;
    return { buffer: editor.buffer, mode, vim: vim?.mode, completion: menu.list, search, found };
  }

  private changed(): void {
    const next = this.takeSnapshot();
    const keys = Object.keys(next) as Array<keyof ComposerState>;
    if (keys.every((key) => next[key] === this.snapshot[key])) return;
    this.snapshot = next;
    for (const listener of this.listeners) listener();
  }
}

/** A prompt whose first character would make it a command, because it was pasted or because of what was deleted. */
function notForShell(text: string): string {
  return text.startsWith('!') ? ` ${text}` : text;
}
