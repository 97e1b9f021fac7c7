/** From what an MCP server answers to a tool's result. */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import type { Part } from '../../types.js';
import type { ToolResult } from '../tool.js';

export function toToolResult(result: CallToolResult): ToolResult {
  const texts: string[] = [];
  const media: Part[] = [];
  for (const block of result.content ?? []) {
    const text = textOf(block);
    if (text !== undefined) texts.push(text);
    const part = mediaOf(block);
    if (part) media.push(part);
  }
  if (texts.length === 0 && result.structuredContent !== undefined) {
    texts.push(JSON.stringify(result.structuredContent));
  }
  const output = texts.join('\n') || (media.length > 0 ? `(${media.length} media attached)` : '(no output)');
  return {
    output,
    ...(result.isError ? { errorType: 'execution_failed' as const } : {}),
    ...(media.length > 0 ? { media } : {}),
  };
}

function textOf(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return `[resource ${block.name}: ${block.uri}${block.description ? ` (${block.description})` : ''}]`;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[resource ${block.resource.uri}]`;
    default:
      return undefined;
  }
}

function mediaOf(block: ContentBlock): Part | undefined {
  if (block.type === 'image' || block.type === 'audio') {
    return { inlineData: { mimeType: block.mimeType, data: block.data } };
  }
  if (block.type === 'resource' && 'blob' in block.resource && block.resource.mimeType) {
    return { inlineData: { mimeType: block.resource.mimeType, data: block.resource.blob } };
  }
  return undefined;
}
