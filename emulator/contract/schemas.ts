// The response bodies of the service as JSON Schema 2020-12 (OpenAPI 3.1), generated from the rows of fields.

import type { FieldRow, Shape } from './row.ts';
import { fieldRows, isIn } from './rows.ts';

export type JsonObject = {
  [name: string]: unknown;
};

const nameOf: Record<Shape, string> = {
  'token response': 'TokenResponse',
  'flight record': 'FlightRecord',
  'page of flights': 'PageOfFlights',
  profile: 'Profile',
  'server metadata': 'ServerMetadata',
  'token status': 'TokenStatus',
};

/** Returns the schemas by name. */
export function schemasOf(mode: 'strict' | 'extended'): JsonObject {
  const shapes = Map.groupBy(
    fieldRows.filter((row) => isIn(row, mode)),
    ({ shape }) => shape,
  );
  return Object.fromEntries([...shapes].map(([shape, fields]) => [nameOf[shape], schemaOf(fields)]));
}

/** The error body of the token endpoint. */
export const tokenErrorOf = (codes: readonly string[]): JsonObject => ({
  type: 'object',
  properties: {
    error: { type: 'string', enum: codes, description: 'The error code.' },
    error_description: { type: 'string', description: 'Human-readable text.' },
  },
  required: ['error', 'error_description'],
  additionalProperties: false,
});

/** The error body everywhere else; with a message for errors that the document does not have. */
export const detailOf = (codes: readonly string[], hasMessage = false): JsonObject => ({
  type: 'object',
  properties: {
    detail: { type: 'string', enum: codes, description: 'The code.' },
    ...(hasMessage ? { message: { type: 'string', description: 'What is wrong.' } } : {}),
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
    case 'list of strings':
      return { type: 'array', items: { type: 'string' } };
    case 'integer or null':
      return { type: ['integer', 'null'] };
    default:
      return { type };
  }
}
