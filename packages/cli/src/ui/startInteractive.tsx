/** Runs the interactive terminal until the person leaves. */
import { render } from 'ink';
import path from 'node:path';
import { SessionService, type ResumedSessionData } from '@qwen-code/qwen-code-core';
import type { CliArguments } from '../arguments/parseArguments.js';
import { chooseGenerator, type ChosenGenerator } from '../provider/chooseGenerator.js';
import { findSession } from '../session/findSession.js';
import { disabledCommands, isRecorded, prepareSession } from '../session/prepareSession.js';
import { loadSettings } from '../settings/loadSettings.js';
import { globalDirectory } from '../settings/paths.js';
import { OpenedSession } from './agent/openedSession.js';
import { AppContainer } from './AppContainer.js';
import { loadCustomCommands } from './commands/customCommands.js';
import { interactiveCommands } from './commands/registry.js';
import { KeysProvider } from './keys/KeysProvider.js';
import { TerminalApp } from './terminalApp.js';

export async function startInteractive(args: CliArguments, cwd: string): Promise<undefined> {
  const isTrusted = true;
  const load = () => loadSettings({ cwd, env: process.env, isTrusted });
  const { settings, addedVariables, warnings } = await load();
  Object.assign(process.env, addedVariables);
  const runtimeOutputDir = settings.advanced?.runtimeOutputDir;
  const isPicking = args.resume === true;
  const folders = [...(isTrusted ? [path.join(cwd, '.qwen')] : []), globalDirectory()];
  const [resumed, initiallyChosen, custom] = await Promise.all([
    isPicking ? undefined : findSession({ cwd, args, isRecording: isRecorded(args, settings), runtimeOutputDir }),
    chooseGenerator({ args, settings, env: process.env }),
    loadCustomCommands(folders.map((folder) => path.join(folder, 'commands'))),
  ]);

  let chosen = initiallyChosen;
  const notices = [...warnings, ...custom.warnings];
  let onWarning = (text: string): void => void notices.push(text);
  const open = async (from?: ResumedSessionData, sessionId?: string): Promise<OpenedSession> => {
    const { parameters } = await prepareSession({ cwd, args: { ...args, sessionId }, settings, chosen, resumed: from });
    return OpenedSession.open({ ...parameters, onWarning: (text) => onWarning(text) }, from);
  };
  const app = new TerminalApp({
    cwd,
    settings,
    commands: interactiveCommands(disabledCommands(args, settings), custom.commands),
    sessions: new SessionService({ cwd, runtimeOutputDir }),
    session: await open(resumed, args.sessionId),
    isRecorded: isRecorded(args, settings),
    isScreenReader: args.screenReader ?? settings.ui?.accessibility?.screenReader ?? false,
    open: (from) => open(from),
    chooseModel: async (model): Promise<ChosenGenerator> =>
      (chosen = await chooseGenerator({ args: { ...args, model }, settings, env: process.env })),
    loadSettings: async () => (await load()).settings,
  });
  onWarning = (text) => app.controller.notice('warning', text);
  greet(app, { cwd, notices, notice: chosen.notice, hidesBanner: settings.ui?.hideBanner ?? false });
  const instance = render(
    <KeysProvider>
      <AppContainer app={app} />
    </KeysProvider>,
    { exitOnCtrlC: false, isScreenReaderEnabled: app.isScreenReader },
  );
  try {
    begin(app, args);
    await Promise.race([app.left, instance.waitUntilExit()]);
  } finally {
    instance.unmount();
    await app.dispose();
  }
  return undefined;
}

interface Greeting {
  cwd: string;
  notices: readonly string[];
  notice: string | undefined;
  hidesBanner: boolean;
}

function greet(app: TerminalApp, { cwd, notices, notice, hidesBanner }: Greeting): void {
  const { controller } = app;
  if (!hidesBanner) controller.append({ type: 'banner', model: controller.session.config.getModel(), cwd });
  for (const warning of notices) controller.notice('warning', warning);
  if (notice) controller.notice('info', notice);
}

function begin(app: TerminalApp, { resume, promptInteractive }: CliArguments): void {
  if (resume === true) app.controller.submit({ text: '/resume', display: '/resume' });
  void app.controller.attempt(() => app.showResumed());
  if (promptInteractive !== undefined) app.controller.sendPrompt(promptInteractive);
}
