/** How terminals differ in the width of characters that join with others; the emulator's own tables know no emoji at all. */
import type xterm from '@xterm/headless';
import stringWidth from 'string-width';

/**
 * - `clusters`: what a reader takes for one character takes the columns of one, as in kitty, WezTerm, iTerm2, tmux.
 * - `characters`: every character has columns of its own, joined or not, as in xterm, VTE, VS Code.
 */
export type Widths = 'clusters' | 'characters';

const segmenter = new Intl.Segmenter();

/** For the emulator of one terminal. */
export function unicodeProvider(widths: Widths): xterm.IUnicodeVersionProvider {
  // What the emulator hands back as the preceding state is the number of the cluster so far.
  const clusters: string[] = [''];
  const numbers = new Map<string, number>();
  const numberOf = (cluster: string): number => {
    let number = numbers.get(cluster);
    if (number === undefined) {
      number = clusters.push(cluster) - 1;
      numbers.set(cluster, number);
    }
    return number;
  };
  const wcwidth = (codePoint: number): 0 | 1 | 2 => stringWidth(String.fromCodePoint(codePoint)) as 0 | 1 | 2;
  return {
    version: widths,
    wcwidth,
    charProperties: (codePoint, preceding) => {
      const character = String.fromCodePoint(codePoint);
      const cluster = clusters[preceding >> 3]! + character;
      const isPart = wcwidth(codePoint) === 0 || (widths === 'clusters' && isOneCluster(cluster));
      const joins = preceding !== 0 && isPart;
      const kept = joins ? cluster : character;
      const before = (preceding >> 1) & 3;
      const own = widths === 'clusters' ? Math.min(2, stringWidth(kept)) : wcwidth(codePoint);
      const width = joins ? Math.max(before, own) : own;
      return ((numberOf(kept) & 0xffffff) << 3) | (width << 1) | (joins ? 1 : 0);
    },
  };
}

function isOneCluster(text: string): boolean {
  return Array.from(segmenter.segment(text)).length === 1;
}
