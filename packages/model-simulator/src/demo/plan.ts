/** Plan mode: a plan is presented before the first change, and nothing is changed when it is refused. */
import type { Conversation } from './conversation.js';
import { fenced, type DemoToolCall, type Step } from './job.js';

const PRESENT_PLAN = 'exit_plan_mode';

/** The call that presents the plan; `undefined` when none is due. */
export function planOf({ isPlanMode, tools, steps, task }: Conversation, note: string): DemoToolCall | undefined {
  if (!isPlanMode || !tools.has(PRESENT_PLAN) || steps.some(({ name }) => name === PRESENT_PLAN)) return undefined;
  const plan = [
    `You asked for:`,
    fenced(task),
    `The first change: ${note}`,
    'After it I do the rest in the order you named.',
  ];
  return { name: PRESENT_PLAN, args: { plan: plan.join('\n\n') } };
}

/** The presentation of a plan that was not approved. That the session has left plan mode meanwhile is no refusal. */
export function refusedPlan({ steps }: Conversation): Step | undefined {
  const last = steps.findLast(({ name }) => name === PRESENT_PLAN);
  return last?.failed && !/^You are not in plan mode\b/.test(last.output) ? last : undefined;
}
