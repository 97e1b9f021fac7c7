/** The tools of a request as plain names, descriptions and JSON Schemas, whichever way they were declared. */
import type { FunctionDeclaration, GenerateContentConfig, JsonSchema } from '../types.js';

export interface PlainTool {
  name: string;
  description: string;
  /** Always an object schema. */
  schema: JsonSchema;
}

/** The declared functions in their order. */
export function plainTools(tools: GenerateContentConfig['tools']): PlainTool[] {
  return (tools ?? [])
    .flatMap((tool) => ('functionDeclarations' in tool ? (tool.functionDeclarations ?? []) : []))
    .map((declaration) => ({
      name: declaration.name ?? '',
      description: declaration.description ?? '',
      schema: { type: 'object', properties: {}, ...jsonSchemaOf(declaration) },
    }));
}

function jsonSchemaOf({ parametersJsonSchema, parameters }: FunctionDeclaration): JsonSchema {
  if (typeof parametersJsonSchema === 'object' && parametersJsonSchema !== null)
    return parametersJsonSchema as JsonSchema;
  return parameters === undefined ? {} : (fromGeminiSchema(parameters) as JsonSchema);
}

/** Gemini's own schemas name types in capitals. */
function fromGeminiSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromGeminiSchema);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'type' && typeof inner === 'string' ? inner.toLowerCase() : fromGeminiSchema(inner),
    ]),
  );
}
