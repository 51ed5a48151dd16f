// A schema as JSON Schema, for the descriptions.

import { z } from 'zod';

type Params = Parameters<typeof z.toJSONSchema>[1];

/** What is accepted, without the name of the draft: it becomes part of a description. */
export function inputSchemaOf(schema: z.ZodType, params: Params = {}) {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', ...params });
  return json;
}
