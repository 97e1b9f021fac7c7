/** The shape of one row of the error tables. */
import type { ProviderErrorKind } from '../providerError.js';

/**
 * How one provider words one failure. Every condition that is present must hold.
 *
 * Numbers are named groups of `text`: `limit` (window or input limit), `actual` (prompt), `extra` (a further part of the
 * prompt, such as tool schemas), `output` (`max_tokens` asked for), `outputLimit` (largest `max_tokens`), `requested`
 * (tokens of a request against a per-minute limit); a non-empty group `floor` marks `actual` as a lower bound.
 */
export interface ErrorRule {
  /** Who sends it; for readers of the table and of failing tests. */
  source: string;
  /**
   * The cure. `window` leaves the choice to the numbers: `output-overflow` when the prompt alone fits, otherwise
   * `context-overflow`.
   */
  kind: ProviderErrorKind | 'window';
  text?: RegExp;
  code?: RegExp;
  /** The rule holds only for these HTTP statuses, or when the status is unknown, as inside a stream. */
  status?: readonly number[];
}

const NUMBER = String.raw`\d[\d,]*`;

/**
 * A case-insensitive pattern in which `{name}` stands for a number captured under that name. Backslashes are taken
 * literally, as in a regular expression literal.
 */
export function pattern(template: TemplateStringsArray): RegExp {
  const source = (template.raw[0] ?? '').replace(/\{([a-zA-Z]+)\}/g, (_match, name: string) => `(?<${name}>${NUMBER})`);
  return new RegExp(source, 'i');
}
