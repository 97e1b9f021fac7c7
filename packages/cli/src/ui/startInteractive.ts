/** Runs the interactive terminal until the person leaves or the process is told to end. */
import os from 'node:os';
import type { Instance } from 'ink';
import { SessionService, type ResumedSessionData } from '@qwen-code/qwen-code-core';
import type { CliArguments } from '../arguments/parseArguments.js';
import { chooseGenerator, resolveGenerator, type ChosenGenerator } from '../provider/chooseGenerator.js';
import { findSession } from '../session/findSession.js';
import { disabledCommands, isRecorded, prepareSession } from '../session/prepareSession.js';
import { loadSettings } from '../settings/loadSettings.js';
import type { Settings } from '../settings/schema.js';
import { OpenedSession } from './agent/openedSession.js';
import type { SessionController } from './agent/sessionController.js';
import { customCommandFolders, loadCustomCommands } from './commands/customCommands.js';
import { interactiveCommands } from './commands/registry.js';
import { chooseProvider } from './commands/authCommand.js';
import { firstFrame } from './frameLines.js';
import { TerminalOutput } from './terminal/terminalOutput.js';
import { TerminalApp, themeFor } from './terminalApp.js';
import { shortPath } from './text/format.js';
import { line, type ColorName } from './text/styledLine.js';
import { settleTrust } from './trust/settleTrust.js';

export async function startInteractive(args: CliArguments, cwd: string, signal: AbortSignal): Promise<void> {
  const own = await loadSettings({ cwd, env: process.env, isTrusted: false });
  const isScreenReader = args.screenReader ?? own.settings.ui?.accessibility?.screenReader ?? false;
  const colorDepth = process.stdout.getColorDepth();
  const theme = themeFor(own.settings, { colorDepth, isScreenReader });
  const isTrusted = await settleTrust({ cwd, settings: own.settings, theme, isScreenReader });
  const load = () => loadSettings({ cwd, env: process.env, isTrusted });
  const { settings, addedVariables, warnings } = await load();
  Object.assign(process.env, addedVariables);

  const runtimeOutputDir = settings.advanced?.runtimeOutputDir;
  const isRecording = isRecorded(args, settings);
  const [resumed, chosen, custom] = await Promise.all([
    args.resume === true ? undefined : findSession({ cwd, args, isRecording, runtimeOutputDir }),
    // How large the window is, is asked when the session opens.
    resolveGenerator({ args, settings, env: process.env }),
    loadCustomCommands(customCommandFolders(cwd, isTrusted)),
  ]);
  const notices = [...warnings, ...custom.warnings];
  let onWarning = (text: string): void => void notices.push(text);
  let onDrawn = (): void => undefined;
  const drawn = new Promise<void>((resolve) => (onDrawn = resolve));
  const open = async (
    from: ResumedSessionData | undefined,
    model: ChosenGenerator,
    current: Settings,
    sessionId?: string,
  ): Promise<OpenedSession> => {
    const sources = { cwd, args: { ...args, sessionId }, settings: current, chosen: model, resumed: from };
    const { parameters } = await prepareSession(sources);
    const complete = { ...parameters, projectAgents: isTrusted, onWarning: (text: string) => onWarning(text) };
    return new OpenedSession(complete, from, drawn);
  };
  const sessions = new SessionService({ cwd, runtimeOutputDir });
  const app = new TerminalApp({
    cwd,
    settings,
    chosen,
    isScreenReader,
    colorDepth,
    isRecorded: isRecording,
    commands: interactiveCommands(disabledCommands(args, settings), custom.commands),
    sessions,
    session: await open(resumed, chosen, settings, args.sessionId),
    open,
    chooseModel: (model, current) => chooseGenerator({ args: { ...args, model }, settings: current, env: process.env }),
    loadSettings: async () => (await load()).settings,
  });
  onWarning = (text) => app.controller.notice('warning', text);
  signal.addEventListener('abort', () => app.leave());
  if (signal.aborted) app.leave();
  begin(app, { args, settings, chosen, notices });
  const unshown: string[] = [];
  // The screen is gone then.
  void app.left.then(() => (onWarning = (text) => void unshown.push(text)));
  const farewell = await show(app, onDrawn);
  // Nobody is there to read it when the process is told to end.
  if (!signal.aborted) await takeLeave(app, sessions, { farewell, unshown });
}

/**
 * Until the person leaves.
 *
 * @returns what the person should know then. @throws when the session turns out to be unusable
 */
async function show(app: TerminalApp, onDrawn: () => void): Promise<string | undefined> {
  const output = new TerminalOutput(process.stdout);
  let screen: Instance | undefined;
  try {
    drawAhead(app, output);
    const { drawScreen } = await import('./drawScreen.js');
    screen = drawScreen(app, output);
    onDrawn();
    await Promise.race([app.left, screen.waitUntilExit(), failureOf(app.controller.session.ready)]);
    return app.farewell;
  } finally {
    onDrawn();
    screen?.unmount();
    output.close();
    await app.dispose();
  }
}

/** Writes below the screen, which is gone: warnings that came too late for it, then how to go on. */
async function takeLeave(
  app: TerminalApp,
  sessions: SessionService,
  { farewell, unshown }: { farewell: string | undefined; unshown: readonly string[] },
): Promise<void> {
  const say = (text: string, color: ColorName): void =>
    void process.stdout.write(`${app.getTheme().paint(line(text, color))}\n`);
  for (const text of unshown) say(`! ${text}`, 'warning');
  // After a warning it may be that nothing of the session could be kept.
  const [newest] = unshown.length > 0 ? await sessions.listSessions({ limit: 1 }) : [];
  const isKept = unshown.length === 0 || newest?.sessionId === app.controller.session.config.getSessionId();
  if (farewell && isKept) say(farewell, 'muted');
}

/** Rejects as the promise does, and never resolves. */
function failureOf(promise: Promise<unknown>): Promise<never> {
  return promise.then(() => new Promise<never>(() => undefined));
}

/** Loading what draws the screen takes as long as all else; meanwhile there is something to read, and one can type. */
function drawAhead(app: TerminalApp, output: TerminalOutput): void {
  const { columns, rows } = process.stdout;
  // Some terminals say only later how large they are.
  if (app.isScreenReader || !columns || !rows) return;
  const frame = firstFrame(app.store.getShown(), app.composer, { columns, rows, screenReader: false });
  if (frame)
    output.drawAhead(
      frame.lines.map((line) => app.getTheme().paint(line)),
      frame.cursor,
    );
}

interface Beginning {
  args: CliArguments;
  settings: Settings;
  chosen: ChosenGenerator;
  /** Warnings so far. */
  notices: readonly string[];
}

/** Without a provider the set-up comes first; the demo runs below it. */
function begin(app: TerminalApp, { args, settings, chosen, notices }: Beginning): void {
  const { controller } = app;
  const named = args.model ?? settings.model?.name ?? args.promptInteractive;
  const needsSetUp = chosen.generator.authType === undefined && named === undefined;
  if (!settings.ui?.hideBanner) showBanner(controller, !needsSetUp);
  for (const notice of notices) controller.notice('warning', notice);
  if (needsSetUp) void controller.run((context) => chooseProvider(context, 'No model is set up yet. Which provider?'));
  else if (chosen.notice) controller.notice('info', chosen.notice);
  else app.showTip('startup');
  if (args.resume === true) void controller.submit({ text: '/resume', display: '/resume' });
  // A session that cannot be opened ends the program.
  const showReady = (): Promise<void> => controller.attempt(() => app.showReady());
  controller.session.ready.then(showReady, () => undefined);
  if (args.promptInteractive !== undefined) void controller.sendPrompt(args.promptInteractive);
}

/** @param hasModel else the demo stands in until one is chosen */
function showBanner(controller: SessionController, hasModel: boolean): void {
  const { config } = controller.session;
  const cwd = shortPath(config.workspace.cwd, os.homedir());
  controller.append({ type: 'banner', model: hasModel ? config.getModel() : undefined, cwd });
}
