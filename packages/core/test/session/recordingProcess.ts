/** Programs that record a session in a process of their own, so that tests can kill it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const recorderModule = fileURLToPath(new URL('../../src/session/chatRecordingService.ts', import.meta.url));

/** Bundles the recorder into `directory`, where a child program can import it. */
export function bundleRecorder(directory: string): void {
  buildSync({
    entryPoints: [recorderModule],
    outfile: path.join(directory, 'recorder.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
}

export interface RecordingProcess {
  child: ChildProcess;
  /** The next line that the program prints. */
  nextLine(): Promise<string>;
  exited: Promise<NodeJS.Signals | number | null>;
}

/**
 * Runs `program` with a `recorder` for the session in scope. It prints with `say(text)` and waits with `await heard()` for a
 * line on its stdin.
 *
 * @param shellPrefix commands that a shell runs before the program replaces it
 */
export function startRecording(
  directory: string,
  session: { sessionId: string; filePath: string },
  program: string,
  shellPrefix = '',
): RecordingProcess {
  const script = path.join(directory, `program-${Date.now()}-${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(
    script,
    `import { createInterface } from 'node:readline';
import { ChatRecordingService } from './recorder.mjs';
const say = (text) => process.stdout.write(text + '\\n');
const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const heard = async () => (await input.next()).value;
const recorder = new ChatRecordingService({
  ...${JSON.stringify(session)}, cwd: ${JSON.stringify(directory)}, version: '1', onWarning: (text) => say('warning ' + text),
});
${program}
`,
  );
  const command = `${shellPrefix} exec "$0" "$1"`;
  const child = spawn('sh', ['-c', command, process.execPath, script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return {
    child,
    nextLine: async () => (await lines.next()).value as string,
    exited: new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code))),
  };
}
