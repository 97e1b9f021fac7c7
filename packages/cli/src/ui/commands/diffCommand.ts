/** `/diff`: what has changed in the working directory since the last commit. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { InteractiveCommand } from './types.js';

/** Longer diffs are better looked at elsewhere. Lines. */
const MAX_LINES = 400;
const MAX_BYTES = 50_000_000;

export const diffCommand: InteractiveCommand = {
  name: 'diff',
  description: 'Show what has changed since the last commit',
  modes: ['interactive'],
  whileBusy: true,
  async run({ config, signal }) {
    const git = async (...args: string[]): Promise<string> => {
      const options = { cwd: config.workspace.cwd, maxBuffer: MAX_BYTES, signal };
      return (await promisify(execFile)('git', ['--no-pager', ...args], options)).stdout;
    };
    try {
      const [diff, untracked] = await Promise.all([
        git('diff', '--no-ext-diff', '--no-color', 'HEAD').catch(() => git('diff', '--no-ext-diff', '--no-color')),
        git('ls-files', '--others', '--exclude-standard'),
      ]);
      return { type: 'output', text: formatDiff(diff, untracked.split('\n').filter(Boolean)) };
    } catch (error) {
      if (signal.aborted) throw error;
      return { type: 'message', level: 'error', text: `git gave no diff: ${reason(error)}` };
    }
  },
};

/** As Markdown. */
function formatDiff(diff: string, untracked: readonly string[]): string {
  if (diff.trim() === '' && untracked.length === 0) return 'Nothing has changed since the last commit.';
  const lines = diff.trimEnd().split('\n');
  const shown = lines.slice(0, MAX_LINES);
  const hidden = lines.length - shown.length;
  // A fence longer than any within.
  const longest = Math.max(2, ...Array.from(diff.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [
    ...(diff.trim() === '' ? [] : [`${fence}diff`, ...shown, fence]),
    ...(hidden > 0 ? [`… ${hidden.toLocaleString('en-US')} more lines: \`git diff\` shows them.`] : []),
    ...(untracked.length > 0 ? ['', '**New files**', '', ...untracked.slice(0, 50).map((file) => `- ${file}`)] : []),
    ...(untracked.length > 50 ? [`- and ${untracked.length - 50} more`] : []),
  ].join('\n');
}

function reason(error: unknown): string {
  const { stderr, code, message } = error as { stderr?: string; code?: unknown; message: string };
  if (code === 'ENOENT') return 'git is not installed.';
  return stderr?.trim().split('\n')[0] || message;
}
