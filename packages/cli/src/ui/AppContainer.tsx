/** The whole screen: the printed transcript, what is going on now, the input line or a question, and the footer. */
import { Static, useStdout } from 'ink';
import { memo, useRef, useState, useSyncExternalStore } from 'react';
import { DisplayContext, type Display } from './components/display.js';
import { HelpOverlay } from './components/HelpOverlay.js';
import { Lines } from './components/Lines.js';
import { LiveRegion } from './components/LiveRegion.js';
import { TranscriptItemView } from './components/TranscriptItemView.js';
import { Composer } from './composer/Composer.js';
import { DialogView } from './DialogView.js';
import { composerFrame, footerOf, PLACEHOLDER } from './frameLines.js';
import { Pager } from './pager/Pager.js';
import { useAlternateScreen } from './pager/useAlternateScreen.js';
import type { TranscriptItem, ViewState } from './state/viewState.js';
import type { TerminalApp } from './terminalApp.js';
import type { TerminalOutput } from './terminal/terminalOutput.js';
import { useAppKeys } from './useAppKeys.js';
import { useExternalEditor, type ExternalEditor } from './useExternalEditor.js';
import { useTerminalSize } from './useTerminalSize.js';

/** Rows of what goes on that stay in view above a question. */
const ROWS_ABOVE_QUESTION = 5;
const CLEAR_SCREEN = '\x1b[2J\x1b[H';

export interface AppContainerProps {
  app: TerminalApp;
  output: TerminalOutput;
}

export function AppContainer({ app, output }: AppContainerProps) {
  const state = useSyncExternalStore(app.store.subscribe, app.store.getShown);
  const theme = useSyncExternalStore(app.subscribeTheme, app.getTheme);
  const { columns, rows } = useTerminalSize();
  const { write } = useStdout();
  const { screen, enter, leave } = useAlternateScreen();
  const editor = useExternalEditor(output);
  const [isHelpShown, setHelpShown] = useState(false);
  const hint = useAppKeys(app, {
    showHelp: () => setHelpShown(true),
    showTranscript: enter,
    redraw: () => write(CLEAR_SCREEN),
  });
  // What is printed while another screen or program has the terminal would be lost: it waits.
  const isShown = screen === 'off' && !editor.isOpen;
  const printed = useRef<readonly TranscriptItem[]>([]);
  if (isShown) printed.current = state.transcript;

  const display: Display = { columns, rows, theme, screenReader: app.isScreenReader };
  return (
    <DisplayContext.Provider value={display}>
      <Transcript items={printed.current} />
      {screen === 'on' && <Pager items={state.transcript} onClose={leave} />}
      {isShown && !state.isLeaving && (
        <Work
          app={app}
          output={output}
          editor={editor}
          state={state}
          display={display}
          hint={hint}
          isHelpShown={isHelpShown}
          onHelpClosed={() => setHelpShown(false)}
        />
      )}
    </DisplayContext.Provider>
  );
}

const Transcript = memo(function Transcript({ items }: { items: readonly TranscriptItem[] }) {
  return (
    <Static items={items as TranscriptItem[]}>
      {(item, index) => <TranscriptItemView key={item.id} item={item} previous={items[index - 1]} />}
    </Static>
  );
});

interface WorkProps extends AppContainerProps {
  editor: ExternalEditor;
  state: ViewState;
  display: Display;
  hint: string | undefined;
  isHelpShown: boolean;
  onHelpClosed(): void;
}

function Work({ app, output, editor, state, display, hint, isHelpShown, onHelpClosed }: WorkProps) {
  const { columns, rows, theme, screenReader } = display;
  useSyncExternalStore(app.composer.subscribe, app.composer.getState);
  const { approvals, dialog } = state;
  const footer = footerOf(state, display, hint);
  const isAsking = approvals.length > 0 || dialog !== undefined || isHelpShown;
  // One row stays free: a frame as high as the terminal makes it scroll.
  const room = rows - footer.length - 1;
  const composerRows = isAsking ? 0 : composerFrame(app.composer, display).lines.length;
  const questionRows = room - ROWS_ABOVE_QUESTION;
  return (
    <>
      <LiveRegion
        state={state}
        maximumRows={Math.max(1, isAsking ? ROWS_ABOVE_QUESTION : room - composerRows)}
        isPaused={isAsking}
      />
      {isHelpShown ? (
        <HelpOverlay commands={app.controller.commands} maximumRows={questionRows} onClose={onHelpClosed} />
      ) : (
        <DialogView app={app} approvals={approvals} dialog={dialog} maximumRows={questionRows} editor={editor} />
      )}
      {!isAsking && (
        <Composer
          model={app.composer}
          theme={theme}
          columns={columns}
          terminalRows={rows}
          isScreenReader={screenReader}
          placeholder={PLACEHOLDER}
          terminal={output}
          onSubmit={(submission) => void app.submit(submission)}
          takeQueued={() => app.takeQueued()}
          onEdit={editor.edit}
          onError={(message) => app.controller.notice('error', message)}
        />
      )}
      <Lines lines={footer} />
    </>
  );
}
