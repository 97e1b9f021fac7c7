/** Tools and the choice between them. */
import type Anthropic from '@anthropic-ai/sdk';
import type { GenerateContentConfig } from '../../types.js';
import { plainTools } from '../toolDeclarations.js';
import type { BlockMessage } from './messages.js';

export interface ToolFields {
  tools?: Anthropic.Tool[];
  tool_choice?: Anthropic.ToolChoice;
}

/**
 * The tools of a request. The API refuses a history with calls when no tools are declared, as in a request for a
 * summary: then the tools of the history are declared by name, and none may be called.
 */
export function toolFields(config: GenerateContentConfig, messages: readonly BlockMessage[]): ToolFields {
  const tools = plainTools(config.tools).map(({ name, description, schema }) => ({
    name,
    ...(description === '' ? {} : { description }),
    input_schema: schema as Anthropic.Tool.InputSchema,
  }));
  if (tools.length > 0) {
    const tool_choice = toolChoice(config.toolConfig);
    return tool_choice === undefined ? { tools } : { tools, tool_choice };
  }
  const names = calledTools(messages);
  if (names.length === 0) return {};
  return {
    tools: names.map((name) => ({ name, input_schema: { type: 'object' } })),
    tool_choice: { type: 'none' },
  };
}

function toolChoice(toolConfig: GenerateContentConfig['toolConfig']): Anthropic.ToolChoice | undefined {
  const { mode, allowedFunctionNames = [] } = toolConfig?.functionCallingConfig ?? {};
  switch (mode as string | undefined) {
    case 'ANY':
      return allowedFunctionNames.length === 1
        ? { type: 'tool', name: allowedFunctionNames[0] ?? '' }
        : { type: 'any' };
    case 'NONE':
      return { type: 'none' };
    case 'AUTO':
      return { type: 'auto' };
    default:
      return undefined;
  }
}

function calledTools(messages: readonly BlockMessage[]): string[] {
  const names = messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])),
  );
  return [...new Set(names)];
}
