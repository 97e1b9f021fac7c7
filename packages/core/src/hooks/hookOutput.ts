/** What hooks say, one by one and all together. */
import type { HookEventName } from './hookSettings.js';
import type { HookProcessResult } from './hookProcess.js';
import { isObject } from '../utils/isObject.js';

/** What one hook, or all hooks of an event together, want. */
export interface HookOutcome {
  /** Set when a hook blocks what is about to happen; the text says why and may be shown to the model. */
  block?: string;
  /** Set when a hook wants the agent to stop altogether (`continue: false`). */
  stop?: string;
  /** Text for the model's context. */
  additionalContext?: string;
  /** For people. */
  systemMessages: string[];
  /** Hooks that failed without blocking, for people. */
  warnings: string[];
}

/** The documented fields of a hook's JSON; everything is optional and nothing is trusted. */
interface HookJson {
  continue?: unknown;
  stopReason?: unknown;
  decision?: unknown;
  reason?: unknown;
  systemMessage?: unknown;
  hookSpecificOutput?: {
    additionalContext?: unknown;
    permissionDecision?: unknown;
    permissionDecisionReason?: unknown;
  };
}

/** Events whose plain output is context for the model. */
const PLAIN_CONTEXT_EVENTS: readonly HookEventName[] = ['SessionStart', 'UserPromptSubmit'];

export function emptyOutcome(): HookOutcome {
  return { systemMessages: [], warnings: [] };
}

/** Exit 0: the output counts. Exit 2: blocks, stderr says why. Anything else: a warning. */
export function outcomeOf(
  event: HookEventName,
  command: string,
  timeoutMs: number,
  result: HookProcessResult,
): HookOutcome {
  const warn = (what: string): HookOutcome => ({
    ...emptyOutcome(),
    warnings: [`${event} hook \`${command}\` ${what}`],
  });
  switch (result.ended) {
    case 'abort':
      return emptyOutcome();
    case 'timeout':
      return warn(`took longer than ${timeoutMs} ms and was ended. Raise its "timeout" if it needs more.`);
    case 'failure':
      return warn(`failed: ${result.message}.`);
    case 'exit': {
      const stderr = result.stderr.trim();
      if (result.exitCode === 0) return spokenOutcome(event, result.stdout);
      if (result.exitCode === 2) return { ...emptyOutcome(), block: stderr || `Blocked by a ${event} hook.` };
      return warn(`failed with exit code ${result.exitCode}${stderr ? `: ${stderr}` : '.'}`);
    }
  }
}

function spokenOutcome(event: HookEventName, stdout: string): HookOutcome {
  const text = stdout.trim();
  const json = parseObject(text);
  if (!json) {
    const isContext = text !== '' && PLAIN_CONTEXT_EVENTS.includes(event);
    return isContext ? { ...emptyOutcome(), additionalContext: text } : emptyOutcome();
  }
  const specific = json.hookSpecificOutput ?? {};
  const reason = textOf(json.reason) ?? textOf(specific.permissionDecisionReason);
  const blocks = json.decision === 'block' || json.decision === 'deny' || specific.permissionDecision === 'deny';
  const message = textOf(json.systemMessage);
  return {
    block: blocks ? (reason ?? `Blocked by a ${event} hook.`) : undefined,
    stop: json.continue === false ? (textOf(json.stopReason) ?? reason ?? `Stopped by a ${event} hook.`) : undefined,
    additionalContext: textOf(specific.additionalContext),
    systemMessages: message ? [message] : [],
    warnings: [],
  };
}

/** In the order of the settings: texts are joined, the first wish to stop counts. */
export function mergeOutcomes(outcomes: readonly HookOutcome[]): HookOutcome {
  const joined = (pick: (outcome: HookOutcome) => string | undefined, separator: string): string | undefined =>
    outcomes.flatMap((outcome) => pick(outcome) ?? []).join(separator) || undefined;
  return {
    block: joined(({ block }) => block, '\n'),
    stop: outcomes.find(({ stop }) => stop !== undefined)?.stop,
    additionalContext: joined(({ additionalContext }) => additionalContext, '\n\n'),
    systemMessages: outcomes.flatMap(({ systemMessages }) => systemMessages),
    warnings: outcomes.flatMap(({ warnings }) => warnings),
  };
}

function parseObject(text: string): HookJson | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    // Plain text that begins with a brace.
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
