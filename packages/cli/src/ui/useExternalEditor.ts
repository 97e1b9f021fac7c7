/** Leaves the terminal to the person's editor, and takes it back. */
import { useState } from 'react';
import { editExternally, type EditorResult } from './composer/externalEditor.js';
import { useKeyInput } from './keys/KeysProvider.js';
import type { TerminalOutput } from './terminal/terminalOutput.js';

export interface ExternalEditor {
  /** While it is, nothing may be drawn. */
  isOpen: boolean;
  edit(text: string): Promise<EditorResult>;
}

export function useExternalEditor(output: TerminalOutput): ExternalEditor {
  const { suspend } = useKeyInput();
  const [isOpen, setIsOpen] = useState(false);
  return {
    isOpen,
    edit: async (text) => {
      setIsOpen(true);
      try {
        return await suspend(() => output.lend(() => editExternally(text)));
      } finally {
        setIsOpen(false);
      }
    },
  };
}
