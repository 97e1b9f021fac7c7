/** The hooks around prompts and tool calls, in the shape the loop calls them. */
import type { HookSystem } from './hookSystem.js';

/** Times in a row that Stop hooks may send the agent on within one prompt. */
const MAX_CONTINUATIONS = 20;

/** The parts of a tool's result that hooks are told. */
export interface HookedToolResult {
  output: string;
  errorType?: string;
  display?: unknown;
}

export class AgentHooks {
  private continuations = 0;

  constructor(
    private readonly hooks: HookSystem,
    /** The text of the model's last answer, told to Stop hooks. */
    private readonly lastAnswer: () => string,
  ) {}

  async beforePrompt(
    prompt: string,
    signal: AbortSignal,
  ): Promise<{ block?: string; additionalContext?: string; message?: string }> {
    this.continuations = 0;
    const outcome = await this.hooks.fire('UserPromptSubmit', { prompt }, signal);
    return {
      block: outcome.block ?? outcome.stop,
      additionalContext: outcome.additionalContext,
      message: outcome.systemMessages.join('\n') || undefined,
    };
  }

  /** A text makes the agent go on; after 20 times in one prompt it stops anyway. */
  async beforeStop(signal: AbortSignal): Promise<string | undefined> {
    if (!this.hooks.hasHooks('Stop') || this.continuations >= MAX_CONTINUATIONS) return undefined;
    const fields = { stop_hook_active: this.continuations > 0, last_assistant_message: this.lastAnswer() };
    const { block, stop } = await this.hooks.fire('Stop', fields, signal);
    if (block === undefined || stop !== undefined || signal.aborted) return undefined;
    this.continuations++;
    return block;
  }

  async sessionEnd(): Promise<void> {
    await this.hooks.fireSessionEndEvent('other');
  }

  async beforeToolUse(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<{ block?: string }> {
    const fields = { permission_mode: this.hooks.permissionMode, tool_name: name, tool_input: args };
    const { block, stop } = await this.hooks.fire('PreToolUse', fields, signal);
    return { block: block ?? stop };
  }

  /** What a hook objects to after the fact, and what it adds, is for the model to read. */
  async afterToolUse(
    name: string,
    args: Record<string, unknown>,
    result: HookedToolResult,
    signal: AbortSignal,
  ): Promise<{ additionalContext?: string }> {
    const call = { permission_mode: this.hooks.permissionMode, tool_name: name, tool_input: args };
    const { block, additionalContext } = result.errorType
      ? await this.hooks.fire(
          'PostToolUseFailure',
          { ...call, error: result.output, is_interrupt: signal.aborted },
          signal,
        )
      : await this.hooks.fire(
          'PostToolUse',
          { ...call, tool_response: { llmContent: result.output, returnDisplay: result.display } },
          signal,
        );
    return { additionalContext: [block, additionalContext].filter(Boolean).join('\n\n') || undefined };
  }
}
