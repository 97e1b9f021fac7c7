/** Fires the user's hooks. */
import { emptyOutcome, mergeOutcomes, outcomeOf, type HookOutcome } from './hookOutput.js';
import { runHookProcess } from './hookProcess.js';
import {
  describeUnusableHooks,
  matchingCommands,
  type HookCommand,
  type HookEventName,
  type HooksSettings,
} from './hookSettings.js';

const DEFAULT_TIMEOUT_MS = 60_000;

export type CompactTrigger = 'manual' | 'auto';
export type SessionStartSource = 'startup' | 'resume' | 'clear' | 'compact';
export type SessionEndReason = 'clear' | 'logout' | 'prompt_input_exit' | 'other';

export interface HookSystemOptions {
  settings?: HooksSettings;
  /** The setting `disableAllHooks`. */
  disableAllHooks?: boolean;
  /** Read anew for every event: they change with /clear and /model. */
  session(): { sessionId: string; transcriptPath: string; permissionMode?: string; model?: string };
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Told of hooks that failed, and of what hooks want a person to read. */
  onMessage?(message: string): void;
}

export class HookSystem {
  constructor(private readonly options: HookSystemOptions) {
    if (options.disableAllHooks) return;
    for (const problem of describeUnusableHooks(options.settings ?? {})) options.onMessage?.(`Settings: ${problem}`);
  }

  /** Whether anything would run; callers may skip gathering fields otherwise. */
  hasHooks(event: HookEventName): boolean {
    return !this.options.disableAllHooks && (this.options.settings?.[event]?.length ?? 0) > 0;
  }

  /**
   * Runs the commands of an event side by side and merges what they say in the order of the settings.
   *
   * @param fields the event's own fields, added to the common ones on stdin
   * @returns an empty outcome when nothing runs. Failing hooks are warnings, never exceptions.
   */
  async fire(event: HookEventName, fields: Record<string, unknown> = {}, signal?: AbortSignal): Promise<HookOutcome> {
    if (!this.hasHooks(event)) return emptyOutcome();
    const commands = matchingCommands(this.options.settings!, event, fields);
    const outcomes = await Promise.all(commands.map((command) => this.run(event, command, fields, signal)));
    const outcome = mergeOutcomes(outcomes);
    // What is said about a prompt is an event of that prompt: its caller shows it.
    const forPeople = event === 'UserPromptSubmit' ? [] : outcome.systemMessages;
    for (const message of [...outcome.warnings, ...forPeople]) this.options.onMessage?.(message);
    return outcome;
  }

  firePreCompactEvent(trigger: CompactTrigger, customInstructions: string, signal?: AbortSignal): Promise<HookOutcome> {
    return this.fire('PreCompact', { trigger, custom_instructions: customInstructions }, signal);
  }

  firePostCompactEvent(trigger: CompactTrigger, compactSummary: string, signal?: AbortSignal): Promise<HookOutcome> {
    return this.fire('PostCompact', { trigger, compact_summary: compactSummary }, signal);
  }

  /** @returns text for the model's context, if a hook has any. */
  async fireSessionStartEvent(source: SessionStartSource, signal?: AbortSignal): Promise<string | undefined> {
    const { permissionMode, model } = this.options.session();
    const outcome = await this.fire('SessionStart', { permission_mode: permissionMode, source, model }, signal);
    return outcome.additionalContext;
  }

  fireSessionEndEvent(reason: SessionEndReason, signal?: AbortSignal): Promise<HookOutcome> {
    return this.fire('SessionEnd', { reason }, signal);
  }

  fireNotificationEvent(
    notification: { message: string; notification_type: string; title?: string },
    signal?: AbortSignal,
  ): Promise<HookOutcome> {
    return this.fire('Notification', { ...notification }, signal);
  }

  fireSubagentStartEvent(agentId: string, agentType: string, signal?: AbortSignal): Promise<HookOutcome> {
    const { permissionMode } = this.options.session();
    const fields = { permission_mode: permissionMode, agent_id: agentId, agent_type: agentType };
    return this.fire('SubagentStart', fields, signal);
  }

  fireSubagentStopEvent(
    agent: { agentId: string; agentType: string; lastAssistantMessage: string },
    signal?: AbortSignal,
  ): Promise<HookOutcome> {
    const { permissionMode, transcriptPath } = this.options.session();
    const fields = {
      permission_mode: permissionMode,
      stop_hook_active: false,
      agent_id: agent.agentId,
      agent_type: agent.agentType,
      agent_transcript_path: transcriptPath,
      last_assistant_message: agent.lastAssistantMessage,
    };
    return this.fire('SubagentStop', fields, signal);
  }

  /** The mode of approval as hooks are told. */
  get permissionMode(): string | undefined {
    return this.options.session().permissionMode;
  }

  private async run(
    event: HookEventName,
    { command, timeout }: HookCommand,
    fields: Record<string, unknown>,
    signal: AbortSignal | undefined,
  ): Promise<HookOutcome> {
    const { cwd, env = process.env } = this.options;
    const { sessionId, transcriptPath } = this.options.session();
    const timeoutMs = timeout ?? DEFAULT_TIMEOUT_MS;
    const result = await runHookProcess({
      command,
      input: {
        session_id: sessionId,
        transcript_path: transcriptPath,
        cwd,
        hook_event_name: event,
        timestamp: new Date().toISOString(),
        ...fields,
      },
      cwd,
      // The other two names are what scripts written for related agents look for.
      env: { ...env, QWEN_PROJECT_DIR: cwd, GEMINI_PROJECT_DIR: cwd, CLAUDE_PROJECT_DIR: cwd },
      timeoutMs,
      signal,
    });
    return outcomeOf(event, command, timeoutMs, result);
  }
}
