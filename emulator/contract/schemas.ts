// The shapes of the service's answers as JSON Schema (2020-12, which OpenAPI 3.1 uses), made of the rows of fields.

import type { FieldRow, Shape } from './row.ts';
import { fieldRows, isIn } from './rows.ts';

export interface JsonObject {
  [name: string]: unknown;
}

const nameOf: Record<Shape, string> = {
  'token response': 'TokenResponse',
  'flight record': 'FlightRecord',
  'page of flights': 'PageOfFlights',
  profile: 'Profile',
};

/** The schemas by their names in the description. */
export function schemasOf(mode: 'strict' | 'extended'): JsonObject {
  const shapes = Map.groupBy(
    fieldRows.filter((row) => isIn(row, mode)),
    ({ shape }) => shape,
  );
  return Object.fromEntries([...shapes].map(([shape, fields]) => [nameOf[shape], schemaOf(fields)]));
}

/** The body of a refusal at the token endpoint. */
export const tokenErrorOf = (codes: readonly string[]): JsonObject => ({
  type: 'object',
  properties: {
    error: { type: 'string', enum: codes, description: 'The error code.' },
    error_description: { type: 'string', description: 'Human-readable text.' },
  },
  required: ['error', 'error_description'],
  additionalProperties: false,
});

/** The body of a refusal everywhere else; with words where the document has none of its kind. */
export const detailOf = (codes: readonly string[], hasMessage = false): JsonObject => ({
  type: 'object',
  properties: {
    detail: { type: 'string', enum: codes, description: 'The code.' },
    ...(hasMessage ? { message: { type: 'string', description: 'What is wrong, in words.' } } : {}),
  },
  required: ['detail', ...(hasMessage ? ['message'] : [])],
  additionalProperties: false,
});

function schemaOf(fields: readonly FieldRow[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((row) => [row.name, { ...typeOf(row), description: row.text }])),
    required: fields.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name),
    additionalProperties: false,
  };
}

const timestamp = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' };

function typeOf({ name, type }: FieldRow): JsonObject {
  if (name === 'date' || name === 'created_at') return timestamp;
  if (name === 'token_type') return { const: 'Bearer' };
  switch (type) {
    // A6: numbers, or strings with --nullable-as-strings.
    case 'nullable':
      return { type: ['number', 'string', 'null'] };
    case 'list of records':
      return { type: 'array', items: { $ref: '#/components/schemas/FlightRecord' } };
    case 'integer or null':
      return { type: ['integer', 'null'] };
    default:
      return { type };
  }
}
