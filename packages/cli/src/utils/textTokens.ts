/** A rough size of text where no provider has counted it. */

/** Tokens: four ASCII characters each, and one and a half for any other UTF-16 unit (Chinese, Japanese, emoji, …). */
export function estimateTextTokens(text: string): number {
  let nonAscii = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) nonAscii++;
  return Math.ceil((text.length - nonAscii) / 4 + nonAscii * 1.5);
}
