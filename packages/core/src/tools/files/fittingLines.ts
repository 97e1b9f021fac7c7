/** Lists that are longer than a result may be. */

/** Characters kept free for the words around a list. */
const RESERVED_CHARACTERS = 200;

/** The first lines that a result of `maxCharacters` has room for; at least one where there are any. */
export function fittingLines(lines: readonly string[], maxCharacters: number): string[] {
  let room = maxCharacters - RESERVED_CHARACTERS;
  const beyond = lines.findIndex((line, index) => {
    room -= line.length + 1;
    return room < 0 && index > 0;
  });
  return lines.slice(0, beyond < 0 ? lines.length : beyond);
}
