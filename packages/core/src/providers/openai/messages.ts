/** Contents as chat messages: pure, each content on its own, so that the same history gives the same bytes. */
import type { Content, GenerateContentConfig, Part } from '../../types.js';
import type { InputModalities } from '../contentGenerator.js';
import { functionResponseText } from '../history/functionResponseText.js';
import { systemTexts } from '../systemText.js';
import { mediaPart } from './media.js';
import type { WireMessage, WirePart, WireToolCall } from './wire.js';

export interface MessageRules {
  /** Media of tool results go into a user message behind the results, not into the results. */
  splitToolMedia: boolean;
  /** The field for the model's earlier reasoning; without one it is left out. */
  reasoningField?: 'reasoning_content' | 'reasoning';
  modalities?: InputModalities;
}

/** Messages for normalised contents (see `normalizeHistory`), the system instruction first. */
export function toMessages(
  systemInstruction: GenerateContentConfig['systemInstruction'],
  contents: Content[],
  rules: MessageRules,
): WireMessage[] {
  const system = systemTexts(systemInstruction).join('\n\n');
  const messages = contents.flatMap((content) =>
    content.role === 'model' ? assistantMessage(content, rules) : userMessages(content, rules),
  );
  return system === '' ? messages : [{ role: 'system', content: system }, ...messages];
}

function assistantMessage(content: Content, { reasoningField }: MessageRules): WireMessage {
  const parts = content.parts ?? [];
  const text = parts.map((part) => (part.thought ? '' : spokenText(part))).join('');
  const reasoning = parts.map((part) => (part.thought ? (part.text ?? '') : '')).join('');
  const calls = parts.flatMap((part) => (part.functionCall ? [toolCall(part.functionCall)] : []));
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(reasoningField && reasoning !== '' ? { [reasoningField]: reasoning } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

/** An assistant message holds text only; what a model of another provider made besides is named. */
function spokenText(part: Part): string {
  if (part.executableCode?.code) return `\n\`\`\`\n${part.executableCode.code}\n\`\`\`\n`;
  if (part.codeExecutionResult?.output) return `\n\`\`\`\n${part.codeExecutionResult.output}\n\`\`\`\n`;
  if (part.inlineData ?? part.fileData) return `[${(part.inlineData ?? part.fileData)!.mimeType}]`;
  return part.text ?? '';
}

function toolCall({ id, name, args }: NonNullable<Part['functionCall']>): WireToolCall {
  return { id: id!, type: 'function', function: { name: name!, arguments: JSON.stringify(args ?? {}) } };
}

function userMessages(content: Content, rules: MessageRules): WireMessage[] {
  const messages: WireMessage[] = [];
  const said: WirePart[] = [];
  for (const part of content.parts ?? []) {
    if (part.functionResponse) {
      const { message, media } = toolMessage(part.functionResponse, rules);
      messages.push(message);
      said.push(...media);
    } else {
      said.push(...wirePart(part, rules.modalities));
    }
  }
  return said.length === 0 ? messages : [...messages, { role: 'user', content: textOrParts(said) }];
}

function toolMessage(
  result: NonNullable<Part['functionResponse']>,
  { splitToolMedia, modalities }: MessageRules,
): { message: WireMessage; media: WirePart[] } {
  const { text } = functionResponseText(result);
  const media = ((result.parts ?? []) as Part[]).flatMap((part) => mediaPart(part, modalities) ?? []);
  const inside = splitToolMedia ? media.filter(isText) : media;
  const outside = splitToolMedia ? media.filter((part) => !isText(part)) : [];
  const label: WirePart[] =
    outside.length > 0 ? [{ type: 'text', text: `Media of the result of ${result.name}:` }] : [];
  return {
    message: { role: 'tool', tool_call_id: result.id!, content: textOrParts([{ type: 'text', text }, ...inside]) },
    media: [...label, ...outside],
  };
}

function wirePart(part: Part, modalities: InputModalities | undefined): WirePart[] {
  const media = mediaPart(part, modalities);
  if (media) return [media];
  const text = spokenText(part);
  return text === '' ? [] : [{ type: 'text', text }];
}

/** Texts alone go as one string: not every server takes lists. */
function textOrParts(parts: WirePart[]): string | WirePart[] {
  return parts.every(isText) ? parts.map(({ text }) => text).join('\n\n') : parts;
}

function isText(part: WirePart): part is WirePart & { text: string } {
  return part.type === 'text';
}
