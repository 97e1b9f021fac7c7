/** `/export`: the session as a file: Markdown, one HTML page, or JSON lines. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SessionRecord } from '@qwen-code/qwen-code-core';
import { toHtml } from '../export/html.js';
import { toMarkdown, type ExportHeader } from '../export/markdown.js';
import { exportEntries } from '../export/transcript.js';
import type { CommandResult, InteractiveCommand, InteractiveContext } from './types.js';

const FORMATS = ['md', 'html', 'jsonl'] as const;
type Format = (typeof FORMATS)[number];

const DESCRIPTIONS: Readonly<Record<Format, string>> = {
  md: 'Markdown',
  html: 'one HTML page, to be opened in a browser',
  jsonl: 'the records as they are kept, one JSON object a line',
};

export const exportCommand: InteractiveCommand = {
  name: 'export',
  description: 'Write the session to a file',
  argumentHint: '[md|html|jsonl] [file]',
  modes: ['interactive'],
  whileBusy: true,
  completions: () => FORMATS,
  run(context, args) {
    const [first = '', ...rest] = args.split(/\s+/);
    const named = FORMATS.find((format) => format === first);
    const file = (named ? rest : [first, ...rest]).join(' ');
    const format = named ?? FORMATS.find((candidate) => file.endsWith(`.${candidate}`));
    if (format) return exportSession(context, format, file);
    if (file !== '') return { type: 'message', level: 'error', text: `"${file}" must end in .md, .html or .jsonl.` };
    return {
      type: 'choose',
      title: 'Export as',
      choices: FORMATS.map((value) => ({ value, label: value, description: DESCRIPTIONS[value] })),
      onChoice: (value) => exportSession(context, FORMATS.find((known) => known === value) ?? 'md', ''),
    };
  },
};

async function exportSession(
  { config, sessions }: InteractiveContext,
  format: Format,
  file: string,
): Promise<CommandResult> {
  await config.getChatRecordingService()?.flush();
  const sessionId = config.getSessionId();
  if (!(await sessions.sessionExists(sessionId)))
    return { type: 'message', level: 'info', text: 'There is nothing to export yet.' };
  const { conversation } = await sessions.loadSession(sessionId, 'start');
  const { startTime, messages } = conversation;
  const header = { sessionId, cwd: config.workspace.cwd, model: config.getModel(), startTime };
  const target = path.resolve(config.workspace.cwd, file || `qwen-session-${sessionId.slice(0, 8)}.${format}`);
  try {
    // What was said is private: it becomes nobody else's by being exported.
    await writeFile(target, await render(format, header, messages), { mode: 0o600, flag: file === '' ? 'w' : 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const text =
      code === 'EEXIST' ? `${target} exists already; choose another name.` : `Nothing was written: ${message}`;
    return { type: 'message', level: 'error', text };
  }
  return { type: 'message', level: 'info', text: `Wrote ${target}` };
}

function render(format: Format, header: ExportHeader, records: readonly SessionRecord[]): Promise<string> | string {
  if (format === 'jsonl') return records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const entries = exportEntries(records);
  return format === 'md' ? toMarkdown(header, entries) : toHtml(header, entries);
}
