/** Works off one prompt or slash command and reports it to the output. */
import type { Agent, Config, Part, RequestApproval } from '@qwen-code/qwen-code-core';
import { CompressionStatus } from '@qwen-code/qwen-code-core';
import { FatalError, FatalInputError } from '../errors.js';
import { SessionMetrics } from '../services/sessionMetrics.js';
import { nearestName } from '../utils/nearestName.js';
import { commandText } from '../ui/commands/commandText.js';
import { availableCommands, parseCommandLine } from '../ui/commands/registry.js';
import type { CommandContext, CommandResult, SlashCommand } from '../ui/commands/types.js';
import type { HeadlessOutput } from './output/headlessOutput.js';
import { RunOutcome } from './runOutcome.js';

export interface PromptRunnerOptions {
  config: Config;
  agent: Agent;
  output: HeadlessOutput;
  disabledCommands: readonly string[];
}

export interface PromptRun {
  signal: AbortSignal;
  requestApproval: RequestApproval;
  /** Takes the place of the failure that an abort leaves. */
  cancellation?(): FatalError | undefined;
}

interface PromptResult {
  text: string;
  error: FatalError | undefined;
}

export class PromptRunner {
  readonly commands: readonly SlashCommand[];
  private readonly startedAt = performance.now();
  private readonly sessionMetrics: SessionMetrics;

  constructor(private readonly options: PromptRunnerOptions) {
    this.commands = availableCommands('non_interactive', options.disabledCommands);
    this.sessionMetrics = this.newMetrics();
  }

  /** The failure of the prompt, if any; it has been reported. */
  async run(prompt: Part[], run: PromptRun): Promise<FatalError | undefined> {
    const startedAt = performance.now();
    const metrics = this.newMetrics();
    const result = await this.answer(prompt, run, metrics);
    const error = (run.signal.aborted ? run.cancellation?.() : undefined) ?? result.error;
    const durationMs = performance.now() - startedAt;
    this.options.output.end({ text: result.text, error, durationMs, metrics });
    return error;
  }

  private answer(prompt: Part[], run: PromptRun, metrics: SessionMetrics): Promise<PromptResult> {
    const [first] = prompt;
    const line =
      prompt.length === 1 ? parseCommandLine(first?.text ?? '', this.commands) : ({ kind: 'prompt' } as const);
    switch (line.kind) {
      case 'prompt':
        return this.ask(prompt, run, metrics);
      case 'command':
        return this.runCommand(line.command, line.args, run.signal);
      case 'unknown':
        return Promise.resolve({ text: '', error: this.unknownCommand(line.name) });
    }
  }

  private async ask(prompt: Part[], run: PromptRun, metrics: SessionMetrics): Promise<PromptResult> {
    const outcome = new RunOutcome();
    for await (const event of this.options.agent.run(prompt, run)) {
      metrics.add(event);
      this.sessionMetrics.add(event);
      outcome.add(event);
      this.options.output.event(event);
    }
    return { text: outcome.finalText, error: outcome.error };
  }

  private async runCommand(command: SlashCommand, args: string, signal: AbortSignal): Promise<PromptResult> {
    const { config } = this.options;
    const context: CommandContext = {
      mode: 'non_interactive',
      config,
      sessionId: config.getSessionId(),
      metrics: this.sessionMetrics,
      sessionDurationMs: performance.now() - this.startedAt,
      commands: this.commands,
      signal,
    };
    try {
      const result = await command.run(context, args);
      if (result.type === 'clear') await config.getGeminiClient().resetChat(signal);
      const text = commandText(result);
      return isFailure(result) ? { text: '', error: new FatalError(text, 1) } : { text, error: undefined };
    } catch (error) {
      if (!signal.aborted) throw error;
      return { text: '', error: new FatalError('Cancelled.', 130) };
    }
  }

  private newMetrics(): SessionMetrics {
    return new SessionMetrics(() => this.options.config.getModel());
  }

  private unknownCommand(name: string): FatalInputError {
    const known = this.commands.map((command) => command.name);
    const meant = nearestName(name, known);
    const advice = meant ? `Did you mean /${meant}?` : `Here are: ${known.map((command) => `/${command}`).join(', ')}.`;
    return new FatalInputError(`There is no command /${name} in a run without a terminal. ${advice}`);
  }
}

function isFailure(result: CommandResult): boolean {
  if (result.type === 'message') return result.level === 'error';
  if (result.type !== 'item' || result.item.type !== 'compression') return false;
  const { compressionStatus } = result.item.compression;
  return compressionStatus !== CompressionStatus.COMPRESSED && compressionStatus !== CompressionStatus.NOOP;
}
