/** The result of a command as plain text. */
import { formatCompressionText } from './compressCommand.js';
import { formatContextUsageText } from './contextCommand.js';
import { promptText } from './promptTemplate.js';
import type { CommandResult } from './types.js';
import type { ColumnSection, HistoryItemCompression } from '../types.js';

export function commandText(result: CommandResult): string {
  switch (result.type) {
    case 'message':
    case 'output':
      return result.text;
    case 'columns':
      return result.sections.map(columnText).join('\n\n');
    case 'clear':
      return 'A new conversation has begun.';
    case 'submit_prompt':
      return result.text;
    case 'submit_template':
      return promptText(result.pieces);
    case 'item':
      return result.item.type === 'context_usage' ? formatContextUsageText(result.item) : compressionText(result.item);
    default:
      return 'This needs the interactive terminal.';
  }
}

function columnText({ title, rows }: ColumnSection): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return [title, ...rows.map(({ name, text }) => `  ${name.padEnd(width)}  ${text}`)].join('\n');
}

function compressionText({ compression }: HistoryItemCompression): string {
  const { originalTokenCount, newTokenCount, compressionStatus } = compression;
  if (compressionStatus === null) return 'Compressing the context …';
  return formatCompressionText({
    originalTokenCount: originalTokenCount ?? 0,
    newTokenCount: newTokenCount ?? 0,
    compressionStatus,
  });
}
