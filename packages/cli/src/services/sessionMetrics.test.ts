import type { AgentEvent } from '@qwen-code/qwen-code-core';
import { describe, expect, it } from 'vitest';
import * as events from '../../test/support/agentEvents.js';
import { SessionMetrics, totalUsage } from './sessionMetrics.js';

const count = (all: AgentEvent[], model = () => 'm'): SessionMetrics => {
  let time = 0;
  const metrics = new SessionMetrics(model, () => (time += 10));
  for (const event of all) metrics.add(event);
  return metrics;
};

describe('SessionMetrics', () => {
  it('counts sub-agents, whose requests overlap with others', () => {
    const inside = (event: AgentEvent): AgentEvent => ({ type: 'subagent', parentCallId: 'a', agentName: 'x', event });
    const metrics = count([
      events.start(),
      inside(events.start()),
      inside(events.finished(7, 3)),
      events.finished(100, 10),
    ]);
    expect(totalUsage(metrics.snapshot())).toMatchObject({
      api: { totalRequests: 2, totalLatencyMs: 40 },
      tokens: { prompt: 107, candidates: 13, total: 120 },
    });
  });

  it.each(['__proto__', 'constructor'])('counts a tool or model that is called %s', (name) => {
    const all = [events.start(), events.finished(7, 3), events.callStart('1', name), events.callEnd('1', 'none')];
    const { models, tools } = count(all, () => name).snapshot();
    expect(Object.getOwnPropertyDescriptor(tools.byName, name)?.value).toMatchObject({ count: 1, success: 1 });
    expect(Object.getOwnPropertyDescriptor(models, name)?.value).toMatchObject({ api: { totalRequests: 1 } });
    for (const _inherited in {}) expect.unreachable('Object.prototype has been changed');
  });

  it('counts by the model of the moment, and failed requests', () => {
    let model = 'a';
    const metrics = new SessionMetrics(() => model);
    metrics.add(events.start());
    metrics.add(events.finished());
    model = 'b';
    metrics.add(events.start());
    metrics.add(events.error('lost'));
    const { models } = metrics.snapshot();
    expect(models['a']!.api).toMatchObject({ totalRequests: 1, totalErrors: 0 });
    expect(models['b']!.api).toMatchObject({ totalRequests: 1, totalErrors: 1 });
  });

  it('counts changed lines of diffs, not their headers', () => {
    const diff: AgentEvent = {
      type: 'tool_call_end',
      value: {
        callId: '1',
        responseParts: [],
        resultDisplay: {
          type: 'file_diff',
          filePath: 'a',
          originalContent: 'x',
          newContent: 'y',
          fileDiff: '--- a\n+++ a\n@@ -1 +1,2 @@\n-x\n+y\n+z\n c',
        },
        error: undefined,
        errorType: undefined,
      },
    };
    expect(count([events.callStart('1', 'edit'), diff]).snapshot().files).toEqual({
      totalLinesAdded: 2,
      totalLinesRemoved: 1,
    });
  });

  it('remembers which calls were not permitted', () => {
    const metrics = count([
      events.callStart('1', 'edit', { file_path: 'a' }),
      events.callEnd('1', 'no', 'permission_denied'),
      events.callStart('2', 'glob'),
      events.callEnd('2', 'ok'),
    ]);
    expect(metrics.deniedCalls).toEqual([{ callId: '1', name: 'edit', args: { file_path: 'a' } }]);
  });
});
