import { describe, expect, it } from 'vitest';
import { toOpenApiSchema } from './openApiSchema.js';

describe('toOpenApiSchema', () => {
  it('keeps what OpenAPI 3.0 knows', () => {
    const schema = {
      type: 'object',
      description: 'd',
      properties: {
        a: { type: 'string', enum: ['x'], default: 'x' },
        b: { type: 'array', items: { type: 'number' }, maxItems: 3 },
      },
      required: ['a'],
    };
    expect(toOpenApiSchema(schema)).toEqual(schema);
  });

  it('drops and rewrites the rest', () => {
    expect(
      toOpenApiSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        additionalProperties: false,
        properties: {
          kind: { const: 'a' },
          name: { type: ['string', 'null'] },
          value: { type: ['string', 'number'] },
          either: { oneOf: [{ type: 'string' }, { type: 'null' }] },
          count: { type: 'integer', exclusiveMinimum: 0 },
          properties: { type: 'string' },
        },
      }),
    ).toEqual({
      type: 'object',
      properties: {
        kind: { enum: ['a'] },
        name: { type: 'string', nullable: true },
        value: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        either: { type: 'string', nullable: true },
        count: { type: 'integer' },
        properties: { type: 'string' },
      },
    });
  });

  it('puts definitions where they are named, recursive ones to a depth', () => {
    const schema = {
      type: 'object',
      properties: { node: { $ref: '#/$defs/node', description: 'root' } },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    };
    const converted = JSON.stringify(toOpenApiSchema(schema));
    expect(converted).toContain('{"node":{"type":"object","properties":{"next":{"type":"object"');
    expect(converted).toContain('"description":"root"');
    expect(converted).not.toContain('$');
  });
});
