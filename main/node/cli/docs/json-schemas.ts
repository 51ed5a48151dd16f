// JSON Schemas of the lines that `--json` prints, in a form that can be read.
import { z } from 'zod';
import { jsonLineSchemas } from '../json/json-lines.ts';

const COLUMNS = 110;

/** Returns the schema of a line, without what only a validator needs. */
export const schemaOf = (name: keyof typeof jsonLineSchemas) =>
  z.toJSONSchema(jsonLineSchemas[name], {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });

/** Returns JSON with short values on one line. */
export function readableJson(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= COLUMNS) return flat;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => readableJson(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${readableJson(one, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}
