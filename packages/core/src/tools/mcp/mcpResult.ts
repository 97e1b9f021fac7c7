/** What an MCP tool returned, as a tool result. */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import type { Part } from '../../types.js';
import type { ToolResult } from '../tool.js';

/** Larger media, in characters of base64, would fill a request by themselves. */
const MAX_MEDIA_CHARACTERS = 10 * 1024 * 1024;

/** Types of embedded files that models can look at. */
const MEDIA = /^(image|audio|video)\/|^application\/pdf$/;

export function toToolResult({ content, structuredContent, isError }: CallToolResult): ToolResult {
  const texts: string[] = [];
  const media: Part[] = [];
  for (const block of content) {
    const { text, part } = readBlock(block);
    if (text) texts.push(text);
    if (part) media.push(part);
  }
  // Servers are to repeat structured content as text; some do not.
  if (texts.length === 0 && structuredContent !== undefined) texts.push(JSON.stringify(structuredContent));
  const output = texts.join('\n') || (media.length > 0 ? `(${media.length} media)` : '(no output)');
  return {
    output,
    ...(media.length > 0 ? { media } : {}),
    ...(isError ? { errorType: 'execution_failed' as const } : {}),
  };
}

function readBlock(block: ContentBlock): { text?: string; part?: Part } {
  switch (block.type) {
    case 'text':
      return { text: block.text };
    case 'image':
    case 'audio':
      return mediaPart(block.mimeType, block.data, block.type);
    case 'resource_link': {
      const about = [block.mimeType, block.description].filter(Boolean).join(', ');
      return { text: `[resource ${block.name}: ${block.uri}${about ? ` (${about})` : ''}]` };
    }
    case 'resource': {
      const { resource } = block;
      if ('text' in resource) return { text: `[resource ${resource.uri}]\n${resource.text}` };
      const mimeType = resource.mimeType ?? 'application/octet-stream';
      if (MEDIA.test(mimeType)) return mediaPart(mimeType, resource.blob, resource.uri);
      return { text: `[resource ${resource.uri}: ${mimeType}, ${kilobytes(resource.blob)}, not shown]` };
    }
  }
}

function mediaPart(mimeType: string, data: string, name: string): { text?: string; part?: Part } {
  if (data.length > MAX_MEDIA_CHARACTERS)
    return { text: `[${name}: ${mimeType}, ${kilobytes(data)}, too large to show]` };
  return { part: { inlineData: { mimeType, data } } };
}

function kilobytes(base64: string): string {
  return `${Math.ceil((base64.length * 3) / 4 / 1024)} KB`;
}
