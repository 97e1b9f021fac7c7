/** Which variables a command may set without changing what other commands do. */

const HARMLESS = new Set(
  (
    'CI COLUMNS COLORTERM DEBUG FORCE_COLOR LANG LANGUAGE LINES NODE_ENV NO_COLOR PYTHONDONTWRITEBYTECODE ' +
    'PYTHONUNBUFFERED RUST_BACKTRACE RUST_LOG TERM TZ VERBOSE'
  ).split(' '),
);

/** Lower-case names are a script's own; of the others only those that change a command's looks. */
export function isHarmlessVariable(name: string): boolean {
  return /^[a-z_][a-z0-9_]*$/.test(name) || /^LC_[A-Z]+$/.test(name) || HARMLESS.has(name);
}
