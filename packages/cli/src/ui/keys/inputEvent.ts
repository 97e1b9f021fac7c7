/** What a terminal sends, decoded. */

/**
 * - `key`: a key that is no plain text, as a chord: modifiers in the order ctrl, alt, shift, super, then the name, joined by
 *   `+`, such as `enter`, `shift+tab`, `ctrl+c`, `alt+left`.
 * - `text`: characters as they were typed; several when they arrived together.
 * - `paste`: what stood between the marks of a bracketed paste, line ends as they came.
 */
export type InputEvent =
  { type: 'key'; chord: string } | { type: 'text'; text: string } | { type: 'paste'; text: string };
