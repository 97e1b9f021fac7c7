/** The parts of the interactive terminal, put together; React only draws what they hold. */
import path from 'node:path';
import { listProjectFiles, type ResumedSessionData, type SessionService } from '@qwen-code/qwen-code-core';
import type { ChosenGenerator } from '../provider/chooseGenerator.js';
import type { TipTrigger } from '../services/tips/tipRegistry.js';
import type { Settings } from '../settings/schema.js';
import type { OpenedSession } from './agent/openedSession.js';
import { replayRecords } from './agent/replay.js';
import { runResult, type TerminalPort } from './agent/resultRunner.js';
import { rewindTo } from './agent/rewind.js';
import { SessionController } from './agent/sessionController.js';
import { copyToClipboard } from './clipboard.js';
import type { InteractiveCommand } from './commands/types.js';
import { ComposerModel } from './composer/composerModel.js';
import type { Submission } from './composer/composerState.js';
import { PromptHistory } from './composer/promptHistory.js';
import { Dialogs } from './dialogs.js';
import { initialViewState } from './state/viewState.js';
import { ViewStore } from './state/viewStore.js';
import { createTheme, type Theme } from './theme/theme.js';
import { nextTip } from './tips.js';

export interface TerminalAppOptions {
  cwd: string;
  settings: Settings;
  commands: readonly InteractiveCommand[];
  sessions: SessionService;
  session: OpenedSession;
  isRecorded: boolean;
  isScreenReader: boolean;
  /** Bits of colour of the terminal. */
  colorDepth: number;
  /** The model in use. */
  chosen: ChosenGenerator;
  /** @param settings as they are now, like those of `chooseModel` */
  open(resumed: ResumedSessionData | undefined, chosen: ChosenGenerator, settings: Settings): Promise<OpenedSession>;
  chooseModel(model: string, settings: Settings): Promise<ChosenGenerator>;
  /** Reads the settings files again. */
  loadSettings(): Promise<Settings>;
}

export class TerminalApp implements TerminalPort {
  readonly store: ViewStore;
  readonly dialogs: Dialogs;
  readonly controller: SessionController;
  readonly composer: ComposerModel;
  /** Resolves when the person leaves. */
  readonly left: Promise<void>;
  private settings: Settings;
  private chosen: ChosenGenerator;
  private theme: Theme;
  private readonly themeListeners = new Set<() => void>();
  private onLeave: () => void = () => undefined;

  constructor(private readonly options: TerminalAppOptions) {
    const { session, commands, cwd, sessions, chooseModel } = options;
    this.settings = options.settings;
    this.chosen = options.chosen;
    this.store = new ViewStore(initialViewState(session.config.getContextWindow()));
    this.dialogs = new Dialogs(this.store);
    this.controller = new SessionController({
      store: this.store,
      session,
      commands,
      surroundings: () => ({
        settings: this.settings,
        sessions,
        chooseModel: (model, settings = this.settings) => chooseModel(model, settings),
      }),
      apply: (result, controller) => runResult(result, controller, this.dialogs, this),
      onAnswer: () => this.showTip('post-response'),
    });
    this.composer = new ComposerModel({
      history: new PromptHistory(options.isRecorded ? historyFile(session) : undefined),
      cwd,
      commands: () => this.commandChoices(),
      listFiles: (signal) => listProjectFiles(session.config.workspace, { signal, filtering: this.fileFiltering }),
    });
    this.composer.setVim(this.settings.general?.vimMode ?? false);
    this.theme = themeFor(this.settings, options);
    this.left = new Promise((resolve) => (this.onLeave = resolve));
    this.controller.refreshFacts();
  }

  get isScreenReader(): boolean {
    return this.options.isScreenReader;
  }

  readonly getTheme = (): Theme => this.theme;

  readonly subscribeTheme = (listener: () => void): (() => void) => {
    this.themeListeners.add(listener);
    return () => this.themeListeners.delete(listener);
  };

  submit({ text, display, isShell }: Submission): Promise<void> {
    const mark = isShell ? '!' : '';
    return this.controller.submit({ text: mark + text, display: mark + display });
  }

  /** Stops what runs; what waits to be sent comes back for editing. @returns whether anything ran */
  interrupt(): boolean {
    if (!this.controller.cancel()) return false;
    this.composer.putBack(this.controller.queue.takeAll().map(({ text }) => text));
    return true;
  }

  /** The message that was queued last, for editing. */
  takeQueued(): string | undefined {
    return this.controller.queue.takeLast()?.text;
  }

  showTip(trigger: TipTrigger): void {
    if (this.settings.ui?.hideTips) return;
    const { session, promptCount } = this.controller;
    const tip = nextTip(trigger, {
      lastPromptTokenCount: session.agent?.client.getChat().getLastPromptTokenCount() ?? 0,
      contextWindowSize: session.config.getContextWindow(),
      sessionPromptCount: promptCount,
    });
    if (tip) this.controller.notice('tip', tip);
  }

  /** Approves a plan, and the edits that it leads to. */
  allowAndEditFreely(callId: string): void {
    this.controller.session.config.setModeAfterPlan('auto-edit');
    this.controller.decide(callId, { decision: 'allow-once' });
  }

  chooseRewind(): void {
    void this.controller.submit({ text: '/rewind', display: '/rewind' });
  }

  leave(): void {
    this.store.dispatch({ type: 'leave' });
    this.onLeave();
  }

  /** How to go on with the session later; `undefined` when nothing is kept of it. */
  get farewell(): string | undefined {
    const { config, agent } = this.controller.session;
    const isKept = config.getChatRecordingService() && agent?.client.getChat().getLastHistoryEntry();
    return isKept ? `To go on: qwen --continue, or qwen --resume ${config.getSessionId()}` : undefined;
  }

  copy(text: string): Promise<string> {
    return copyToClipboard(text);
  }

  async openSession(sessionId: string | undefined): Promise<void> {
    const { sessions, open } = this.options;
    const resumed = sessionId === undefined ? undefined : await sessions.loadSession(sessionId);
    // Rules have been written to the settings since.
    await this.reloadSettings();
    const session = await open(resumed, this.chosen, this.settings);
    // What cannot be opened leaves everything as it is.
    await session.ready;
    session.config.setApprovalMode(this.controller.session.config.getApprovalMode());
    await this.controller.switchTo(session);
    this.store.dispatch({ type: 'session_replaced' });
    await this.showReady();
  }

  /** Waits for the session, and prints what a resumed one held. */
  async showReady(): Promise<void> {
    const { session } = this.controller;
    await session.ready;
    this.controller.refreshFacts();
    if (!session.resumed) return;
    for (const warning of session.resumed.warnings) this.controller.notice('warning', warning);
    const { items, omitted } = replayRecords(session.resumed.conversation.messages, session.config);
    if (omitted > 0) this.controller.notice('info', `${omitted} earlier items are not shown; /export writes all.`);
    for (const item of items) this.controller.append(item);
    this.controller.notice('info', 'The session goes on from here.');
    this.controller.refreshFacts();
  }

  async rewind(recordId: string): Promise<void> {
    const { config, ready } = this.controller.session;
    const prompt = await rewindTo(recordId, { config, agent: await ready, sessions: this.options.sessions });
    this.controller.notice('info', 'The conversation goes on before this prompt; files stay as they are.');
    this.composer.setText(prompt);
    this.controller.refreshFacts();
  }

  async reloadSettings(): Promise<void> {
    this.settings = await this.options.loadSettings();
    this.theme = themeFor(this.settings, this.options);
    for (const listener of this.themeListeners) listener();
    this.composer.setVim(this.settings.general?.vimMode ?? false);
  }

  async useModel(chosen: ChosenGenerator): Promise<void> {
    this.chosen = chosen;
    const { config } = this.controller.session;
    config.setContentGeneratorConfig(chosen.generator, chosen.contentGenerator);
    await config.detectContextWindow();
    this.controller.refreshFacts();
  }

  async dispose(): Promise<void> {
    this.composer.close();
    this.controller.cancel();
    await this.controller.session.dispose();
  }

  private get fileFiltering() {
    const { respectGitIgnore, respectQwenIgnore } = this.settings.context?.fileFiltering ?? {};
    return { respectGitIgnore, respectQwenIgnore };
  }

  private commandChoices() {
    return this.controller.commands.map(({ name, altNames, description, argumentHint, completions }) => ({
      name,
      altNames,
      description,
      argumentHint,
      completeArguments: completions && (() => completions({ settings: this.settings })),
    }));
  }
}

/** The colours of the settings, as far as the terminal has them. */
export function themeFor(
  { ui }: Settings,
  { colorDepth, isScreenReader: screenReader }: Pick<TerminalAppOptions, 'colorDepth' | 'isScreenReader'>,
): Theme {
  return createTheme({ name: ui?.theme, colorDepth, env: process.env, screenReader });
}

/** One history of prompts a project. */
function historyFile({ config }: OpenedSession): string {
  return path.join(path.dirname(config.storage.chatsDirectory), 'prompt_history.jsonl');
}
