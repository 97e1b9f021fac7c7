/** JSON Schema cut down to what OpenAPI 3.0 knows, for servers that refuse the rest. */

type Schema = Record<string, unknown>;

const KEPT = new Set([
  'type',
  'title',
  'description',
  'format',
  'default',
  'enum',
  'nullable',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'required',
]);
const MAX_DEPTH = 20;

/**
 * `schema` without keywords that OpenAPI 3.0 lacks: `$ref`s to definitions are replaced by what they name (a
 * recursive one by any object), lists of types by `nullable` or `anyOf`, `const` by `enum`, `oneOf` by `anyOf`.
 */
export function toOpenApiSchema(schema: Schema): Schema {
  return convert(schema, schema, 0);
}

function convert(value: unknown, root: Schema, depth: number): Schema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  if (depth > MAX_DEPTH) return { type: 'object' };
  const schema = resolve(value as Schema, root);
  const converted: Schema = {};
  for (const [key, child] of Object.entries(schema)) {
    if (key === 'type' && Array.isArray(child)) Object.assign(converted, typesOf(child as string[]));
    else if (KEPT.has(key)) converted[key] = child;
    else if (key === 'const') converted['enum'] = [child];
    else if (key === 'properties') converted['properties'] = convertEach(child as Schema, root, depth);
    else if (key === 'items') converted['items'] = convert(child, root, depth + 1);
    else if (key === 'anyOf' || key === 'oneOf') Object.assign(converted, anyOf(child as unknown[], root, depth));
    else if (key === 'allOf') converted['allOf'] = (child as unknown[]).map((item) => convert(item, root, depth + 1));
  }
  return converted;
}

function convertEach(properties: Schema, root: Schema, depth: number): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, convert(child, root, depth + 1)]));
}

function typesOf(types: string[]): Schema {
  const named = types.filter((type) => type !== 'null');
  const nullable = named.length < types.length ? { nullable: true } : {};
  return named.length === 1 ? { type: named[0], ...nullable } : { anyOf: named.map((type) => ({ type })), ...nullable };
}

function anyOf(alternatives: unknown[], root: Schema, depth: number): Schema {
  const converted = alternatives.map((item) => convert(item, root, depth + 1));
  const named = converted.filter(({ type }) => type !== 'null');
  const nullable = named.length < converted.length ? { nullable: true } : {};
  return named.length === 1 ? { ...named[0], ...nullable } : { anyOf: named, ...nullable };
}

function resolve(schema: Schema, root: Schema): Schema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  let target: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    target = typeof target === 'object' && target !== null ? (target as Schema)[key] : undefined;
  }
  const { $ref: _reference, ...beside } = schema;
  return { ...(target as Schema | undefined), ...beside };
}
