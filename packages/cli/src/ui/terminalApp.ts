/** The parts of the interactive terminal, put together; React only draws what they hold. */
import path from 'node:path';
import { SessionService, type ResumedSessionData } from '@qwen-code/qwen-code-core';
import type { CliArguments } from '../arguments/parseArguments.js';
import type { Settings } from '../settings/schema.js';
import { isRecorded } from '../session/prepareSession.js';
import { ComposerModel } from './composer/composerModel.js';
import { PromptHistory } from './composer/promptHistory.js';
import { copyToClipboard } from './clipboard.js';
import { Dialogs } from './dialogs.js';
import { OpenedSession } from './agent/openedSession.js';
import { runResult, type TerminalPort } from './agent/resultRunner.js';
import { SessionController } from './agent/sessionController.js';
import { initialViewState, type Submission } from './state/viewState.js';
import { ViewStore } from './state/viewStore.js';
import type { InteractiveCommand } from './commands/types.js';
import { createTheme, type Theme } from './theme/theme.js';

export interface TerminalAppOptions {
  cwd: string;
  args: CliArguments;
  settings: Settings;
  commands: readonly InteractiveCommand[];
  resumed: ResumedSessionData | undefined;
  /** Starts a session with the provider in use; the same settings for each. */
  open(resumed: ResumedSessionData | undefined): Promise<OpenedSession>;
  session: OpenedSession;
  /** Reads the settings files again. */
  loadSettings(): Promise<Settings>;
}

export class TerminalApp implements TerminalPort {
  readonly store: ViewStore;
  readonly dialogs: Dialogs;
  readonly controller: SessionController;
  readonly composer: ComposerModel;
  readonly history: PromptHistory;
  /** Resolves when the person leaves. */
  readonly left: Promise<void>;
  readonly isScreenReader: boolean;
  private theme: Theme;
  private readonly themeListeners = new Set<() => void>();
  private onLeave: () => void = () => undefined;

  constructor(private readonly options: TerminalAppOptions) {
    const { session, settings, commands, cwd } = options;
    this.store = new ViewStore(initialViewState(session.config.getContextWindow()));
    this.dialogs = new Dialogs(this.store);
    this.controller = new SessionController({
      store: this.store,
      session,
      commands,
      settings,
      apply: (result, controller) => runResult(result, controller, this.dialogs, this),
    });
    this.history = new PromptHistory(isRecorded(options.args, settings) ? historyFile(session) : undefined);
    this.composer = new ComposerModel({ history: this.history, cwd, commands: () => this.commandChoices() });
    this.isScreenReader = options.args.screenReader ?? settings.ui?.accessibility?.screenReader ?? false;
    this.theme = this.themeOf(settings);
    this.left = new Promise((resolve) => (this.onLeave = resolve));
    this.controller.refreshFacts();
  }

  readonly getTheme = (): Theme => this.theme;

  readonly subscribeTheme = (listener: () => void): (() => void) => {
    this.themeListeners.add(listener);
    return () => this.themeListeners.delete(listener);
  };

  submit({ text, display }: Submission): void {
    this.history.add(text);
    this.controller.submit({ text, display });
  }

  /** Stops what runs; what waits to be sent comes back for editing. @returns whether anything ran */
  interrupt(): boolean {
    if (!this.controller.cancel()) return false;
    const queued = this.takeQueued();
    if (queued !== undefined && this.composer.isEmpty) this.composer.setText(queued);
    return true;
  }

  takeQueued(): string | undefined {
    const queue = this.controller.takeQueue();
    return queue.length > 0 ? queue.map(({ text }) => text).join('\n') : undefined;
  }

  /** Approves a plan, and the edits that it leads to. */
  allowAndEditFreely(callId: string): void {
    this.controller.session.config.setModeAfterPlan('auto-edit');
    this.controller.decide(callId, { decision: 'allow-once' });
  }

  chooseRewind(): void {
    this.controller.submit({ text: '/rewind', display: '/rewind' });
  }

  /** Set by the screen. */
  redraw: () => void = () => undefined;

  leave(): void {
    this.onLeave();
  }

  edit(text: string): void {
    this.composer.setText(text);
  }

  copy(text: string): Promise<string> {
    return copyToClipboard(text);
  }

  async openSession(sessionId: string | undefined): Promise<void> {
    const { cwd, settings } = this.options;
    const service = new SessionService({ cwd, runtimeOutputDir: settings.advanced?.runtimeOutputDir });
    const resumed = sessionId === undefined ? undefined : await service.loadSession(sessionId);
    await this.controller.switchTo(await this.options.open(resumed));
  }

  async rewind(_recordId: string): Promise<void> {
    throw new Error('not yet');
  }

  async reloadSettings(): Promise<void> {
    this.controller.settings = await this.options.loadSettings();
    this.theme = this.themeOf(this.controller.settings);
    for (const listener of this.themeListeners) listener();
  }

  async dispose(): Promise<void> {
    this.composer.close();
    this.controller.cancel();
    await this.controller.session.dispose();
  }

  private commandChoices() {
    return this.controller.commands.map(({ name, altNames, description, argumentHint }) => ({
      name,
      altNames,
      description,
      argumentHint,
    }));
  }

  private themeOf(settings: Settings): Theme {
    return createTheme({
      name: settings.ui?.theme,
      colorDepth: process.stdout.getColorDepth?.() ?? 1,
      env: process.env,
      screenReader: this.isScreenReader,
    });
  }
}

/** One history of prompts a project. */
function historyFile({ config }: OpenedSession): string {
  return path.join(path.dirname(config.storage.chatsDirectory), 'prompt_history.jsonl');
}
