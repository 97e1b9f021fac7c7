/** The whole screen: the printed transcript, what is going on now, the input line or a question, and the footer. */
import { Static } from 'ink';
import os from 'node:os';
import { useState, useSyncExternalStore } from 'react';
import { DisplayContext, type Display } from './components/display.js';
import { footerLines } from './components/footerLines.js';
import { HelpOverlay } from './components/HelpOverlay.js';
import { Lines } from './components/Lines.js';
import { LiveRegion } from './components/LiveRegion.js';
import { TranscriptItemView } from './components/TranscriptItemView.js';
import { Composer } from './composer/Composer.js';
import { drawComposer } from './composer/composerView.js';
import { contextThresholds } from './contextThresholds.js';
import { DialogView } from './DialogView.js';
import type { TerminalApp } from './terminalApp.js';
import { useAppKeys } from './useAppKeys.js';
import { useTerminalSize } from './useTerminalSize.js';

/** Rows of what goes on that stay in view above a question. */
const ROWS_ABOVE_QUESTION = 5;

export function AppContainer({ app }: { app: TerminalApp }) {
  const state = useSyncExternalStore(app.store.subscribe, app.store.getShown);
  const theme = useSyncExternalStore(app.subscribeTheme, app.getTheme);
  const composer = useSyncExternalStore(app.composer.subscribe, app.composer.getState);
  const { columns, rows } = useTerminalSize();
  const [isHelpShown, setHelpShown] = useState(false);
  const hint = useAppKeys(app, { showHelp: () => setHelpShown(true) });

  const screenReader = app.isScreenReader;
  const display: Display = { columns, rows, theme, screenReader };
  const { session, context, transcript } = state;
  const thresholds = contextThresholds(context.windowTokens);
  const footer = footerLines({ session, context, thresholds, home: os.homedir(), hint }, display);
  const isAsking = state.approvals.length > 0 || state.dialog !== undefined || isHelpShown;
  // One row stays free: a frame as high as the terminal makes it scroll.
  const room = rows - footer.length - 1;
  const options = {
    columns,
    terminalRows: rows,
    placeholder: '',
    isActive: true,
    isScreenReader: screenReader,
    top: 0,
  };
  const composerRows = drawComposer(composer, app.composer.rows, options).lines.length;
  const questionRows = room - ROWS_ABOVE_QUESTION;

  return (
    <DisplayContext.Provider value={display}>
      <Static items={transcript}>
        {(item, index) => (
          <TranscriptItemView key={item.id} item={item} previous={transcript[index - 1]} expanded={state.expanded} />
        )}
      </Static>
      <LiveRegion
        state={state}
        maximumRows={Math.max(1, isAsking ? ROWS_ABOVE_QUESTION : room - composerRows)}
        isPaused={isAsking}
      />
      {isHelpShown ? (
        <HelpOverlay
          commands={app.controller.commands}
          maximumRows={questionRows}
          onClose={() => setHelpShown(false)}
        />
      ) : (
        <DialogView app={app} approvals={state.approvals} dialog={state.dialog} maximumRows={questionRows} />
      )}
      {!isAsking && (
        <Composer
          model={app.composer}
          theme={theme}
          columns={columns}
          terminalRows={rows}
          isScreenReader={screenReader}
          placeholder="Ask, or / for commands"
          onSubmit={(submission) => app.submit(submission)}
          takeQueued={() => app.takeQueued()}
          onError={(message) => app.controller.notice('error', message)}
        />
      )}
      <Lines lines={footer} />
    </DisplayContext.Provider>
  );
}
