/** The setting `hooks`: commands that run when something happens. */

export const HOOK_EVENTS = [
  'UserPromptSubmit',
  'Stop',
  'Notification',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SessionStart',
  'SessionEnd',
  'PreCompact',
  'PostCompact',
  'SubagentStart',
  'SubagentStop',
  'PermissionRequest',
] as const;

export type HookEventName = (typeof HOOK_EVENTS)[number];

export interface HookCommand {
  type: 'command';
  /** Given to the shell. */
  command: string;
  /** Milliseconds; default 60,000. */
  timeout?: number;
}

export interface HookGroup {
  /**
   * Regular expression that must be found in the event's subject (the tool's name, the source of a session start, the
   * trigger of a compaction, …); absent, empty or `*`: always.
   */
  matcher?: string;
  hooks: HookCommand[];
}

export type HooksSettings = Partial<Record<HookEventName, HookGroup[]>>;

/** The field of an event's input that matchers are applied to. */
const SUBJECTS: Partial<Record<HookEventName, string>> = {
  PreToolUse: 'tool_name',
  PostToolUse: 'tool_name',
  PostToolUseFailure: 'tool_name',
  PermissionRequest: 'tool_name',
  SessionStart: 'source',
  SessionEnd: 'reason',
  PreCompact: 'trigger',
  PostCompact: 'trigger',
  Notification: 'notification_type',
  SubagentStart: 'agent_type',
  SubagentStop: 'agent_type',
};

/** The commands of an event, in the order of the settings. A matcher that is no regular expression is compared as text. */
export function matchingCommands(
  settings: HooksSettings,
  event: HookEventName,
  fields: Readonly<Record<string, unknown>>,
): HookCommand[] {
  const field = SUBJECTS[event];
  const subject = field === undefined ? undefined : fields[field];
  const groups = settings[event] ?? [];
  return groups
    .filter(({ matcher }) => typeof subject !== 'string' || matches(matcher, subject))
    .flatMap(({ hooks }) => hooks);
}

function matches(matcher: string | undefined, subject: string): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return true;
  try {
    return new RegExp(matcher).test(subject);
  } catch {
    // Not a pattern: the name itself.
    return matcher === subject;
  }
}
