/** Works off one prompt or slash command and reports it to the output. */
import type { AgentEvent, Part, RequestApproval } from '@qwen-code/qwen-code-core';
import { CompressionStatus } from '@qwen-code/qwen-code-core';
import { FatalError, FatalInputError } from '../errors.js';
import { SessionMetrics } from '../services/sessionMetrics.js';
import { nearestName } from '../utils/nearestName.js';
import { commandText } from '../ui/commands/commandText.js';
import { expandPrompt } from '../ui/commands/expandPrompt.js';
import type { PromptPiece } from '../ui/commands/promptTemplate.js';
import { availableCommands, parseCommandLine } from '../ui/commands/registry.js';
import type { CommandContext, CommandResult, SlashCommand } from '../ui/commands/types.js';
import type { LiveSession } from './liveSession.js';
import { VERSION } from '../version.js';
import type { HeadlessOutput } from './output/headlessOutput.js';
import { RunOutcome } from './runOutcome.js';

export interface PromptRunnerOptions {
  session: LiveSession;
  output: HeadlessOutput;
  disabledCommands: readonly string[];
  customCommands: readonly SlashCommand[];
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
  private startedAt = performance.now();
  private sessionMetrics: SessionMetrics;

  constructor(private readonly options: PromptRunnerOptions) {
    this.commands = availableCommands('non_interactive', options.disabledCommands, options.customCommands);
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
        return this.runCommand(line.command, line.args, run, metrics);
      case 'unknown':
        return Promise.resolve({ text: '', error: this.unknownCommand(line.name) });
    }
  }

  private async ask(prompt: Part[], run: PromptRun, metrics: SessionMetrics): Promise<PromptResult> {
    const outcome = new RunOutcome();
    for await (const event of this.options.session.agent.run(prompt, run)) {
      outcome.add(event);
      this.report(event, metrics);
    }
    return { text: outcome.finalText, error: outcome.error };
  }

  private report(event: AgentEvent, metrics: SessionMetrics): void {
    metrics.add(event);
    this.sessionMetrics.add(event);
    this.options.output.event(event);
  }

  /** With what its commands wrote and its files hold. */
  private expand(pieces: readonly PromptPiece[], run: PromptRun, metrics: SessionMetrics): Promise<Part[]> {
    const { session, output } = this.options;
    return expandPrompt(pieces, {
      config: session.config,
      signal: run.signal,
      onProblem: (text) => output.notice(text),
      runTool: async (name, args) => {
        const events = session.agent.runTool(name, args, run);
        for (;;) {
          const { value, done } = await events.next();
          if (done) return value;
          this.report(value, metrics);
        }
      },
    });
  }

  private async runCommand(
    command: SlashCommand,
    args: string,
    run: PromptRun,
    metrics: SessionMetrics,
  ): Promise<PromptResult> {
    const { session } = this.options;
    const { signal } = run;
    const context: CommandContext = {
      mode: 'non_interactive',
      config: session.config,
      sessionId: session.config.getSessionId(),
      metrics: this.sessionMetrics,
      sessionDurationMs: performance.now() - this.startedAt,
      commands: this.commands,
      signal,
    };
    try {
      const result = await command.run(context, args);
      if (result.type === 'submit_template')
        return await this.ask(await this.expand(result.pieces, run, metrics), run, metrics);
      if (result.type === 'clear') await this.beginAnew(signal);
      const text = commandText(result);
      return isFailure(result) ? { text: '', error: new FatalError(text, 1) } : { text, error: undefined };
    } catch (error) {
      if (signal.aborted) return { text: '', error: new FatalError('Cancelled.', 130) };
      if (error instanceof FatalError) return { text: '', error };
      throw error;
    }
  }

  /** Tells the output what the session is. */
  announce(): void {
    const { config } = this.options.session;
    this.options.output.start({
      cwd: config.workspace.cwd,
      tools: config
        .getToolRegistry()
        .all()
        .map(({ name }) => name),
      mcp_servers: config.getMcpServerStatuses().map(({ name, status }) => ({ name, status })),
      model: config.getModel(),
      permission_mode: config.getApprovalMode(),
      slash_commands: this.commands.map(({ name }) => name),
      qwen_code_version: VERSION,
      agents: config.getAgentDefinitions().map(({ name }) => name),
    });
  }

  private async beginAnew(signal: AbortSignal): Promise<void> {
    await this.options.session.restart(signal);
    this.sessionMetrics = this.newMetrics();
    this.startedAt = performance.now();
    this.announce();
  }

  private newMetrics(): SessionMetrics {
    return new SessionMetrics(() => this.options.session.config.getModel());
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
