/** Runs the interactive terminal until the person leaves. */
import { render } from 'ink';
import type { CliArguments } from '../arguments/parseArguments.js';
import { chooseGenerator } from '../provider/chooseGenerator.js';
import { findSession } from '../session/findSession.js';
import { disabledCommands, isRecorded, prepareSession } from '../session/prepareSession.js';
import { loadSettings } from '../settings/loadSettings.js';
import { OpenedSession } from './agent/openedSession.js';
import { AppContainer } from './AppContainer.js';
import { interactiveCommands } from './commands/registry.js';
import { KeysProvider } from './keys/KeysProvider.js';
import { TerminalApp } from './terminalApp.js';

export async function startInteractive(args: CliArguments, cwd: string): Promise<undefined> {
  const { settings, addedVariables, warnings } = await loadSettings({ cwd, env: process.env, isTrusted: true });
  Object.assign(process.env, addedVariables);
  const runtimeOutputDir = settings.advanced?.runtimeOutputDir;
  const [resumed, chosen] = await Promise.all([
    findSession({ cwd, args, isRecording: isRecorded(args, settings), runtimeOutputDir }),
    chooseGenerator({ args, settings, env: process.env }),
  ]);
  const open = async (from: typeof resumed): Promise<OpenedSession> => {
    const { parameters } = await prepareSession({ cwd, args, settings, chosen, resumed: from });
    return OpenedSession.open({ ...parameters, onWarning: (text) => app?.controller.notice('warning', text) }, from);
  };
  let app: TerminalApp | undefined;
  const terminal = (app = new TerminalApp({
    cwd,
    args,
    settings,
    commands: interactiveCommands(disabledCommands(args, settings)),
    resumed,
    open,
    session: await open(resumed),
    loadSettings: async () => (await loadSettings({ cwd, env: process.env, isTrusted: true })).settings,
  }));
  const { config } = terminal.controller.session;
  terminal.controller.append({ type: 'banner', model: config.getModel(), cwd });
  for (const warning of warnings) terminal.controller.notice('warning', warning);
  if (chosen.notice) terminal.controller.notice('info', chosen.notice);
  if (args.promptInteractive) terminal.submit({ text: args.promptInteractive, display: args.promptInteractive });
  const instance = render(
    <KeysProvider>
      <AppContainer app={terminal} />
    </KeysProvider>,
    { exitOnCtrlC: false, isScreenReaderEnabled: terminal.isScreenReader },
  );
  await terminal.left;
  instance.unmount();
  await terminal.dispose();
  return undefined;
}
