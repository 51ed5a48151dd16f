// The JSON Schemas of the command line's lines, as docs/cli.md shows them.
import { z } from 'zod';
import { jsonLineSchemas } from '../../main/node/cli/json-lines.ts';

/** A comment names the line; the block after it is its schema. */
const block = /<!-- schema: ([a-z-]+) -->\n+```json\n([\s\S]*?)```/g;

export const schemaOf = (name: keyof typeof jsonLineSchemas) => z.toJSONSchema(jsonLineSchemas[name]);

/** The schemas on the page, by name. */
export const shownSchemas = (page: string): ReadonlyMap<string, unknown> =>
  new Map([...page.matchAll(block)].map(([, name, text]) => [name!, JSON.parse(text!) as unknown]));

export const withSchemas = (page: string): string =>
  page.replace(block, (_all, name: keyof typeof jsonLineSchemas) =>
    [`<!-- schema: ${name} -->`, '', '```json', written(schemaOf(name)), '```'].join('\n'),
  );

/** Short values on one line, for readability. */
function written(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= 110) return flat;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => written(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${written(one, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}
