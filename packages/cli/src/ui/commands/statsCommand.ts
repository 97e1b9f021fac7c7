/** `/stats`: what the session has cost and done. */
import { CompressionStatus, type CompactionCounts } from '@qwen-code/qwen-code-core';
import { totalUsage, type MetricsSnapshot } from '../../services/sessionMetrics.js';
import type { ColumnSection } from '../types.js';
import type { CommandConfig, SlashCommand } from './types.js';

export const statsCommand: SlashCommand = {
  name: 'stats',
  altNames: ['usage'],
  description: 'Show tokens, requests and tool calls of this session',
  modes: ['interactive', 'non_interactive'],
  run({ config, metrics, sessionId, sessionDurationMs }) {
    const snapshot = metrics.snapshot();
    const sections = [
      sessionSection(snapshot, sessionId, sessionDurationMs),
      ...modelSections(snapshot),
      toolSection(snapshot, config),
      compactionSection(config.getTokenCountDisplay().getCompactions()),
    ];
    return { type: 'columns', sections: sections.filter(({ rows }) => rows.length > 0) };
  },
};

function sessionSection(snapshot: MetricsSnapshot, sessionId: string, durationMs: number): ColumnSection {
  const { api } = totalUsage(snapshot);
  const { tools, files } = snapshot;
  return {
    title: 'Session',
    rows: [
      { name: 'Id', text: sessionId },
      { name: 'Time', text: `${seconds(durationMs)}, ${seconds(api.totalLatencyMs)} of it waiting for the model` },
      {
        name: 'Tool calls',
        text: `${tools.totalCalls} (${tools.totalSuccess} succeeded, ${tools.totalFail} failed)`,
      },
      { name: 'Lines changed', text: `+${files.totalLinesAdded} -${files.totalLinesRemoved}` },
    ],
  };
}

function modelSections(snapshot: MetricsSnapshot): ColumnSection[] {
  return Object.entries(snapshot.models).map(([model, { api, tokens }]) => {
    const cached = tokens.prompt > 0 ? ` (${Math.round((tokens.cached / tokens.prompt) * 100)}% from the cache)` : '';
    const thoughts = tokens.thoughts > 0 ? ` (${grouped(tokens.thoughts)} of them thoughts)` : '';
    return {
      title: `Model ${model}`,
      rows: [
        { name: 'Requests', text: withFailures(api.totalRequests, api.totalErrors) },
        { name: 'Tokens in', text: `${grouped(tokens.prompt)}${cached}` },
        { name: 'Tokens out', text: `${grouped(tokens.candidates)}${thoughts}` },
      ],
    };
  });
}

function toolSection({ tools }: MetricsSnapshot, config: CommandConfig): ColumnSection {
  const titles = new Map(
    config
      .getToolRegistry()
      .all()
      .map(({ name, displayName }) => [name, displayName]),
  );
  const calls = Object.entries(tools.byName).sort(([, a], [, b]) => b.count - a.count);
  return {
    title: 'Tools',
    rows: calls.map(([name, { count, fail }]) => ({ name: titles.get(name) ?? name, text: withFailures(count, fail) })),
  };
}

function compactionSection({ compacted, failures, tokensBefore, tokensAfter }: CompactionCounts): ColumnSection {
  const done = { name: 'Done', text: `${compacted} (${grouped(tokensBefore)} -> ${grouped(tokensAfter)} tokens)` };
  const failed = Object.entries(failures).map(([status, count]) => ({
    name: 'Failed',
    text: `${count}: ${REASONS[Number(status) as FailureStatus]}`,
  }));
  return { title: 'Compactions', rows: [...(compacted > 0 ? [done] : []), ...failed] };
}

type FailureStatus = Exclude<CompressionStatus, CompressionStatus.COMPRESSED | CompressionStatus.NOOP>;

const REASONS: Readonly<Record<FailureStatus, string>> = {
  [CompressionStatus.COMPRESSION_FAILED_INFLATED_TOKEN_COUNT]: 'the summary was longer than what it was to replace',
  [CompressionStatus.COMPRESSION_FAILED_TOKEN_COUNT_ERROR]: 'the provider did not say how long the summary is',
  [CompressionStatus.COMPRESSION_FAILED_EMPTY_SUMMARY]: 'the model wrote no summary',
  [CompressionStatus.COMPRESSION_FAILED_OUTPUT_TRUNCATED]: 'the summary was cut off before its end',
  [CompressionStatus.COMPRESSION_FAILED_API_ERROR]: 'the provider refused, or could not be reached',
};

function withFailures(count: number, failures: number): string {
  return `${grouped(count)}${failures > 0 ? `, ${grouped(failures)} failed` : ''}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}
