/** What a session has cost and done, counted from the agent's events. */
import {
  GeminiEventType,
  type AgentEvent,
  type ToolCallResponseInfo,
  type ToolCallStart,
  type UsageMetadata,
} from '@qwen-code/qwen-code-core';

/** Tokens and time of one model; times are milliseconds. */
export interface ModelMetrics {
  api: { totalRequests: number; totalErrors: number; totalLatencyMs: number };
  tokens: { prompt: number; candidates: number; total: number; cached: number; thoughts: number };
}

export interface ToolMetrics {
  count: number;
  success: number;
  fail: number;
  durationMs: number;
}

export interface MetricsSnapshot {
  models: Record<string, ModelMetrics>;
  tools: {
    totalCalls: number;
    totalSuccess: number;
    totalFail: number;
    totalDurationMs: number;
    byName: Record<string, ToolMetrics>;
  };
  files: { totalLinesAdded: number; totalLinesRemoved: number };
}

/** A call that was not permitted to run. */
export interface DeniedCall {
  callId: string;
  name: string;
  args: Record<string, unknown>;
}

interface RunningCall {
  start: ToolCallStart;
  startedAt: number;
}

/** Counts up over a session; sub-agents are included. */
export class SessionMetrics {
  // Maps: a model can call a tool `__proto__`.
  private readonly models = new Map<string, ModelMetrics>();
  private readonly byName = new Map<string, ToolMetrics>();
  private readonly lines = { totalLinesAdded: 0, totalLinesRemoved: 0 };
  private readonly requests = new Map<string | null, number>();
  private readonly calls = new Map<string, RunningCall>();
  readonly deniedCalls: DeniedCall[] = [];

  /**
   * @param model the model in use now
   * @param now a clock in milliseconds
   */
  constructor(
    private readonly model: () => string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  add(event: AgentEvent, parent: string | null = null): void {
    switch (event.type) {
      case 'request_start':
        this.requests.set(parent, this.now());
        return;
      case GeminiEventType.Finished:
        this.endRequest(parent, event.value.usageMetadata);
        return;
      case GeminiEventType.Error:
        this.ofModel().api.totalErrors++;
        this.endRequest(parent, undefined);
        return;
      case GeminiEventType.UserCancelled:
        this.endRequest(parent, undefined);
        return;
      case 'tool_call_start':
        this.calls.set(event.value.request.callId, { start: event.value, startedAt: this.now() });
        return;
      case 'tool_call_end':
        this.endCall(event.value);
        return;
      case 'subagent':
        this.add(event.event, event.parentCallId);
    }
  }

  snapshot(): MetricsSnapshot {
    const tools = [...this.byName.values()];
    const sum = (key: keyof ToolMetrics): number => tools.reduce((total, tool) => total + tool[key], 0);
    return structuredClone({
      models: Object.fromEntries(this.models),
      tools: {
        totalCalls: sum('count'),
        totalSuccess: sum('success'),
        totalFail: sum('fail'),
        totalDurationMs: sum('durationMs'),
        byName: Object.fromEntries(this.byName),
      },
      files: this.lines,
    });
  }

  private ofModel(): ModelMetrics {
    return entryOf(this.models, this.model(), {
      api: { totalRequests: 0, totalErrors: 0, totalLatencyMs: 0 },
      tokens: { prompt: 0, candidates: 0, total: 0, cached: 0, thoughts: 0 },
    });
  }

  private endRequest(parent: string | null, usage: UsageMetadata | undefined): void {
    const startedAt = this.requests.get(parent);
    if (startedAt === undefined) return;
    this.requests.delete(parent);
    const { api, tokens } = this.ofModel();
    api.totalRequests++;
    api.totalLatencyMs += Math.round(this.now() - startedAt);
    tokens.prompt += usage?.promptTokenCount ?? 0;
    tokens.candidates += usage?.candidatesTokenCount ?? 0;
    tokens.total += usage?.totalTokenCount ?? 0;
    tokens.cached += usage?.cachedContentTokenCount ?? 0;
    tokens.thoughts += usage?.thoughtsTokenCount ?? 0;
  }

  private endCall({ callId, error, errorType, resultDisplay }: ToolCallResponseInfo): void {
    const call = this.calls.get(callId);
    if (!call) return;
    this.calls.delete(callId);
    const { name, args } = call.start.request;
    if (errorType === 'permission_denied') this.deniedCalls.push({ callId, name, args });
    const tool = entryOf(this.byName, name, { count: 0, success: 0, fail: 0, durationMs: 0 });
    tool.count++;
    tool[error === undefined ? 'success' : 'fail']++;
    tool.durationMs += Math.round(this.now() - call.startedAt);
    if (typeof resultDisplay === 'object' && resultDisplay.type === 'file_diff')
      this.countLines(resultDisplay.fileDiff);
  }

  private countLines(diff: string): void {
    for (const line of diff.split('\n')) {
      if (line.startsWith('+') && !line.startsWith('+++')) this.lines.totalLinesAdded++;
      else if (line.startsWith('-') && !line.startsWith('---')) this.lines.totalLinesRemoved++;
    }
  }
}

function entryOf<T>(entries: Map<string, T>, name: string, initial: T): T {
  const entry = entries.get(name) ?? initial;
  entries.set(name, entry);
  return entry;
}

/** Sums over all models. */
export function totalUsage({ models }: MetricsSnapshot): ModelMetrics {
  const total: ModelMetrics = {
    api: { totalRequests: 0, totalErrors: 0, totalLatencyMs: 0 },
    tokens: { prompt: 0, candidates: 0, total: 0, cached: 0, thoughts: 0 },
  };
  for (const { api, tokens } of Object.values(models)) {
    for (const key of Object.keys(api) as Array<keyof typeof api>) total.api[key] += api[key];
    for (const key of Object.keys(tokens) as Array<keyof typeof tokens>) total.tokens[key] += tokens[key];
  }
  return total;
}
