/** From flags and settings to what the core needs for a session: the same way for both modes. */
import { randomUUID } from 'node:crypto';
import type { ConfigParameters, ResumedSessionData } from '@qwen-code/qwen-code-core';
import type { CliArguments } from '../arguments/parseArguments.js';
import type { ChosenGenerator } from '../provider/chooseGenerator.js';
import { globalDirectory } from '../settings/paths.js';
import type { Settings } from '../settings/schema.js';
import { openDebugLog } from './debugLog.js';
import { sessionParameters } from './sessionParameters.js';

export interface SessionRequirements {
  cwd: string;
  args: CliArguments;
  settings: Settings;
  chosen: ChosenGenerator;
  resumed?: ResumedSessionData;
}

export interface PreparedSession {
  parameters: ConfigParameters;
  /** With `--debug`. */
  debugLogFile?: string;
}

/** @throws FatalConfigError for settings that cannot be used. */
export async function prepareSession(required: SessionRequirements): Promise<PreparedSession> {
  const { args, resumed } = required;
  const sessionId = resumed?.conversation.sessionId ?? args.sessionId ?? randomUUID();
  const parameters: ConfigParameters = { ...(await sessionParameters(required)), sessionId };
  if (!args.debug) return { parameters };
  const log = openDebugLog(globalDirectory(), sessionId, process.env);
  return { parameters: { ...parameters, debugLogger: log }, debugLogFile: log.filePath };
}

/** Whether sessions are kept on disk. */
export function isRecorded(args: CliArguments, settings: Settings): boolean {
  return args.chatRecording ?? settings.general?.chatRecording ?? true;
}

/** Slash commands that flags or settings turn off. */
export function disabledCommands(args: CliArguments, settings: Settings): string[] {
  return [...(settings.slashCommands?.disabled ?? []), ...(args.disabledSlashCommands ?? [])];
}
