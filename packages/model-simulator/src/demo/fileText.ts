/** The text of a file from what read_file gave. */
export interface FileText {
  text: string;
  /** The notice that only a part was read, '' when it is the whole. */
  notice: string;
}

/** Takes the closing notice `[Lines 1-2000 of 5000. …]` off a result of read_file. */
export function fileText(output: string): FileText {
  const match = /\n\n\[(Lines \d+-\d+[^\]]*)\]$/.exec(output);
  return match ? { text: output.slice(0, match.index), notice: match[1] ?? '' } : { text: output, notice: '' };
}
