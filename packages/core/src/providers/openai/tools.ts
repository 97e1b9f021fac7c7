/** Tool declarations and the choice among them. */
import type { GenerateContentConfig } from '../../types.js';
import { plainTools } from '../toolDeclarations.js';
import { toOpenApiSchema } from './openApiSchema.js';
import type { WireTool } from './wire.js';

/** The declared functions, in their order; `undefined` when there are none. */
export function toTools(
  tools: GenerateContentConfig['tools'],
  schemaCompliance: 'auto' | 'openapi_30' | undefined,
): WireTool[] | undefined {
  const declared = plainTools(tools).map(({ name, description, schema }): WireTool => {
    const parameters = schemaCompliance === 'openapi_30' ? toOpenApiSchema(schema) : schema;
    return { type: 'function', function: { name, ...(description === '' ? {} : { description }), parameters } };
  });
  return declared.length === 0 ? undefined : declared;
}

/** `tool_choice` for the request's tool configuration; `undefined` leaves the choice to the model. */
export function toToolChoice(toolConfig: GenerateContentConfig['toolConfig']): unknown {
  const { mode, allowedFunctionNames = [] } = toolConfig?.functionCallingConfig ?? {};
  switch (mode as string | undefined) {
    case 'NONE':
      return 'none';
    case 'AUTO':
      return 'auto';
    case 'ANY':
      return allowedFunctionNames.length === 1
        ? { type: 'function', function: { name: allowedFunctionNames[0] } }
        : 'required';
    default:
      return undefined;
  }
}
