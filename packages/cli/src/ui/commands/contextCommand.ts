/** `/context`: what fills the context window. */
import { computeThresholds } from '@qwen-code/qwen-code-core';
import { contextTier, type ContextTier } from '../components/contextTier.js';
import { formatTokens } from '../text/format.js';
import { estimateTextTokens } from '../../utils/textTokens.js';
import type { ContextCategoryBreakdown, ContextToolEntry, HistoryItemContextUsage } from '../types.js';
import type { CommandConfig, SlashCommand } from './types.js';

/** Tokens of a model of which nothing is known; the core fills in the true window. */
const DEFAULT_WINDOW = 131_072;

/** Numbers by category. Parts are estimates; when they are larger than what the provider counted they are scaled down. */
export async function collectContextData(
  config: CommandConfig,
  showDetails: boolean,
): Promise<HistoryItemContextUsage> {
  const contextWindowSize = config.getContentGeneratorConfig().contextWindowSize ?? DEFAULT_WINDOW;
  const chat = config.getGeminiClient().getChat();
  const totalTokens = chat.getLastPromptTokenCount();
  const isEstimated = totalTokens === 0;
  const used = isEstimated ? chat.estimatePromptTokens() : totalTokens;
  const thresholds = computeThresholds(contextWindowSize);
  const parts = estimateParts(config);
  const sizes = {
    systemPrompt: parts.systemPrompt,
    builtinTools: sum(parts.builtinTools),
    mcpTools: sum(parts.mcpTools),
    memoryFiles: sum(parts.memoryFiles),
  };
  const overhead = Object.values(sizes).reduce((total, size) => total + size, 0);
  const scale = overhead > used ? used / overhead : 1;
  const scaled = (tokens: number): number => Math.round(tokens * scale);
  const autocompactBuffer = Math.round(contextWindowSize - thresholds.auto);
  const breakdown: ContextCategoryBreakdown = {
    systemPrompt: scaled(sizes.systemPrompt),
    builtinTools: scaled(sizes.builtinTools),
    mcpTools: scaled(sizes.mcpTools),
    memoryFiles: scaled(sizes.memoryFiles),
    skills: 0,
    messages: Math.max(0, used - scaled(overhead)),
    freeSpace: Math.max(0, contextWindowSize - used - autocompactBuffer),
    autocompactBuffer,
    thresholds,
    currentTier: contextTier(used, thresholds),
  };
  return {
    type: 'context_usage',
    modelName: config.getModel(),
    totalTokens,
    contextWindowSize,
    contextWindowSource: config.getContentGeneratorConfig().contextWindowSource,
    breakdown,
    builtinTools: parts.builtinTools,
    mcpTools: parts.mcpTools,
    memoryFiles: parts.memoryFiles,
    skills: [],
    isEstimated,
    showDetails,
  };
}

interface EstimatedParts {
  systemPrompt: number;
  builtinTools: ContextToolEntry[];
  mcpTools: ContextToolEntry[];
  memoryFiles: Array<{ path: string; tokens: number }>;
}

function estimateParts(config: CommandConfig): EstimatedParts {
  const memoryFiles = config
    .getInstructionFiles()
    .map(({ path, content }) => ({ path, tokens: estimateTextTokens(content) }));
  const tools = config.getToolRegistry().all();
  const entries = tools.map(({ name, description, parametersJsonSchema }) => ({
    name,
    tokens: estimateTextTokens(JSON.stringify({ name, description, parametersJsonSchema })),
  }));
  const isMcp = ({ name }: ContextToolEntry): boolean => name.startsWith('mcp__');
  return {
    // The system instruction contains the memory files.
    systemPrompt: Math.max(0, estimateTextTokens(config.getSystemInstruction()) - sum(memoryFiles)),
    builtinTools: entries.filter((entry) => !isMcp(entry)),
    mcpTools: entries.filter(isMcp),
    memoryFiles,
  };
}

function sum(entries: ReadonlyArray<{ tokens: number }>): number {
  return entries.reduce((total, { tokens }) => total + tokens, 0);
}

/** The numbers as text, for terminals that draw nothing and for programs. */
export function formatContextUsageText(data: HistoryItemContextUsage): string {
  const { breakdown, contextWindowSize: window, totalTokens } = data;
  const row = (label: string, tokens: number): string => {
    const share = window > 0 ? ` (${((tokens / window) * 100).toFixed(1)}%)` : '';
    return `  ${`${label}:`.padEnd(20)} ${grouped(tokens)} tokens${share}`;
  };
  const overhead = breakdown.systemPrompt + breakdown.builtinTools + breakdown.mcpTools + breakdown.memoryFiles;
  const source = data.contextWindowSource ? ` (${data.contextWindowSource})` : '';
  const lines = [
    'Context Usage',
    '',
    `Model: ${data.modelName}`,
    `Context window: ${grouped(window)} tokens${source}`,
    '',
  ];
  if (data.isEstimated) {
    lines.push(
      'The provider has not counted a request yet: these numbers are estimates.',
      row('Estimated', overhead + breakdown.messages),
    );
  } else lines.push(row('Used', totalTokens));
  lines.push(row('Free', breakdown.freeSpace), row('Autocompact buffer', breakdown.autocompactBuffer));
  if (!data.isEstimated && totalTokens > window)
    lines.push('', `The context is larger than the window by ${grouped(totalTokens - window)} tokens: use /compress.`);
  lines.push(...thresholdLines(data));
  lines.push(
    '',
    'Usage by category',
    row('System prompt', breakdown.systemPrompt),
    row('Built-in tools', breakdown.builtinTools),
  );
  if (breakdown.mcpTools > 0) lines.push(row('MCP tools', breakdown.mcpTools));
  lines.push(row('Memory files', breakdown.memoryFiles));
  if (breakdown.skills > 0) lines.push(row('Skills', breakdown.skills));
  lines.push(row('Messages', breakdown.messages), '');
  lines.push(...(data.showDetails ? detailLines(data) : ['/context detail lists each tool and file.']));
  return lines.join('\n').trimEnd();
}

/** The tiers from below, the current one marked. */
function thresholdLines({ breakdown, isEstimated, contextWindowSize }: HistoryItemContextUsage): string[] {
  const { thresholds, currentTier } = breakdown;
  if (!thresholds) return [];
  const { effectiveWindow } = thresholds;
  const reserve = formatTokens(contextWindowSize - effectiveWindow);
  const row = (label: string, value: string, tier?: ContextTier): string =>
    `${tier !== undefined && tier === currentTier ? '▶' : ' '} ${`${label}:`.padEnd(20)} ${value}`;
  return [
    '',
    'Compaction thresholds',
    row('Effective window', `${formatTokens(effectiveWindow)} (window - ${reserve} reserve)`),
    row('Warn threshold', `${grouped(thresholds.warn)} tokens`, 'warn'),
    row('Auto threshold', `${grouped(thresholds.auto)} tokens`, 'auto'),
    row('Hard threshold', `${grouped(thresholds.hard)} tokens`, 'hard'),
    row('Current tier', `${currentTier}${isEstimated ? ' (estimated)' : ''}`),
  ];
}

function detailLines(data: HistoryItemContextUsage): string[] {
  const section = (title: string, entries: Array<{ label: string; tokens: number }>): string[] =>
    entries.length === 0
      ? []
      : [
          title,
          ...entries
            .toSorted((a, b) => b.tokens - a.tokens)
            .map(({ label, tokens }) => `  ${label}: ${grouped(tokens)} tokens`),
          '',
        ];
  const named = ({ name, tokens }: ContextToolEntry): { label: string; tokens: number } => ({ label: name, tokens });
  return [
    ...section('Built-in tools (estimated)', data.builtinTools.map(named)),
    ...section('MCP tools (estimated)', data.mcpTools.map(named)),
    ...section(
      'Memory files (estimated)',
      data.memoryFiles.map(({ path, tokens }) => ({ label: path, tokens })),
    ),
    ...section('Skills (estimated)', data.skills.map(named)),
  ];
}

function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export const contextCommand: SlashCommand = {
  name: 'context',
  description: 'Show what fills the context window',
  argumentHint: '[detail]',
  modes: ['interactive', 'non_interactive'],
  async run({ config }, args) {
    const showDetails = args === 'detail' || args === '-d';
    if (args !== '' && !showDetails)
      return { type: 'message', level: 'error', text: `/context takes "detail" or nothing, not "${args}".` };
    return { type: 'item', item: await collectContextData(config, showDetails) };
  },
};
