/** The setting `hooks`: commands that run when something happens. */

const HOOK_EVENTS = [
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

interface HookGroup {
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
  return groupsOf(settings, event)
    .filter((group) => isUsable(group) && (typeof subject !== 'string' || matches(group.matcher, subject)))
    .flatMap(({ hooks }) => hooks.filter(isCommand));
}

/** What in a person's settings cannot be used, one line each. */
export function describeUnusableHooks(settings: HooksSettings): string[] {
  return Object.keys(settings).flatMap((event) => {
    if (!(HOOK_EVENTS as readonly string[]).includes(event)) return [`hooks.${event}: there is no such event.`];
    const groups = settings[event as HookEventName];
    if (!Array.isArray(groups)) return [`hooks.${event} must be a list of {matcher?, hooks}.`];
    return groups.flatMap((group, index) => {
      if (!isUsable(group)) return [`hooks.${event}[${index}].hooks must be a list.`];
      return group.hooks.flatMap((hook, position) =>
        isCommand(hook) ? [] : [`hooks.${event}[${index}].hooks[${position}] must be {type: "command", command}.`],
      );
    });
  });
}

/** The groups as written: a settings file may hold anything. */
function groupsOf(settings: HooksSettings, event: HookEventName): HookGroup[] {
  const groups: unknown = settings[event];
  return Array.isArray(groups) ? (groups as HookGroup[]) : [];
}

function isUsable(group: HookGroup | null | undefined): boolean {
  return Array.isArray(group?.hooks);
}

function isCommand(hook: HookCommand | null | undefined): boolean {
  return hook?.type === 'command' && typeof hook.command === 'string' && hook.command !== '';
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
