/** The whole screen: the printed transcript, what is going on now, the input line or a question, and the footer. */
import { Static, Text, Transform, useStdout } from 'ink';
import { memo, useCallback, useInsertionEffect, useRef, useState, useSyncExternalStore } from 'react';
import { DisplayContext, type Display } from './components/display.js';
import { HelpOverlay } from './components/HelpOverlay.js';
import { Lines } from './components/Lines.js';
import { LiveRegion } from './components/LiveRegion.js';
import { Composer } from './composer/Composer.js';
import { editExternally, type EditorResult } from './composer/externalEditor.js';
import { DialogView } from './DialogView.js';
import { composerFrame, footerOf, PLACEHOLDER, printedLines } from './frameLines.js';
import { Pager } from './pager/Pager.js';
import { useAlternateScreen } from './pager/useAlternateScreen.js';
import type { Transcript, TranscriptContent, ViewState } from './state/viewState.js';
import { markOf } from './terminal/printedItems.js';
import type { TerminalApp } from './terminalApp.js';
import type { TerminalOutput } from './terminal/terminalOutput.js';
import { stopProcess } from './stopProcess.js';
import { useAppKeys } from './useAppKeys.js';
import { useContinuation } from './useContinuation.js';
import { useLentTerminal } from './useLentTerminal.js';
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
  const { screen, enter, leave } = useAlternateScreen(output);
  const { isLent, lend } = useLentTerminal(output);
  // What is printed while another screen or program has the terminal would be lost: it waits.
  const isShown = screen === 'off' && !isLent;
  const [isHelpShown, setHelpShown] = useState(false);
  const redraw = useCallback(() => write(CLEAR_SCREEN), [write]);
  useContinuation(isLent, redraw);
  const hint = useAppKeys(app, {
    showHelp: () => setHelpShown(true),
    showTranscript: enter,
    redraw,
    suspend: () => {
      if (isShown) void lend(stopProcess);
    },
  });
  const printed = useRef(state.transcript);
  if (isShown) printed.current = state.transcript;

  const display: Display = { columns, rows, theme, screenReader: app.isScreenReader };
  return (
    <DisplayContext.Provider value={display}>
      <Printed items={printed.current} display={display} output={output} />
      {screen === 'on' && <Pager items={state.transcript} onClose={leave} />}
      {isShown && !state.isLeaving && (
        <Work
          app={app}
          output={output}
          onEdit={(text) => lend(() => editExternally(text))}
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

interface PrintedProps {
  items: Transcript;
  display: Display;
  output: TerminalOutput;
}

/** Each item once, above all that is drawn again. */
function Printed({ items, display, output }: PrintedProps) {
  // Before ink draws.
  useInsertionEffect(() =>
    output.items.printWith((index) =>
      printedLines(items, index, display)
        .map((line) => `${display.theme.paint(line)}\n`)
        .join(''),
    ),
  );
  return <Marks items={items} />;
}

const Marks = memo(function Marks({ items }: { items: Transcript }) {
  return (
    // It asks for `length` and `slice` only.
    <Static items={items as unknown as TranscriptContent[]}>
      {(_, index) => (
        // One column wide while ink lays it out: a wider mark would be torn in a narrow terminal.
        <Transform key={index} transform={() => markOf(index)} accessibilityLabel={markOf(index)}>
          <Text>-</Text>
        </Transform>
      )}
    </Static>
  );
});

interface WorkProps extends AppContainerProps {
  onEdit(text: string): Promise<EditorResult>;
  state: ViewState;
  display: Display;
  hint: string | undefined;
  isHelpShown: boolean;
  onHelpClosed(): void;
}

function Work({ app, output, onEdit, state, display, hint, isHelpShown, onHelpClosed }: WorkProps) {
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
        <DialogView app={app} approvals={approvals} dialog={dialog} maximumRows={questionRows} onEdit={onEdit} />
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
          onEdit={onEdit}
          onError={(message) => app.controller.notice('error', message)}
        />
      )}
      <Lines lines={footer} />
    </>
  );
}
