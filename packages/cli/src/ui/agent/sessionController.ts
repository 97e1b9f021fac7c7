/**
 * What happens between the person and the agent: prompts one after the other, messages queued meanwhile, commands, approvals,
 * cancelling. It draws nothing; the screen follows the view state.
 */
import type {
  Agent,
  AgentEvent,
  ApprovalMode,
  ApprovalOutcome,
  ApprovalRequest,
  Part,
} from '@qwen-code/qwen-code-core';
import { SessionMetrics } from '../../services/sessionMetrics.js';
import { connectingServers } from '../../session/mcpServers.js';
import { unlessAborted } from '../../utils/unlessAborted.js';
import { expandPrompt } from '../commands/expandPrompt.js';
import { promptText, type PromptPiece } from '../commands/promptTemplate.js';
import { parseCommandLine } from '../commands/registry.js';
import type { CommandResult, InteractiveCommand, InteractiveContext, NextResult } from '../commands/types.js';
import type { Submission, TranscriptContent } from '../state/viewState.js';
import type { ViewStore } from '../state/viewStore.js';
import { nextApprovalMode } from './approvalModes.js';
import { hasMention, withMentionedFiles } from './mentions.js';
import { MessageQueue } from './messageQueue.js';
import type { OpenedSession } from './openedSession.js';
import { PendingApprovals } from './pendingApprovals.js';
import { refreshContext, refreshFacts } from './sessionFacts.js';
import { runShellLine } from './shellLine.js';
import { watchCompactions } from './watchCompactions.js';

/** Work that takes longer is shown. Milliseconds. */
const SHOWN_AFTER_MS = 200;

export interface ControllerOptions {
  store: ViewStore;
  session: OpenedSession;
  commands: readonly InteractiveCommand[];
  /** What commands get besides the session. */
  surroundings(): Pick<InteractiveContext, 'settings' | 'sessions' | 'chooseModel'>;
  /** Carries out what a command asks for beyond the transcript. */
  apply(result: CommandResult, controller: SessionController): Promise<void>;
  /** Told when an answer has ended. */
  onAnswer?(): void;
}

export class SessionController {
  /** What waits while something runs. */
  readonly queue: MessageQueue;
  /** Prompts sent in this session. */
  promptCount = 0;
  readonly commands: readonly InteractiveCommand[];
  private readonly store: ViewStore;
  private metrics: SessionMetrics;
  private readonly approvals = new PendingApprovals();
  private current: AbortController | undefined;
  private isWorking = false;
  session: OpenedSession;

  constructor(private readonly options: ControllerOptions) {
    this.store = options.store;
    this.queue = new MessageQueue(options.store);
    this.session = options.session;
    this.commands = options.commands;
    watchCompactions(this.session.config, this.store);
    this.metrics = this.newMetrics();
  }

  /** Takes over another session; what the transcript shows stays. */
  async switchTo(session: OpenedSession): Promise<void> {
    const previous = this.session;
    this.session = session;
    watchCompactions(session.config, this.store);
    this.metrics = this.newMetrics();
    this.promptCount = 0;
    this.refreshFacts();
    await previous.dispose();
  }

  /**
   * Sends a prompt, runs a command or a shell line; while something runs it waits in the queue.
   * @returns when that is done, or has been queued
   */
  async submit(message: Submission): Promise<void> {
    const line = this.parse(message.text);
    if (!this.isWorking) await this.work(message);
    else if (line.kind === 'command' && line.command.whileBusy)
      await this.attempt(() => this.runCommand(line.command, line.args, new AbortController().signal));
    else this.queue.add(message);
  }

  /** Stops what runs. @returns whether anything did. */
  cancel(): boolean {
    const running = this.current;
    if (!running || running.signal.aborted) return false;
    running.abort();
    return true;
  }

  decide(callId: string, outcome: ApprovalOutcome): void {
    if (this.approvals.decide(callId, outcome))
      this.store.dispatch({ type: 'approval_decided', callId, now: Date.now() });
  }

  setApprovalMode(mode: ApprovalMode): void {
    this.session.config.setApprovalMode(mode);
    this.refreshFacts();
  }

  cycleApprovalMode(): void {
    this.setApprovalMode(nextApprovalMode(this.session.config.getApprovalMode()));
  }

  append(content: TranscriptContent): void {
    this.store.dispatch({ type: 'append', content });
  }

  notice(level: 'info' | 'warning' | 'error' | 'tip', text: string): void {
    this.append({ type: 'notice', level, text });
  }

  /** Carries out the result of a command or of a picker. */
  async finish(result: NextResult): Promise<void> {
    await this.attempt(async () => this.options.apply(await this.whileShown(async () => result), this));
  }

  /** Runs what is no command of its own but returns what one returns. */
  async run(start: (context: InteractiveContext) => NextResult): Promise<void> {
    await this.attempt(async () => this.finish(start(await this.contextFor(new AbortController().signal))));
  }

  /** Brings the footer up to date with the session. */
  refreshFacts(): void {
    refreshFacts(this.store, this.session);
    refreshContext(this.store, this.session);
  }

  /** Sends a text as a prompt of its own, after what is running. */
  async sendPrompt(text: string): Promise<void> {
    const message = { text, display: text };
    if (this.isWorking) this.queue.add(message);
    else await this.work(message, true);
  }

  /** Runs the commands and reads the files of a prompt, and sends it, as the end of the command that it is from. */
  async sendTemplate(pieces: readonly PromptPiece[]): Promise<void> {
    const signal = this.current?.signal ?? new AbortController().signal;
    this.store.dispatch({ type: 'prompt_sent', text: promptText(pieces), now: Date.now() });
    const agent = await this.agent(signal);
    const { config } = this.session;
    const options = { signal, requestApproval: this.approvals.request };
    const parts = await expandPrompt(pieces, {
      config,
      signal,
      runTool: (name, args) => this.show(agent.runTool(name, args, options), signal),
      onProblem: (text) => this.notice('warning', text),
    });
    // What the arguments mention comes along, as it does with a prompt; what a command wrote mentions nothing.
    const texts = pieces.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\n');
    const [, ...mentioned] = await withMentionedFiles(texts, config, signal, (text) => this.notice('info', text));
    await this.runAgent(agent, [...parts, ...mentioned], signal);
  }

  /** Waits for the session where it is not open yet, and says what for. */
  private async agent(signal: AbortSignal): Promise<Agent> {
    const { agent, ready, config } = this.session;
    if (agent) return agent;
    this.store.dispatch({ type: 'session_opening', servers: connectingServers(config), now: Date.now() });
    return unlessAborted(ready, signal);
  }

  private newMetrics(): SessionMetrics {
    return new SessionMetrics(() => this.session.config.getModel());
  }

  private parse(text: string): ReturnType<typeof parseCommandLine<InteractiveContext>> {
    return parseCommandLine(text, this.commands);
  }

  private async work(first: Submission, isPrompt = false): Promise<void> {
    this.isWorking = true;
    try {
      let next: Submission | undefined = first;
      for (let verbatim = isPrompt; next; verbatim = false) {
        const controller: AbortController = (this.current = new AbortController());
        const message: Submission = next;
        await this.attempt(() => this.perform(message, verbatim, controller.signal));
        // Who cancels wants to look first: what waits is offered for editing instead of being sent.
        next = controller.signal.aborted ? undefined : this.queue.takeFirst();
      }
    } finally {
      this.current = undefined;
      this.isWorking = false;
      this.store.dispatch({ type: 'idle' });
    }
  }

  private async perform(message: Submission, verbatim: boolean, signal: AbortSignal): Promise<void> {
    if (!verbatim && message.text.startsWith('!')) return this.runShell(message, signal);
    const line = verbatim ? ({ kind: 'prompt' } as const) : this.parse(message.text);
    switch (line.kind) {
      case 'command':
        return this.runCommand(line.command, line.args, signal);
      case 'unknown':
        this.notice('error', unknownCommand(line.name, line.meant));
        return;
      case 'prompt':
        await this.runPrompt(message, signal);
    }
  }

  private async runPrompt({ text, display }: Submission, signal: AbortSignal): Promise<void> {
    this.store.dispatch({ type: 'prompt_sent', text: display, now: Date.now() });
    const agent = await this.agent(signal);
    const { config } = this.session;
    const parts = await withMentionedFiles(text, config, signal, (notice) => this.notice('info', notice));
    await this.runAgent(agent, parts, signal);
  }

  private async runAgent(agent: Agent, prompt: Part[], signal: AbortSignal): Promise<void> {
    this.promptCount++;
    const takeMessages = (): string[] => this.takeSteering();
    await this.show(agent.run(prompt, { signal, requestApproval: this.approvals.request, takeMessages }), signal);
    this.refreshFacts();
    this.options.onAnswer?.();
  }

  /** @returns what the events end with */
  private async show<T>(events: AsyncGenerator<AgentEvent, T>, signal: AbortSignal): Promise<T> {
    for (;;) {
      const { value: event, done } = await events.next();
      if (done) return event;
      this.metrics.add(event);
      this.store.dispatch({ type: 'agent_event', event, now: Date.now() });
      // Calls can change the branch and, when a plan was approved, the mode.
      if (event.type === 'tool_call_end') refreshFacts(this.store, this.session);
      else if (event.type === 'tool_call_awaiting_approval') this.notifyHooks(event.value, signal);
    }
  }

  /** Hooks may call a person who looks elsewhere; the question does not wait for them. */
  private notifyHooks({ displayName, preview }: ApprovalRequest, signal: AbortSignal): void {
    const notification = { title: displayName, message: preview.title, notification_type: 'permission_prompt' };
    void this.attempt(async () => {
      await this.session.config.getHookSystem().fireNotificationEvent(notification, signal);
    });
  }

  /** Messages that can join the running turn: those before the first command. */
  private takeSteering(): string[] {
    const taken = this.queue.takeWhile(({ text }) => this.isPlainPrompt(text));
    for (const { display } of taken) this.append({ type: 'user', text: display });
    return taken.map(({ text }) => text);
  }

  private isPlainPrompt(text: string): boolean {
    return !text.startsWith('!') && !hasMention(text) && this.parse(text).kind === 'prompt';
  }

  private async runShell({ text, display }: Submission, signal: AbortSignal): Promise<void> {
    this.append({ type: 'user', text: display });
    const agent = await this.agent(signal);
    await runShellLine(text.slice(1).trim(), this.session.config, agent, signal, (event) =>
      this.store.dispatch({ type: 'agent_event', event, now: Date.now() }),
    );
  }

  private async runCommand(command: InteractiveCommand, args: string, signal: AbortSignal): Promise<void> {
    const echo: TranscriptContent = { type: 'user', text: `/${command.name}${args ? ` ${args}` : ''}` };
    let result: CommandResult | undefined;
    try {
      result = await this.whileShown(async () => command.run(await this.contextFor(signal), args));
    } finally {
      // A picker speaks for itself.
      if (!result || !isQuestion(result)) this.append(echo);
    }
    await this.options.apply(result, this);
  }

  private async contextFor(signal: AbortSignal): Promise<InteractiveContext> {
    const agent = await this.agent(signal);
    const { config, startedAt } = this.session;
    return {
      mode: 'interactive',
      config,
      agent,
      sessionId: config.getSessionId(),
      metrics: this.metrics,
      sessionDurationMs: performance.now() - startedAt,
      commands: this.commands,
      env: process.env,
      signal,
      ...this.options.surroundings(),
    };
  }

  /** Shows that something goes on, unless it is over before anybody wonders. */
  private async whileShown<T>(run: () => Promise<T>): Promise<T> {
    const show = (): void => this.store.dispatch({ type: 'work_started', now: Date.now() });
    const timer = setTimeout(show, SHOWN_AFTER_MS);
    try {
      return await run();
    } finally {
      clearTimeout(timer);
      if (!this.isWorking) this.store.dispatch({ type: 'idle' });
    }
  }

  /** Tells the person of a failure. */
  async attempt(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (this.current?.signal.aborted) this.notice('info', 'Cancelled.');
      else this.notice('error', error instanceof Error ? error.message : String(error));
    }
  }
}

function isQuestion({ type }: CommandResult): boolean {
  return type === 'choose' || type === 'ask';
}

function unknownCommand(name: string, meant: string | undefined): string {
  return `There is no command /${name}. ${meant ? `Did you mean /${meant}?` : '/help lists them.'}`;
}
