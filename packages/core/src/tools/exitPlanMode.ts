/** exit_plan_mode: shows the finished plan to the user; with their approval the work may begin. */
import type { Tool } from './tool.js';

export interface PlanModePort {
  /** Whether the session is in plan mode now. */
  isPlanMode(): boolean;
  /** Leaves plan mode; called when a person approved the plan. */
  leavePlanMode(): void;
}

interface ExitPlanModeParams {
  plan: string;
}

export function createExitPlanModeTool(port: PlanModePort): Tool<ExitPlanModeParams> {
  return {
    name: 'exit_plan_mode',
    displayName: 'ExitPlanMode',
    kind: 'think',
    description: 'In plan mode only: presents your finished plan (Markdown) for approval before any change is made.',
    parametersJsonSchema: {
      type: 'object',
      properties: { plan: { type: 'string', minLength: 1 } },
      required: ['plan'],
    },
    describe: () => 'Presents the plan',
    validate: () => (port.isPlanMode() ? null : 'You are not in plan mode: go on with the work.'),
    preview: async ({ plan }) => ({ type: 'plan', title: 'Go ahead with this plan?', plan }),
    async execute({ plan }) {
      port.leavePlanMode();
      return { output: 'The user approved the plan. Carry it out now.', display: { type: 'plan', plan } };
    },
  };
}
