// Zod schemas of answers as JSON Schema. One with an `id` becomes a component of the description.

import { z } from 'zod';
import type { JsonObject } from './operations.ts';

/** The schema of each answer, and the components that they refer to. */
export function schemasOf(answers: readonly z.ZodType[]): { answers: JsonObject[]; components: JsonObject } {
  const { items, $defs = {} } = JSON.parse(
    JSON.stringify(z.toJSONSchema(z.object(Object.fromEntries(answers.entries())), { unrepresentable: 'any' }))
      .replaceAll('#/$defs/', '#/components/schemas/')
      .replace('"properties":', '"items":'),
  ) as { items: Record<number, JsonObject>; $defs?: Record<string, JsonObject> };
  return {
    answers: answers.map((_, index) => items[index] ?? {}),
    components: Object.fromEntries(Object.entries($defs).map(([name, schema]) => [name, { ...schema, id: undefined }])),
  };
}
