/** A session as one HTML file that needs nothing else: no scripts, no requests. */
import type { ExportHeader } from './markdown.js';
import type { ExportEntry } from './transcript.js';

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{font:16px/1.55 system-ui,sans-serif;max-width:54rem;margin:2rem auto;padding:0 1rem}
header{border-bottom:1px solid var(--line);margin-bottom:1.5rem}
header p{opacity:.7;margin:.2rem 0}
section{margin:1.2rem 0}
.user{background:var(--soft);border-left:3px solid #6a3fc4;padding:.6rem 1rem;white-space:pre-wrap}
.note{opacity:.7;font-style:italic}
details{border:1px solid var(--line);border-radius:.4rem;padding:.4rem .8rem;margin:.6rem 0}
summary{cursor:pointer}
pre{overflow-x:auto;background:var(--soft);padding:.7rem;border-radius:.4rem;font-size:.85rem;line-height:1.45}
code{font-family:ui-monospace,monospace}
table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.2rem .6rem}
.added{color:#1f7a36}.removed{color:#b3261e}.failed{color:#b3261e}
`;

export async function toHtml(header: ExportHeader, entries: readonly ExportEntry[]): Promise<string> {
  const { Marked } = await import('marked');
  const marked = new Marked({
    // What a model writes is no code for the reader's browser: HTML in it is shown, and links lead only to the web.
    renderer: {
      html: ({ text }) => escapeHtml(text),
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return /^(https?|mailto):/i.test(href) ? `<a href="${escapeHtml(href)}" rel="noreferrer">${text}</a>` : text;
      },
      image: ({ text, href }) => escapeHtml(`[image: ${text || href}]`),
    },
  });
  const body = entries.map((entry) => entryHtml(entry, (text) => marked.parse(text, { async: false })));
  const title = escapeHtml(`Session ${header.sessionId}`);
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body>`,
    `<header><h1>${title}</h1><p>${escapeHtml(header.cwd)}</p><p>${escapeHtml(header.model)} · ${escapeHtml(header.startTime)}</p></header>`,
    ...body,
    '</body></html>',
    '',
  ].join('\n');
}

function entryHtml(entry: ExportEntry, markdown: (text: string) => string): string {
  switch (entry.type) {
    case 'user':
      return `<section class="user">${escapeHtml(entry.text)}</section>`;
    case 'assistant':
      return `<section>${markdown(entry.text)}</section>`;
    case 'thought':
      return `<details><summary>Thoughts</summary><p style="white-space:pre-wrap">${escapeHtml(entry.text.trim())}</p></details>`;
    case 'tool':
      return toolHtml(entry);
    case 'compaction':
      return `<p class="note">The context was compacted: ${entry.before} → ${entry.after} tokens.</p>`;
  }
}

function toolHtml({ name, args, output, isError, diff }: Extract<ExportEntry, { type: 'tool' }>): string {
  const mark = isError ? ' <span class="failed">failed</span>' : '';
  const result = diff === undefined ? escapeHtml(output) : diffHtml(diff);
  return `<details${diff === undefined ? '' : ' open'}><summary><code>${escapeHtml(name)}</code>${mark}</summary><pre>${escapeHtml(args)}</pre><pre>${result}</pre></details>`;
}

function diffHtml(diff: string): string {
  return diff
    .split('\n')
    .map((text) => {
      const kind = /^\+(?!\+\+ )/.test(text) ? 'added' : /^-(?!-- )/.test(text) ? 'removed' : undefined;
      return kind ? `<span class="${kind}">${escapeHtml(text)}</span>` : escapeHtml(text);
    })
    .join('\n');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
