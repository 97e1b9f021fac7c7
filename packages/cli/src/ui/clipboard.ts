/** Copies text: by a program of the system where there is one, else by asking the terminal (OSC 52). */
import { spawn } from 'node:child_process';

/** Larger texts are cut by terminals. Bytes of base64. */
const MAX_OSC_52 = 100_000;

/** @returns how it was done. @throws when no way worked */
export async function copyToClipboard(text: string): Promise<string> {
  for (const [program, ...args] of candidates(process.platform, process.env)) {
    if (await pipeTo(program!, args, text)) return `Copied ${text.length.toLocaleString('en-US')} characters.`;
  }
  const encoded = Buffer.from(text).toString('base64');
  if (!process.stdout.isTTY || encoded.length > MAX_OSC_52)
    throw new Error('Nothing was copied: no clipboard program was found (xclip, xsel, wl-copy, pbcopy, clip).');
  const sequence = `\x1b]52;c;${encoded}\x07`;
  process.stdout.write(process.env['TMUX'] ? `\x1bPtmux;\x1b${sequence}\x1b\\` : sequence);
  return `Sent ${text.length.toLocaleString('en-US')} characters to the terminal's clipboard.`;
}

function candidates(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[][] {
  if (platform === 'darwin') return [['pbcopy']];
  if (platform === 'win32') return [['clip']];
  return [
    ...(env['WAYLAND_DISPLAY'] ? [['wl-copy']] : []),
    ...(env['DISPLAY']
      ? [
          ['xclip', '-selection', 'clipboard'],
          ['xsel', '--clipboard', '--input'],
        ]
      : []),
  ];
}

function pipeTo(program: string, args: string[], text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', () => resolve(false));
    // Clipboard programs of X stay to serve the text: having taken it is enough.
    child.stdin.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
    child.stdin.end(text);
  });
}
