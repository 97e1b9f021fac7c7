import type { Scenario, SimulatedReply } from '../reply.js';
import type { SimulatedRequest } from '../request.js';

/** What may be wrong with a summary. */
export type SummaryDefect =
  'empty' | 'whitespace' | 'truncated' | 'tool-calls' | 'tool-syntax' | 'thoughts-only' | 'not-a-summary' | 'inflated';

export interface SummaryOptions {
  /** Words of filler in the summary; default 120. */
  words?: number;
  /** The whole answer instead of a made-up one. */
  text?: string | ((request: SimulatedRequest) => string);
  /** What is wrong with it: always, or by the number of the summary request (from 0). */
  defect?: SummaryDefect | ((summary: number) => SummaryDefect | undefined);
  /** Recognises compaction requests; default: `isSummaryRequest`. */
  isSummaryRequest?: (request: SimulatedRequest) => boolean;
  /** Further fields of the reply, such as `hold` or `fault`. */
  reply?: Omit<SimulatedReply, 'text' | 'toolCalls'>;
}

/** True for a request that asks for a snapshot of the conversation: in its system text or its very last text. */
export function isSummaryRequest(request: SimulatedRequest): boolean {
  const lastText = request.messages.at(-1)?.parts.findLast((part) => part.type === 'text');
  return [request.system, lastText?.text ?? ''].some((text) => text.includes('<state_snapshot>'));
}

/** Answers compaction requests with a summary and everything else by another scenario. */
export function summaryOr(normal: Scenario, options: SummaryOptions = {}): Scenario {
  const isSummary = options.isSummaryRequest ?? isSummaryRequest;
  let count = 0;
  return (request) => {
    if (!isSummary(request)) return normal(request);
    const defect = typeof options.defect === 'function' ? options.defect(count) : options.defect;
    count++;
    return { ...options.reply, ...summaryReply(request, options, defect) };
  };
}

function summaryReply(request: SimulatedRequest, options: SummaryOptions, defect?: SummaryDefect): SimulatedReply {
  const text =
    typeof options.text === 'function' ? options.text(request) : (options.text ?? snapshot(options.words ?? 120));
  switch (defect) {
    case undefined:
      return { text };
    case 'empty':
      return { text: '' };
    case 'whitespace':
      return { text: ' \n\t\n' };
    case 'truncated':
      return { text: text.slice(0, Math.floor(text.length / 2)), finishReason: 'length' };
    case 'tool-calls':
      return { toolCalls: [{ name: request.tools[0]?.name ?? 'read_file', args: { file_path: '/etc/hostname' } }] };
    case 'tool-syntax':
      return { text: '<tool_call>\n{"name": "read_file", "arguments": {"file_path": "/etc/hostname"}}\n</tool_call>' };
    case 'thoughts-only':
      return { thoughts: text };
    case 'not-a-summary':
      return { text: 'Sure! I will carry on with that right away.' };
    case 'inflated':
      return { text: snapshot(Math.ceil(request.promptTokens * 1.2)) };
  }
}

/** A snapshot with so many words of filler in its facts. */
export function snapshot(words: number): string {
  const filler = Array.from({ length: words }, (_unused, index) => `fact${index + 1}`).join(' ');
  return [
    '<state_snapshot>',
    '<overall_goal>Finish the task of the user.</overall_goal>',
    `<key_knowledge>${filler}</key_knowledge>`,
    '<file_system_state>Read the files named in the conversation.</file_system_state>',
    '<recent_actions>Ran the tools asked for.</recent_actions>',
    '<current_plan>[IN PROGRESS] Carry on where the conversation stopped.</current_plan>',
    '</state_snapshot>',
  ].join('\n');
}
