/** Terminal modes that make input unambiguous; terminals without one ignore its sequence. */

/**
 * Bracketed paste; the kitty keyboard protocol with unambiguous escape codes, pushed on the terminal's own stack; xterm's
 * modifyOtherKeys for keys that have no code of their own, which tmux passes on as well.
 */
export const ENABLE_INPUT_MODES = '\x1b[?2004h\x1b[>1u\x1b[>4;1m';

/** What `ENABLE_INPUT_MODES` has set, taken back. */
export const DISABLE_INPUT_MODES = '\x1b[>4;0m\x1b[<u\x1b[?2004l';
