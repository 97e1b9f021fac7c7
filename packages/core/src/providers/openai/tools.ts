/** Tool declarations and the choice among them. */
import type { FunctionDeclaration, GenerateContentConfig } from '../../types.js';
import { toOpenApiSchema } from './openApiSchema.js';
import type { WireTool } from './wire.js';

/** The declared functions, in their order; `undefined` when there are none. */
export function toTools(
  tools: GenerateContentConfig['tools'],
  schemaCompliance: 'auto' | 'openapi_30' | undefined,
): WireTool[] | undefined {
  const declarations = (tools ?? []).flatMap((tool) =>
    'functionDeclarations' in tool ? (tool.functionDeclarations ?? []) : [],
  );
  if (declarations.length === 0) return undefined;
  return declarations.map((declaration) => ({
    type: 'function',
    function: {
      name: declaration.name!,
      ...(declaration.description ? { description: declaration.description } : {}),
      parameters: parametersOf(declaration, schemaCompliance),
    },
  }));
}

function parametersOf(
  { parameters, parametersJsonSchema }: FunctionDeclaration,
  schemaCompliance: 'auto' | 'openapi_30' | undefined,
): Record<string, unknown> {
  const schema = (parametersJsonSchema ?? (parameters ? withLowerCaseTypes(parameters) : undefined)) as
    Record<string, unknown> | undefined;
  if (!schema) return { type: 'object', properties: {} };
  return schemaCompliance === 'openapi_30' ? toOpenApiSchema(schema) : schema;
}

/** Gemini's own schemas write types in capitals. */
function withLowerCaseTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withLowerCaseTypes);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'type' && typeof value === 'string' ? value.toLowerCase() : withLowerCaseTypes(value),
    ]),
  );
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
