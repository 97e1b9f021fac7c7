/** Asks whether what the project's folder brings along takes effect. */
import { render } from 'ink';
import path from 'node:path';
import type { TrustLevel } from '../../trust/trustedFolders.js';
import { ChoiceList } from '../components/ChoiceList.js';
import { DisplayContext } from '../components/display.js';
import { Lines } from '../components/Lines.js';
import { KeysProvider } from '../keys/KeysProvider.js';
import type { Choice } from '../state/viewState.js';
import { cleanText, visibleText } from '../text/sanitize.js';
import { line, type StyledLine } from '../text/styledLine.js';
import { truncateEnd, truncateStart } from '../text/width.js';
import { wrapText } from '../text/wrap.js';
import type { Theme } from '../theme/theme.js';
import { useTerminalSize } from '../useTerminalSize.js';

export interface TrustQuestionOptions {
  cwd: string;
  brings: readonly string[];
  theme: Theme;
  isScreenReader: boolean;
}

/** `undefined`: no, for this time. */
export async function askTrust(question: TrustQuestionOptions): Promise<TrustLevel | undefined> {
  let settle: (level: TrustLevel | undefined) => void = () => undefined;
  const answered = new Promise<TrustLevel | undefined>((resolve) => (settle = resolve));
  const instance = render(
    <KeysProvider>
      <TrustQuestion {...question} onAnswer={settle} />
    </KeysProvider>,
    { exitOnCtrlC: false, isScreenReaderEnabled: question.isScreenReader },
  );
  const answer = await answered;
  instance.clear();
  instance.unmount();
  // The question stays there, and ink ends its last line only without a screen reader.
  if (question.isScreenReader) process.stdout.write('\n');
  // What is typed until the next screen is there is for that screen.
  process.stdin.setRawMode(true);
  return answer;
}

function TrustQuestion({
  cwd,
  brings,
  theme,
  isScreenReader,
  onAnswer,
}: TrustQuestionOptions & { onAnswer(level: TrustLevel | undefined): void }) {
  const { columns, rows } = useTerminalSize();
  const text = trustLines({ cwd, brings, columns, maximum: Math.max(3, rows - 10) });
  return (
    <DisplayContext.Provider value={{ columns, rows, theme, screenReader: isScreenReader }}>
      <Lines lines={[...text, line('')]} />
      <ChoiceList
        title="Do you trust it?"
        choices={trustChoices(cwd, columns)}
        maximumRows={rows - text.length - 2}
        hint="Enter chooses · Esc: not now, and ask again next time"
        onChoose={(value) => onAnswer(value as TrustLevel)}
        onCancel={() => onAnswer(undefined)}
        // What was typed while the program loaded was not meant for this question.
        onTypeAhead={() => undefined}
      />
    </DisplayContext.Provider>
  );
}

/** One line for each thing; how many found no room is told, so that nothing is hidden behind a long list. */
export function trustLines({ cwd, brings, columns, maximum }: TrustLinesOptions): StyledLine[] {
  const heading = wrapText(`The folder ${cleanText(cwd)} brings along:`, columns);
  const room = Math.max(1, maximum - heading.length);
  const shown = brings.length > room ? brings.slice(0, room - 1) : brings;
  return [
    ...heading,
    // White space could push what matters out of sight.
    ...shown.map((item) => line(truncateEnd(`- ${visibleText(item.replace(/\s+/g, ' '))}`, columns))),
    ...(shown.length < brings.length ? [line(`… and ${brings.length - shown.length} more`, 'warning')] : []),
  ];
}

interface TrustLinesOptions {
  cwd: string;
  brings: readonly string[];
  columns: number;
  /** Lines. */
  maximum: number;
}

function trustChoices(cwd: string, columns: number): Choice[] {
  const parent = path.dirname(cwd);
  const everything = 'Yes, everything in ';
  const room = columns - everything.length - '› 1. '.length;
  return [
    { value: 'TRUST_FOLDER', label: 'Yes, this folder' },
    ...(parent === cwd ? [] : [{ value: 'TRUST_PARENT', label: everything + truncateStart(cleanText(parent), room) }]),
    { value: 'DO_NOT_TRUST', label: 'No, work without all that' },
  ];
}
