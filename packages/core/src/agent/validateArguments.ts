/** Checks a call's arguments against the tool's schema. The validator is loaded at the first call, not at start. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { AnyTool } from '../tools/tool.js';

type Compile = (schema: object) => ValidateFunction;

let compile: Promise<Compile> | undefined;
const validators = new WeakMap<AnyTool, ValidateFunction>();

export type ArgumentsCheck = { ok: true; args: Record<string, unknown> } | { ok: false; message: string };

/**
 * Validates a copy of `args`. Scalars of a wrong but convertible type are converted ("5" for a number), as weak models
 * send them; whatever else does not fit is refused with a message for the model that names each field.
 */
export async function validateArguments(tool: AnyTool, args: unknown): Promise<ArgumentsCheck> {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    return { ok: false, message: `The arguments of ${tool.name} must be a JSON object.` };
  }
  const copy = structuredClone(args) as Record<string, unknown>;
  const validate = await validatorOf(tool);
  if (validate(copy)) return { ok: true, args: copy };
  const problems = (validate.errors ?? []).map(describeError);
  return { ok: false, message: `Invalid arguments for ${tool.name}: ${[...new Set(problems)].join('; ')}.` };
}

async function validatorOf(tool: AnyTool): Promise<ValidateFunction> {
  const known = validators.get(tool);
  if (known) return known;
  compile ??= loadCompiler();
  const validator = (await compile)(tool.parametersJsonSchema);
  validators.set(tool, validator);
  return validator;
}

async function loadCompiler(): Promise<Compile> {
  const { default: ajvModule } = await import('ajv');
  const ajv = new ajvModule.Ajv({ allErrors: true, coerceTypes: true, strict: false, validateFormats: false });
  return (schema) => ajv.compile(withoutDialect(schema));
}

/** MCP servers name JSON Schema dialects that the validator has no meta-schema for; the rules used are the same. */
function withoutDialect(schema: object): object {
  const { $schema: _dialect, ...rest } = schema as Record<string, unknown>;
  return rest;
}

function describeError(error: ErrorObject): string {
  const where = error.instancePath === '' ? '' : `${error.instancePath.slice(1).replaceAll('/', '.')} `;
  switch (error.keyword) {
    case 'required':
      return `${where}"${error.params['missingProperty']}" is missing`;
    case 'additionalProperties':
      return `${where}"${error.params['additionalProperty']}" is not a parameter`;
    case 'enum':
      return `${where}must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}`;
    default:
      return `${where}${error.message ?? error.keyword}`;
  }
}
