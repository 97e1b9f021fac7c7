/** Every key of the interactive terminal: the only place that says what a key does, for the program and for its help. */
import type { InputEvent } from './inputEvent.js';

/** Where a key counts. */
export type KeyContext = 'app' | 'compose' | 'complete' | 'search' | 'dialog' | 'pager';

interface KeyEntry {
  context: KeyContext;
  action: string;
  /** Chords as the decoder names them; two chords with a space between are pressed one after the other. */
  chords: readonly string[];
  /** What help says; none: the key is left out there, because everybody knows it or another entry speaks for it. */
  description?: string;
}

/** Where the system has job control. */
const SUSPENSION =
  process.platform === 'win32'
    ? []
    : ([
        { context: 'app', action: 'suspend', chords: ['ctrl+z'], description: 'back to the shell; fg goes on' },
      ] as const);

const entries = [
  { context: 'app', action: 'interrupt', chords: ['escape'], description: 'stop the agent; twice: rewind' },
  { context: 'app', action: 'leave', chords: ['ctrl+c'], description: 'clear the input, stop the agent; twice: leave' },
  { context: 'app', action: 'leaveWhenEmpty', chords: ['ctrl+d'], description: 'leave, when the input is empty' },
  { context: 'app', action: 'nextApprovalMode', chords: ['shift+tab'], description: 'next approval mode' },
  {
    context: 'app',
    action: 'toggleExpanded',
    chords: ['ctrl+o'],
    description: 'the whole transcript: long output, thoughts',
  },
  ...SUSPENSION,
  { context: 'app', action: 'redraw', chords: ['ctrl+l'], description: 'draw the screen anew' },
  { context: 'app', action: 'toggleHelp', chords: ['?'], description: 'these keys, when the input is empty' },

  { context: 'compose', action: 'submit', chords: ['enter'], description: 'send; while the agent works: queue' },
  {
    context: 'compose',
    action: 'newline',
    chords: ['shift+enter', 'alt+enter', 'ctrl+j', 'ctrl+enter', 'alt+shift+enter'],
    description: 'new line; \\ and enter does the same',
  },
  { context: 'compose', action: 'shell', chords: ['!'], description: 'first character: run a shell command' },
  { context: 'compose', action: 'command', chords: ['/'], description: 'first character: a command' },
  { context: 'compose', action: 'mention', chords: ['@'], description: 'a file' },
  { context: 'compose', action: 'up', chords: ['up', 'ctrl+p'], description: 'line above; then earlier input' },
  { context: 'compose', action: 'down', chords: ['down', 'ctrl+n'], description: 'line below; then later input' },
  { context: 'compose', action: 'searchHistory', chords: ['ctrl+r'], description: 'search earlier input' },
  { context: 'compose', action: 'left', chords: ['left', 'ctrl+b'] },
  { context: 'compose', action: 'right', chords: ['right', 'ctrl+f'] },
  {
    context: 'compose',
    action: 'wordLeft',
    chords: ['alt+b', 'alt+left', 'ctrl+left'],
    description: 'word back',
  },
  {
    context: 'compose',
    action: 'wordRight',
    chords: ['alt+f', 'alt+right', 'ctrl+right'],
    description: 'word forward',
  },
  { context: 'compose', action: 'lineStart', chords: ['ctrl+a', 'home'], description: 'start of the line' },
  { context: 'compose', action: 'lineEnd', chords: ['ctrl+e', 'end'], description: 'end of the line' },
  {
    context: 'compose',
    action: 'textStart',
    chords: ['alt+<', 'ctrl+home', 'alt+shift+,'],
    description: 'start of the text',
  },
  {
    context: 'compose',
    action: 'textEnd',
    chords: ['alt+>', 'ctrl+end', 'alt+shift+.'],
    description: 'end of the text',
  },
  { context: 'compose', action: 'deleteBack', chords: ['backspace', 'shift+backspace', 'ctrl+h'] },
  { context: 'compose', action: 'deleteForward', chords: ['delete', 'ctrl+d'] },
  {
    context: 'compose',
    action: 'deleteWordBack',
    chords: ['alt+backspace', 'ctrl+backspace'],
    description: 'delete the word before',
  },
  {
    context: 'compose',
    action: 'deleteWordForward',
    chords: ['alt+d', 'alt+delete', 'ctrl+delete'],
    description: 'delete the word behind',
  },
  { context: 'compose', action: 'deleteToSpace', chords: ['ctrl+w'], description: 'delete back to a space' },
  { context: 'compose', action: 'killToLineEnd', chords: ['ctrl+k'], description: 'cut to the end of the line' },
  { context: 'compose', action: 'killToLineStart', chords: ['ctrl+u'], description: 'cut to the start of the line' },
  { context: 'compose', action: 'yank', chords: ['ctrl+y'], description: 'paste what was cut' },
  { context: 'compose', action: 'yankEarlier', chords: ['alt+y'], description: 'then: what was cut before that' },
  { context: 'compose', action: 'transpose', chords: ['ctrl+t'], description: 'swap two characters' },
  { context: 'compose', action: 'undo', chords: ['ctrl+_', 'ctrl+/', 'ctrl+x ctrl+u'], description: 'undo' },
  { context: 'compose', action: 'redo', chords: ['alt+z', 'ctrl+shift+z', 'alt+_'], description: 'redo' },
  { context: 'compose', action: 'clear', chords: ['ctrl+c'] },
  {
    context: 'compose',
    action: 'externalEditor',
    chords: ['ctrl+x ctrl+e'],
    description: 'edit in $VISUAL or $EDITOR',
  },

  { context: 'complete', action: 'accept', chords: ['tab'], description: 'take the completion' },
  { context: 'complete', action: 'acceptAndSubmit', chords: ['enter'] },
  { context: 'complete', action: 'previous', chords: ['up', 'ctrl+p'] },
  { context: 'complete', action: 'next', chords: ['down', 'ctrl+n'] },
  { context: 'complete', action: 'close', chords: ['escape'] },

  { context: 'search', action: 'accept', chords: ['enter', 'tab', 'right', 'end', 'ctrl+e', 'ctrl+j'] },
  { context: 'search', action: 'older', chords: ['ctrl+r', 'up', 'ctrl+p'] },
  { context: 'search', action: 'newer', chords: ['ctrl+s', 'down', 'ctrl+n'] },
  { context: 'search', action: 'deleteBack', chords: ['backspace', 'ctrl+h'] },
  { context: 'search', action: 'clear', chords: ['ctrl+u'] },
  { context: 'search', action: 'cancel', chords: ['escape', 'ctrl+g', 'ctrl+c'] },

  { context: 'dialog', action: 'accept', chords: ['enter', 'ctrl+j'], description: 'choose; a number chooses at once' },
  { context: 'dialog', action: 'cancel', chords: ['escape', 'ctrl+c'], description: 'close' },
  { context: 'dialog', action: 'previous', chords: ['up', 'ctrl+p'], description: 'choice above' },
  { context: 'dialog', action: 'next', chords: ['down', 'ctrl+n', 'tab'], description: 'choice below' },
  { context: 'dialog', action: 'toggle', chords: ['space', ' '], description: 'mark, where several can be chosen' },
  { context: 'dialog', action: 'pageUp', chords: ['pageup', 'ctrl+b'], description: 'page up' },
  { context: 'dialog', action: 'pageDown', chords: ['pagedown', 'ctrl+f'], description: 'page down' },

  { context: 'pager', action: 'close', chords: ['escape', 'ctrl+o', 'q', 'ctrl+c'], description: 'close' },
  { context: 'pager', action: 'lineUp', chords: ['up', 'k', 'ctrl+p'], description: 'line up' },
  { context: 'pager', action: 'lineDown', chords: ['down', 'j', 'ctrl+n', 'enter'], description: 'line down' },
  { context: 'pager', action: 'pageUp', chords: ['pageup', 'b', 'ctrl+b'], description: 'page up' },
  { context: 'pager', action: 'pageDown', chords: ['pagedown', ' ', 'ctrl+f'], description: 'page down' },
  { context: 'pager', action: 'start', chords: ['home', 'g', 'ctrl+home'], description: 'to the beginning' },
  { context: 'pager', action: 'end', chords: ['end', 'G', 'ctrl+end'], description: 'to the end' },
] as const satisfies readonly KeyEntry[];

/** The table as help shows it, in order. */
export const KEY_TABLE: readonly KeyEntry[] = entries;

/** What can be done in a context. */
export type ActionOf<C extends KeyContext> = Extract<(typeof entries)[number], { context: C }>['action'];

const actions = new Map<string, string>();
const prefixes = new Set<string>();
for (const { context, action, chords } of KEY_TABLE) {
  for (const chord of chords) {
    actions.set(`${context} ${chord}`, action);
    const space = chord.indexOf(' ');
    if (space > 0) prefixes.add(`${context} ${chord.slice(0, space)}`);
  }
}

/**
 * What a key does in a context; typed text counts when it is one character of the table.
 *
 * @param prefix the key that was pressed just before, when `isPrefix` said that it begins a sequence
 */
export function actionOf<C extends KeyContext>(
  context: C,
  event: InputEvent,
  prefix?: string,
): ActionOf<C> | undefined {
  if (event.type === 'paste') return undefined;
  const chord = event.type === 'key' ? event.chord : event.text;
  const sequence = prefix === undefined ? chord : `${prefix} ${chord}`;
  return actions.get(`${context} ${sequence}`) as ActionOf<C> | undefined;
}

/** Whether a key begins a sequence of two, such as `ctrl+x ctrl+e`. */
export function isPrefix(context: KeyContext, event: InputEvent): boolean {
  return event.type === 'key' && prefixes.has(`${context} ${event.chord}`);
}
