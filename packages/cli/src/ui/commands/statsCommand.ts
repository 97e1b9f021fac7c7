/** `/stats`: what the session has cost and done. */
import { CompressionStatus, type CompactionCounts } from '@qwen-code/qwen-code-core';
import { totalUsage, type MetricsSnapshot } from '../../services/sessionMetrics.js';
import type { SlashCommand } from './types.js';

export const statsCommand: SlashCommand = {
  name: 'stats',
  altNames: ['usage'],
  description: 'Show tokens, requests and tool calls of this session',
  modes: ['interactive', 'non_interactive'],
  run: ({ config, metrics, sessionId, sessionDurationMs }) => ({
    type: 'output',
    text: [
      ...formatStats(metrics.snapshot(), sessionId, sessionDurationMs),
      ...formatCompactions(config.getTokenCountDisplay().getCompactions()),
    ].join('\n'),
  }),
};

function formatStats(snapshot: MetricsSnapshot, sessionId: string, durationMs: number): string[] {
  const { api } = totalUsage(snapshot);
  const { tools, files } = snapshot;
  const lines = [
    'Session',
    `  Id: ${sessionId}`,
    `  Time: ${seconds(durationMs)}, ${seconds(api.totalLatencyMs)} of it waiting for the model`,
    `  Tool calls: ${tools.totalCalls} (${tools.totalSuccess} succeeded, ${tools.totalFail} failed)`,
    `  Lines changed: +${files.totalLinesAdded} -${files.totalLinesRemoved}`,
  ];
  for (const [model, { api: ofModel, tokens }] of Object.entries(snapshot.models)) {
    const cachedShare =
      tokens.prompt > 0 ? ` (${Math.round((tokens.cached / tokens.prompt) * 100)}% from the cache)` : '';
    lines.push(
      '',
      `Model ${model}`,
      `  Requests: ${ofModel.totalRequests}${ofModel.totalErrors > 0 ? `, ${ofModel.totalErrors} failed` : ''}`,
      `  Tokens in: ${grouped(tokens.prompt)}${cachedShare}`,
      `  Tokens out: ${grouped(tokens.candidates)}${tokens.thoughts > 0 ? ` (${grouped(tokens.thoughts)} of them thoughts)` : ''}`,
    );
  }
  if (tools.totalCalls > 0) lines.push('', 'Tools');
  for (const [name, { count, fail }] of Object.entries(tools.byName).sort(([, a], [, b]) => b.count - a.count))
    lines.push(`  ${name}: ${count}${fail > 0 ? `, ${fail} failed` : ''}`);
  return lines;
}

function formatCompactions({ compacted, failures, tokensBefore, tokensAfter }: CompactionCounts): string[] {
  const failed = Object.entries(failures);
  if (compacted === 0 && failed.length === 0) return [];
  const lines = ['', 'Compactions'];
  if (compacted > 0) lines.push(`  Done: ${compacted} (${grouped(tokensBefore)} -> ${grouped(tokensAfter)} tokens)`);
  for (const [status, count] of failed) lines.push(`  Failed, ${reasonOf(Number(status))}: ${count}`);
  return lines;
}

/** The name of a status in words. */
function reasonOf(status: number): string {
  const name = CompressionStatus[status] ?? `status ${status}`;
  return name
    .replace(/^COMPRESSION_FAILED_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}
