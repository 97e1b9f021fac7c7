/** Carries out what commands and pickers return. */
import { CompressionStatus } from '@qwen-code/qwen-code-core';
import { commandText } from '../commands/commandText.js';
import type { ChosenGenerator } from '../../provider/chooseGenerator.js';
import type { CommandResult } from '../commands/types.js';
import type { Dialogs } from '../dialogs.js';
import type { SessionController } from './sessionController.js';

/** What reaches beyond the session. */
export interface TerminalPort {
  leave(): void;
  /** @returns how it was done, for people. @throws when it cannot be done */
  copy(text: string): Promise<string>;
  /** A new session, or one from disk. */
  openSession(sessionId: string | undefined): Promise<void>;
  rewind(recordId: string): Promise<void>;
  reloadSettings(): Promise<void>;
  /** For this session and those that follow. */
  useModel(chosen: ChosenGenerator): Promise<void>;
}

export async function runResult(
  result: CommandResult,
  controller: SessionController,
  dialogs: Dialogs,
  terminal: TerminalPort,
): Promise<void> {
  switch (result.type) {
    case 'nothing':
      return;
    case 'message':
      return controller.notice(result.level, result.text);
    case 'output':
      return controller.append({ type: 'output', text: result.text });
    case 'columns':
      return controller.append({ type: 'columns', sections: result.sections });
    case 'item':
      return showItem(result, controller);
    case 'submit_prompt':
      return controller.sendPrompt(result.text);
    case 'submit_template':
      return controller.sendTemplate(result.pieces);
    case 'choose': {
      const { title, choices, hint, onChoice, onCancel } = result;
      const dialog = { type: 'choose', title, choices, hint, hasSearch: choices.length > 8 } as const;
      return dialogs.open(dialog, { onAnswer: onChoice, onCancel }, (next) => controller.finish(next));
    }
    case 'ask': {
      const { onText, onCancel, ...question } = result;
      return dialogs.open(question, { onAnswer: onText, onCancel }, (next) => controller.finish(next));
    }
    default:
      return runEffect(result, controller, terminal);
  }
}

type Effect = Extract<
  CommandResult,
  { type: 'clear' | 'quit' | 'resume' | 'rewind' | 'use_model' | 'approval_mode' | 'settings_changed' | 'copy' }
>;

async function runEffect(result: Effect, controller: SessionController, terminal: TerminalPort): Promise<void> {
  switch (result.type) {
    case 'clear':
      await terminal.openSession(undefined);
      return controller.notice('info', commandText(result));
    case 'quit':
      return terminal.leave();
    case 'resume':
      return terminal.openSession(result.sessionId);
    case 'rewind':
      return terminal.rewind(result.recordId);
    case 'use_model':
      if (result.isKept) await terminal.reloadSettings();
      await terminal.useModel(result);
      return controller.notice('info', result.notice ?? `The model is now ${result.generator.model}.`);
    case 'approval_mode':
      return controller.setApprovalMode(result.mode);
    case 'settings_changed':
      await terminal.reloadSettings();
      return controller.notice('info', result.text);
    case 'copy':
      return controller.notice('info', await terminal.copy(result.text));
  }
}

function showItem(result: Extract<CommandResult, { type: 'item' }>, controller: SessionController): void {
  const { item } = result;
  if (item.type === 'context_usage') return controller.append({ type: 'context_usage', usage: item });
  const { info } = result as Extract<CommandResult, { info?: unknown }>;
  if (info?.compressionStatus !== CompressionStatus.COMPRESSED) return controller.notice('info', commandText(result));
  controller.append({ type: 'compression', info });
  controller.refreshFacts();
}
