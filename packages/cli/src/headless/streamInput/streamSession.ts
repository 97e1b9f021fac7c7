/** A session that a program drives over standard input (`--input-format stream-json`). */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Part, RequestApproval } from '@qwen-code/qwen-code-core';
import { APPROVAL_MODES } from '../../choices.js';
import { FatalCancellationError, type FatalError } from '../../errors.js';
import { collectContextData } from '../../ui/commands/contextCommand.js';
import type { ChosenGenerator } from '../../provider/chooseGenerator.js';
import type { LiveSession } from '../liveSession.js';
import type { PromptRunner } from '../promptRunner.js';
import { ControlChannel } from './controlChannel.js';
import { parseInputLine, type ControlRequestMessage, type InputMessage } from './inputMessages.js';

export interface StreamSessionOptions {
  session: LiveSession;
  runner: PromptRunner;
  input: Readable;
  write(message: object): void;
  chooseModel(model: string): Promise<ChosenGenerator>;
  /** Used until the driver has said with `initialize` that it answers such questions itself. */
  denyApproval: RequestApproval;
  signal: AbortSignal;
  cancellation(): FatalError | undefined;
}

const CAPABILITIES = {
  can_handle_can_use_tool: true,
  can_handle_hook_callback: false,
  can_set_permission_mode: true,
  can_set_model: true,
  can_get_context_usage: true,
  can_handle_mcp_message: false,
};

export class StreamSession {
  private readonly channel: ControlChannel;
  private readonly queue: Part[][] = [];
  private wake: () => void = () => undefined;
  private inputEnded = false;
  private initialized = false;
  private current: AbortController | undefined;
  private lastError: FatalError | undefined;

  constructor(private readonly options: StreamSessionOptions) {
    this.channel = new ControlChannel((message) => options.write(message));
  }

  /**
   * Works off prompts until the input ends or the signal aborts.
   * @returns the failure of the last prompt
   * @throws FatalInputError for a line that cannot be read; the prompt that runs is aborted.
   */
  async run(): Promise<FatalError | undefined> {
    const { signal } = this.options;
    const stop = (): void => {
      this.current?.abort();
      this.wake();
    };
    signal.addEventListener('abort', stop);
    const reading = this.read().finally(() => {
      this.inputEnded = true;
      this.channel.close();
      this.wake();
    });
    reading.catch(stop);
    try {
      await this.work();
      if (!signal.aborted) await reading;
    } finally {
      signal.removeEventListener('abort', stop);
      this.options.input.destroy();
    }
    return signal.aborted ? this.options.cancellation() : this.lastError;
  }

  private async read(): Promise<void> {
    let lineNumber = 0;
    for await (const line of createInterface({ input: this.options.input, crlfDelay: Infinity })) {
      const message = parseInputLine(line, ++lineNumber);
      if (message) this.receive(message);
    }
  }

  private receive(message: InputMessage): void {
    switch (message.type) {
      case 'user':
        this.queue.push(message.parts);
        this.wake();
        return;
      case 'control_response':
        this.channel.receive(message);
        return;
      case 'control_request':
        this.control(message).then(
          (response) => this.channel.succeed(message.request_id, response),
          (error: unknown) => this.channel.fail(message.request_id, (error as Error).message),
        );
        return;
      case 'control_cancel_request':
        // Every request of the other side is answered at once: there is nothing to cancel.
        return;
    }
  }

  private async work(): Promise<void> {
    const { signal } = this.options;
    while (!signal.aborted) {
      const prompt = this.queue.shift();
      if (prompt) await this.runPrompt(prompt);
      else if (this.inputEnded) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private async runPrompt(prompt: Part[]): Promise<void> {
    this.current = new AbortController();
    const { signal } = this.current;
    const error = await this.options.runner.run(prompt, {
      signal,
      requestApproval: (request, callSignal) =>
        this.initialized
          ? this.channel.requestApproval(request, callSignal)
          : this.options.denyApproval(request, callSignal),
      cancellation: () => this.options.cancellation() ?? new FatalCancellationError('Interrupted.'),
    });
    // Whoever interrupts a prompt knows that it did not end: that is no failure of the session.
    this.lastError = signal.aborted ? undefined : error;
    this.current = undefined;
  }

  private async control({ request }: ControlRequestMessage): Promise<object> {
    const { session, runner } = this.options;
    const { config } = session;
    const { subtype } = request;
    switch (subtype) {
      case 'initialize':
        this.initialized = true;
        return { subtype, session_id: config.getSessionId(), capabilities: CAPABILITIES };
      case 'interrupt':
        this.queue.length = 0;
        this.current?.abort();
        return { subtype };
      case 'set_model':
        return { subtype, model: await this.setModel(request['model']) };
      case 'set_permission_mode':
        return { subtype, mode: this.setMode(request['mode']) };
      case 'supported_commands':
        return { subtype, commands: runner.commands.map(({ name }) => name) };
      case 'get_context_usage':
        return { subtype, ...(await collectContextData(config, request['show_details'] === true)) };
      case 'mcp_server_status':
        return { subtype, mcp_servers: config.getMcpServerStatuses().map(({ name, status }) => ({ name, status })) };
      default:
        throw new Error(`The control request "${subtype}" is not supported.`);
    }
  }

  private async setModel(model: unknown): Promise<string> {
    if (typeof model !== 'string' || model.trim() === '') throw new Error('"model" must be the name of a model.');
    const { generator, contentGenerator } = await this.options.chooseModel(model);
    this.options.session.config.setContentGeneratorConfig(generator, contentGenerator);
    return model;
  }

  private setMode(mode: unknown): string {
    const known = APPROVAL_MODES.find((name) => name === mode);
    if (!known) throw new Error(`"mode" must be one of: ${APPROVAL_MODES.join(', ')}.`);
    this.options.session.config.setApprovalMode(known);
    return known;
  }
}
