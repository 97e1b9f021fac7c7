/** The tips and when each of them helps. */
import type { CompactionThresholds } from '@qwen-code/qwen-code-core';

/** `startup`: before the first prompt. `post-response`: when an answer has ended. */
export type TipTrigger = 'startup' | 'post-response';

/** What a tip may depend on. Counts of tokens are those of the last request and of the model's window. */
export interface TipContext {
  lastPromptTokenCount: number;
  contextWindowSize: number;
  /** Prompts in this session, and sessions of this person so far. */
  sessionPromptCount: number;
  sessionCount: number;
  platform: string;
  /** The tiers of that window (the core's `computeThresholds`); without them no tip says anything about it. */
  thresholds?: CompactionThresholds;
}

export interface ContextualTip {
  id: string;
  content: string;
  trigger: TipTrigger;
  isRelevant(context: TipContext): boolean;
  /** Prompts before the same tip may come again; 0: at once. */
  cooldownPrompts: number;
  /** The highest relevant one is shown. */
  priority: number;
}

/** How full the context is, by the tiers of its window; in small windows hard and auto are one, so hard is asked first. */
function isInTier({ lastPromptTokenCount: tokens, thresholds }: TipContext, tier: 'warn' | 'auto' | 'hard'): boolean {
  if (!thresholds) return false;
  const reached = (['hard', 'auto', 'warn'] as const).find((name) => tokens >= thresholds[name]);
  return reached === tier;
}

const always = (): boolean => true;

function startupTip(
  id: string,
  content: string,
  isRelevant: ContextualTip['isRelevant'],
  priority = 70,
): ContextualTip {
  return { id, content, trigger: 'startup', isRelevant, cooldownPrompts: 0, priority };
}

export const tipRegistry: ContextualTip[] = [
  {
    id: 'context-critical',
    content:
      'The context window is almost full: the next send will compact it by force. /clear begins anew, /compress compacts now.',
    trigger: 'post-response',
    isRelevant: (context) => isInTier(context, 'hard'),
    cooldownPrompts: 3,
    priority: 100,
  },
  {
    id: 'context-high',
    content: 'The context window is filling up. /compress replaces what was said by a summary.',
    trigger: 'post-response',
    isRelevant: (context) => isInTier(context, 'auto'),
    cooldownPrompts: 5,
    priority: 90,
  },
  {
    id: 'compress-intro',
    content: 'A long conversation: /compress makes room for more, /context shows what fills the window.',
    trigger: 'post-response',
    isRelevant: (context) => isInTier(context, 'warn') && context.sessionPromptCount > 5,
    cooldownPrompts: 10,
    priority: 50,
  },
  startupTip('new-user-slash', 'Type / to see all commands.', ({ sessionCount }) => sessionCount < 5),
  startupTip(
    'new-user-qwenmd',
    'Put what the agent should always know about a project into a QWEN.md in its folder.',
    ({ sessionCount }) => sessionCount < 10,
  ),
  startupTip(
    'new-user-resume',
    'qwen --continue goes on where you left off; qwen --resume lets you choose a session.',
    ({ sessionCount }) => sessionCount < 10,
  ),
  startupTip('shell-commands', 'Begin a line with ! to run it in your shell.', ({ sessionCount }) => sessionCount < 15),
  startupTip('compress-startup', 'A conversation that grows too long can be shortened with /compress.', always, 50),
  startupTip(
    'approval-mode',
    'Shift+Tab changes which calls run without asking.',
    ({ platform }) => platform !== 'win32',
    50,
  ),
  startupTip(
    'approval-mode-win32',
    'Tab changes which calls run without asking.',
    ({ platform }) => platform === 'win32',
    50,
  ),
  startupTip('clear-new', 'A new task? /clear begins a fresh conversation.', always, 50),
];
