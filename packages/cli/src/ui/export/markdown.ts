/** A session as Markdown. */
import type { ExportEntry } from './transcript.js';

export interface ExportHeader {
  sessionId: string;
  cwd: string;
  model: string;
  /** ISO 8601. */
  startTime: string;
}

export function toMarkdown(header: ExportHeader, entries: readonly ExportEntry[]): string {
  const head = [
    `# Session ${header.sessionId}`,
    '',
    `- Folder: ${header.cwd}`,
    `- Model: ${header.model}`,
    `- Begun: ${header.startTime}`,
  ];
  return `${[...head, ...entries.flatMap((entry) => ['', ...entryLines(entry)])].join('\n')}\n`;
}

function entryLines(entry: ExportEntry): string[] {
  switch (entry.type) {
    case 'user':
      return ['## User', '', entry.text];
    case 'assistant':
      return ['## Assistant', '', entry.text.trim()];
    case 'thought':
      return ['<details><summary>Thoughts</summary>', '', entry.text.trim(), '', '</details>'];
    case 'tool':
      return [
        `### ${entry.name}${entry.isError ? ' (failed)' : ''}`,
        '',
        ...fenced(entry.args, 'json'),
        '',
        ...(entry.diff === undefined ? fenced(entry.output, '') : fenced(entry.diff, 'diff')),
      ];
    case 'compaction':
      return [`*The context was compacted: ${entry.before} → ${entry.after} tokens.*`];
  }
}

/** In a fence that is longer than any in the text. */
function fenced(text: string, language: string): string[] {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, text.trimEnd(), fence];
}
