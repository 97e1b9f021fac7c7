/** One tool call from the model's request to its response: check, permission, approval, hooks, execution. */
import type { ToolCallRequestInfo, ToolCallResponseInfo } from '../core/turn.js';
import {
  READ_ONLY_KINDS,
  type AnyTool,
  type ApprovalPreview,
  type ToolContext,
  type ToolResult,
} from '../tools/tool.js';
import { invalidArgumentsMessage } from '../providers/toolArguments.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { ToolRegistry } from '../tools/toolRegistry.js';
import type { AgentEvent, ApprovalOutcome, RequestApproval } from './events.js';
import { fitOutput } from './toolOutput.js';
import { cancelledResponse, toResponse } from './toolResponse.js';
import { validateArguments, type ArgumentsCheck } from './validateArguments.js';
import { errorMessage } from '../utils/errorMessage.js';

/** Decides which calls may run; rules and modes stand behind it. */
export interface PermissionPolicy {
  decide(
    tool: AnyTool,
    args: Record<string, unknown>,
  ): Promise<{ decision: 'allow' | 'ask' | 'deny'; reason?: string }>;
  /** The rule that would allow calls like this one from now on, in the syntax of `permissions.allow`. */
  suggestRule(tool: AnyTool, args: Record<string, unknown>): Promise<string>;
  allowForSession(rule: string): void;
  /** Writes the rule to the settings. */
  allowAlways(rule: string): Promise<void>;
}

/** Hooks around calls. A block carries the text that the model is given instead of a result. */
interface ToolHooks {
  beforeToolUse(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<{ block?: string }>;
  afterToolUse(
    name: string,
    args: Record<string, unknown>,
    result: ToolResult,
    signal: AbortSignal,
  ): Promise<{ additionalContext?: string }>;
}

export interface ToolCallDependencies {
  registry: ToolRegistry;
  permissions: PermissionPolicy;
  hooks?: ToolHooks;
  telemetry?: Pick<Telemetry, 'logToolCall'>;
  requestApproval: RequestApproval;
  context: Pick<ToolContext, 'workspace' | 'readState' | 'spillDirectory'>;
}

export interface RunningCall {
  request: ToolCallRequestInfo;
  emit: (event: AgentEvent) => void;
  signal: AbortSignal;
  /** Largest output in characters that the model is given. */
  maxOutputCharacters: number;
}

export interface ToolCallOutcome {
  response: ToolCallResponseInfo;
  /** The user asked to stop the whole turn, not just this call. */
  stopTurn: boolean;
}

/** Whether calls of this tool may run while other calls of the same step run. */
export function mayRunInParallel(tool: AnyTool | undefined): boolean {
  return tool === undefined || tool.parallel === true || READ_ONLY_KINDS.has(tool.kind);
}

/** Runs one call. Every failure is a response; only a defect throws. */
export async function runToolCall(call: RunningCall, dependencies: ToolCallDependencies): Promise<ToolCallOutcome> {
  const started = performance.now();
  const outcome = await attempt(call, dependencies);
  call.emit({ type: 'tool_call_end', value: outcome.response });
  const { error, errorType, contentLength } = outcome.response;
  dependencies.telemetry?.logToolCall({
    function_name: call.request.name,
    function_args: call.request.args,
    duration_ms: Math.round(performance.now() - started),
    success: error === undefined,
    error_type: errorType,
    prompt_id: call.request.prompt_id,
    content_length: contentLength,
  });
  return outcome;
}

async function attempt(call: RunningCall, dependencies: ToolCallDependencies): Promise<ToolCallOutcome> {
  const { request, signal } = call;
  const refuse = (output: string, errorType: ToolResult['errorType']): ToolCallOutcome => ({
    response: toResponse(request, { output, errorType }),
    stopTurn: false,
  });
  const tool = dependencies.registry.get(request.name);
  if (!tool) {
    announce(call, undefined, request.args, dependencies);
    const names = dependencies.registry.all().map(({ name }) => name);
    return refuse(
      `There is no tool named "${request.name}". The tools are: ${names.join(', ')}.`,
      'tool_not_registered',
    );
  }
  const checked = await checkArguments(tool, request);
  const args = checked.ok ? checked.args : request.args;
  const problem = checked.ok ? (tool.validate?.(args, dependencies.context.workspace) ?? null) : checked.message;
  announce(call, problem === null ? tool : undefined, args, dependencies);
  if (problem !== null) {
    const hint = request.wasOutputTruncated
      ? ' The response was cut off at its output limit: send less at a time.'
      : '';
    return refuse(problem + hint, 'invalid_tool_params');
  }
  if (signal.aborted) return { response: cancelledResponse(request), stopTurn: true };

  const permission = await askPermission(call, tool, args, dependencies);
  if (permission.kind === 'refused') return refuse(permission.message, 'permission_denied');
  if (permission.kind === 'cancelled') return { response: cancelledResponse(request), stopTurn: true };
  const result = await execute(call, tool, permission, dependencies);
  if (result === 'cancelled') return { response: cancelledResponse(request), stopTurn: true };
  return { response: toResponse(request, result), stopTurn: false };
}

async function checkArguments(tool: AnyTool, { name, args }: ToolCallRequestInfo): Promise<ArgumentsCheck> {
  const unreadable = invalidArgumentsMessage(name, args);
  return unreadable === undefined ? validateArguments(tool, args) : { ok: false, message: unreadable };
}

function announce(
  call: RunningCall,
  tool: AnyTool | undefined,
  args: Record<string, unknown>,
  dependencies: ToolCallDependencies,
): void {
  const registered = tool ?? dependencies.registry.get(call.request.name);
  call.emit({
    type: 'tool_call_start',
    value: {
      request: call.request,
      displayName: registered?.displayName ?? call.request.name,
      kind: registered?.kind ?? 'other',
      description: tool ? tool.describe(args, dependencies.context.workspace) : '',
    },
  });
}

type Permission =
  | { kind: 'granted'; args: Record<string, unknown>; answer?: unknown }
  | { kind: 'refused'; message: string }
  | { kind: 'cancelled' };

async function askPermission(
  call: RunningCall,
  tool: AnyTool,
  args: Record<string, unknown>,
  dependencies: ToolCallDependencies,
): Promise<Permission> {
  const { decision, reason } = await dependencies.permissions.decide(tool, args);
  if (decision === 'deny') {
    return { kind: 'refused', message: reason ?? `The call of ${tool.name} is not permitted.` };
  }
  if (decision === 'allow') return { kind: 'granted', args };
  const preview = await previewOf(tool, args, call, dependencies);
  if (preview === null) return { kind: 'granted', args };
  const approval = {
    callId: call.request.callId,
    toolName: tool.name,
    displayName: tool.displayName,
    args,
    preview,
    suggestedRule: await dependencies.permissions.suggestRule(tool, args),
  };
  call.emit({ type: 'tool_call_awaiting_approval', value: approval });
  const outcome = await dependencies.requestApproval(approval, call.signal);
  if (call.signal.aborted) return { kind: 'cancelled' };
  return applyOutcome(outcome, tool, args, approval.suggestedRule, dependencies.permissions);
}

async function previewOf(
  tool: AnyTool,
  args: Record<string, unknown>,
  call: RunningCall,
  { context }: ToolCallDependencies,
): Promise<ApprovalPreview | null> {
  if (!tool.preview) {
    return { type: 'info', title: tool.displayName, detail: tool.describe(args, context.workspace) };
  }
  return tool.preview(args, { workspace: context.workspace, readState: context.readState, signal: call.signal });
}

async function applyOutcome(
  outcome: ApprovalOutcome,
  tool: AnyTool,
  args: Record<string, unknown>,
  rule: string,
  permissions: PermissionPolicy,
): Promise<Permission> {
  switch (outcome.decision) {
    case 'allow-once':
      return { kind: 'granted', args: outcome.args ?? args, answer: outcome.answer };
    case 'allow-session':
      permissions.allowForSession(rule);
      return { kind: 'granted', args };
    case 'allow-always':
      await permissions.allowAlways(rule);
      return { kind: 'granted', args };
    case 'deny':
      return {
        kind: 'refused',
        message: `The user declined this call of ${tool.name}.${outcome.reason ? ` Reason: ${outcome.reason}` : ' Ask what to do instead, or go on without it.'}`,
      };
    case 'cancel':
      return { kind: 'cancelled' };
  }
}

async function execute(
  call: RunningCall,
  tool: AnyTool,
  { args, answer }: { args: Record<string, unknown>; answer?: unknown },
  { context, hooks }: ToolCallDependencies,
): Promise<ToolResult | 'cancelled'> {
  const { request, signal, maxOutputCharacters } = call;
  try {
    const before = await hooks?.beforeToolUse(tool.name, args, signal);
    if (before?.block !== undefined) return { output: before.block, errorType: 'permission_denied' };
    const result = await tool.execute(args, {
      ...context,
      callId: request.callId,
      signal,
      maxOutputCharacters,
      approvalAnswer: answer,
      onOutput: (text) => call.emit({ type: 'tool_call_output', callId: request.callId, text }),
      onSubAgentEvent: (agentName, event) =>
        call.emit({ type: 'subagent', parentCallId: request.callId, agentName, event: event as AgentEvent }),
    });
    if (signal.aborted) return 'cancelled';
    const after = await hooks?.afterToolUse(tool.name, args, result, signal);
    const output = after?.additionalContext ? `${result.output}\n\n${after.additionalContext}` : result.output;
    return { ...result, output: await fitOutput(output, maxOutputCharacters, context.spillDirectory, request.callId) };
  } catch (error) {
    if (signal.aborted) return 'cancelled';
    return { output: `${tool.displayName} failed: ${errorMessage(error)}`, errorType: 'execution_failed' };
  }
}
