/** What is known of a command line before it runs. */

/** One program or builtin with its words. */
export interface SimpleCommand {
  /** The source text. */
  text: string;
  /**
   * The words, quotes removed. `null`: bash computes the word when it runs (a variable, a substitution, a glob, a brace
   * expansion), and it may become any number of words. Empty for an assignment without a command.
   */
  argv: Array<string | null>;
  /** Names of the variables that are set in front of the command, or by it when `argv` is empty. */
  assignments: string[];
  /** Commands that this one starts as its own arguments say (`timeout 5 npm test`, `bash -c '…'`, `find -exec`). */
  wraps: SimpleCommand[];
  /** The command does nothing but run what it wraps (`timeout`, `nice`, `xargs`, …). */
  isTransparent: boolean;
  /** It starts a command that cannot be told from the text (`$tool x`, `eval "$code"`, `bash -c "$script"`). */
  hidesCommand: boolean;
}

export interface Redirection {
  /** The file, quotes removed; `null` when bash computes it. */
  target: string | null;
  /** Creates or changes the file (or opens a network connection); else only reads it. */
  writes: boolean;
}

export interface ParsedCommand {
  /** Every simple command of the line in source order, those inside substitutions, loops and functions too. */
  commands: SimpleCommand[];
  /** Redirections from and to files; descriptors and the null device left out. */
  redirections: Redirection[];
  /** Every part was understood. When false, nothing may be concluded from `commands`. */
  isComplete: boolean;
  /** Holds an expansion whose data bash evaluates as code (arithmetic, `${!x}`, `${x@P}`, array subscripts). */
  evaluatesData: boolean;
}
