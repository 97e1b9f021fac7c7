/** One word of a POSIX shell, whatever characters are in it. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
