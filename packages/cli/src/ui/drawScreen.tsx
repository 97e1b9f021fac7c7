/** Puts the app on the screen, with ink. */
import { render, type Instance } from 'ink';
import { AppContainer } from './AppContainer.js';
import { KeysProvider } from './keys/KeysProvider.js';
import type { TerminalOutput } from './terminal/terminalOutput.js';
import type { TerminalApp } from './terminalApp.js';

export function drawScreen(app: TerminalApp, output: TerminalOutput): Instance {
  return render(
    <KeysProvider>
      <AppContainer app={app} output={output} />
    </KeysProvider>,
    { stdout: output.stream, exitOnCtrlC: false, isScreenReaderEnabled: app.isScreenReader },
  );
}
