/**
 * The stdio transport of MCP, with the server as a process group of its own: wrappers such as npx start the real server
 * as a child, which would outlive them.
 */
import type { ReadBuffer as ReadBufferClass, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { setTimeout as delay } from 'node:timers/promises';
import { endGroup, spawnGroup, type GroupLeader } from '../shell/processGroup.js';

/** Largest message in bytes. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** Characters of what the server wrote to stderr that are kept to explain a failure. */
const STDERR_CHARACTERS = 2_000;
/** Time for a server to end by itself when its input ends. */
const END_OF_INPUT_MS = 100;

export interface StdioServer {
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
}

/** The parts of the SDK that frame messages. */
export interface StdioFraming {
  ReadBuffer: typeof ReadBufferClass;
  serializeMessage: typeof serializeMessage;
}

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The end of what the server wrote to stderr. */
  stderr = '';
  private child: GroupLeader | undefined;
  private exited: Promise<unknown> | undefined;

  constructor(
    private readonly server: StdioServer,
    private readonly framing: StdioFraming,
  ) {}

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.server;
    const child = await spawnGroup(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    this.child = child;
    this.exited = new Promise((resolve) => child.once('exit', resolve));
    void this.exited.then(() => this.ended());
    const buffer = new this.framing.ReadBuffer({ maxBufferSize: MAX_MESSAGE_BYTES });
    child.stdout?.on('data', (chunk: Buffer) => this.receive(chunk, buffer));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_CHARACTERS);
    });
    // A server that is gone shows in its exit.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => undefined);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.child?.stdin;
    if (!stdin?.writable) throw new Error('The server is not running.');
    if (!stdin.write(this.framing.serializeMessage(message))) {
      await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), this.exited]);
    }
  }

  async close(): Promise<void> {
    const { child } = this;
    if (!child) return;
    child.stdin?.end();
    await Promise.race([this.exited, delay(END_OF_INPUT_MS)]);
    await endGroup(child.pid);
    await this.exited;
  }

  private receive(chunk: Buffer, buffer: ReadBufferClass): void {
    try {
      buffer.append(chunk);
    } catch (error) {
      this.onerror?.(error as Error);
      void this.close();
      return;
    }
    for (let message = nextMessage(buffer); message !== null; message = nextMessage(buffer)) {
      try {
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error as Error);
      }
    }
  }

  private ended(): void {
    const { child } = this;
    if (!child) return;
    this.child = undefined;
    void endGroup(child.pid);
    this.onclose?.();
  }
}

/** The next whole message; `null` when there is none yet. */
function nextMessage(buffer: ReadBufferClass): JSONRPCMessage | null {
  for (;;) {
    try {
      return buffer.readMessage();
    } catch {
      // A line that is no message, taken out of the buffer: servers print to stdout by mistake.
    }
  }
}
