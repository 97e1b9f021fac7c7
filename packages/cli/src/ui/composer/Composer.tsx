/** The input line on the screen. */
import { Box, Text, type DOMElement } from 'ink';
import { useEffect, useInsertionEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useKeys } from '../keys/KeysProvider.js';
import type { InputEvent } from '../keys/inputEvent.js';
import type { CursorPosition } from '../terminal/cursor.js';
import type { Theme } from '../theme/theme.js';
import type { ComposerModel } from './composerModel.js';
import type { Submission } from './composerState.js';
import { drawComposer, textColumns } from './composerView.js';
import type { EditorResult } from './externalEditor.js';

export interface ComposerProps {
  /** Holds the text; made once, so that nothing is lost while the input line is off the screen. */
  model: ComposerModel;
  theme: Theme;
  /** Size of the terminal. The input line takes at most two thirds of the rows. */
  columns: number;
  terminalRows: number;
  /** No rules, no list positions. */
  isScreenReader?: boolean;
  /** Takes keys and shows a cursor. */
  isActive?: boolean;
  placeholder?: string;
  /** Is told where the terminal's own cursor belongs; for a screen reader it stays where drawing ends. */
  terminal?: { followCursor(locate: () => CursorPosition | undefined): () => void };
  onSubmit(submission: Submission): void;
  /** Up in the empty input: what waits to be sent comes back for editing; `undefined` when nothing does. */
  takeQueued?(): string | undefined;
  /** Lets the person change the text in another program. */
  onEdit(text: string): Promise<EditorResult>;
  /** Something went wrong that the person should read. */
  onError(message: string): void;
}

export function Composer(props: ComposerProps) {
  const { model, theme, columns, terminalRows, isScreenReader = false, isActive = true, placeholder = '' } = props;
  const top = useRef(0);
  model.setColumns(textColumns(columns));
  const state = useSyncExternalStore(model.subscribe, model.getState);

  const handle = (event: InputEvent): boolean => {
    const outcome = model.handle(event);
    switch (outcome.type) {
      case 'submit':
        props.onSubmit(outcome.submission);
        break;
      case 'recall': {
        const queued = props.takeQueued?.();
        if (queued === undefined) model.showOlder();
        else model.setText(queued);
        break;
      }
      case 'edit-externally':
        void editExternally(props);
        break;
    }
    return outcome.type !== 'unused';
  };
  useKeys(handle, { layer: 'input', isActive });

  const options = { columns, terminalRows, placeholder, isActive, isScreenReader, top: top.current };
  const frame = drawComposer(state, model.rows, options);
  useEffect(() => {
    top.current = state.search ? top.current : frame.top;
  });
  const box = useTerminalCursor(isScreenReader ? undefined : props.terminal, frame.cursor);
  return (
    <Box ref={box} flexDirection="column">
      {frame.lines.map((styled, index) => (
        <Text key={index} wrap="truncate">
          {theme.paint(styled) || ' '}
        </Text>
      ))}
    </Box>
  );
}

async function editExternally({ model, onEdit, onError }: ComposerProps): Promise<void> {
  const result = await onEdit(model.getText());
  if (result.type === 'edited') model.setText(result.text);
  else onError(result.message);
}

/** Keeps the terminal's cursor at a place in the box that the returned ref is given to. */
function useTerminalCursor(terminal: ComposerProps['terminal'], cursor: CursorPosition | undefined) {
  const box = useRef<DOMElement>(null);
  const latest = useRef(cursor);
  useInsertionEffect(() => {
    latest.current = cursor;
  });
  useLayoutEffect(() => {
    if (!terminal) return undefined;
    return terminal.followCursor(() =>
      latest.current && box.current ? positionIn(box.current, latest.current) : undefined,
    );
  }, [terminal]);
  return box;
}

/** From a position in an element to one in all that is drawn, as it has just been laid out. */
function positionIn(element: DOMElement, { row, column }: CursorPosition): CursorPosition {
  const position = { row, column };
  for (let node: DOMElement | undefined = element; node; node = node.parentNode) {
    position.row += node.yogaNode?.getComputedTop() ?? 0;
    position.column += node.yogaNode?.getComputedLeft() ?? 0;
  }
  return position;
}
