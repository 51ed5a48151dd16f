// The building blocks of the schemas of calls. The message of each schema names what it accepts; `errorMessage` puts it
// into a sentence: “expected …, got …”.

import { z } from 'zod';
import { asGiven, EmulatorError } from '../emulator-error.ts';
import { latestTimeMs } from '../clock/clock.ts';
import { meant } from './did-you-mean.ts';
import { formatDuration, isBetween, parseDuration, parseSize } from './option-kinds.ts';

export const text = z.string({ error: 'a text' }).min(1, { error: 'a non-empty text' });

export const flag = z.boolean({ error: 'true or false' });

export const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, { error: ({ input }) => `${names.join(' or ')}${meant(input, names)}` });

export const listOf = <Item extends z.ZodType>(item: Item, message: string) => z.array(item, { error: message });

export function members<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape);
  const message = names.length === 0 ? 'nothing' : names.join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `allowed: ${message}${meant(issue.keys[0], names)}`
        : `an object with ${message}`,
  });
}

export const wholeNumber = (least: number, most: number) =>
  accepting(
    `a whole number from ${least} to ${most}`,
    (given) => {
      const value = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
      return Number.isInteger(value) && isBetween(value, least, most) ? (value as number) : undefined;
    },
    { type: 'integer', minimum: least, maximum: most },
  );

/** Accepts a boolean from a body, or `true` and `false` from a query. */
export const switched = accepting<boolean>(
  'true or false',
  (given) => {
    if (given === true || given === 'true') return true;
    return given === false || given === 'false' ? false : undefined;
  },
  { type: 'boolean' },
);

export const amount = (least: number, most: number, message: string) =>
  accepting(message, (given) => (isBetween(given, least, most) ? (given as number) : undefined), {
    type: 'number',
    minimum: least,
    maximum: most,
  });

const wordForm = /^[\w-]{1,64}$/;
const wordMessage = '1 to 64 letters, digits, _ and -';

/** A name that is safe in a path. */
export const word = z.string({ error: wordMessage }).regex(wordForm, { error: wordMessage });

const msOf = (given: unknown) => (typeof given === 'string' ? parseDuration(given) : given);

/** Milliseconds, as a number or a text such as `5s`. */
export const duration = (
  mostMs: number,
  leastMs = 0,
  message = 'a duration such as 250ms or 5s, or a number of milliseconds',
) =>
  accepting<number, number | string>(
    (given) => {
      const ms = msOf(given);
      if (typeof ms === 'number' && ms > mostMs) return `a duration of at most ${formatDuration(mostMs)}`;
      if (typeof ms === 'number' && ms >= 0 && ms < leastMs) return `a duration of at least ${formatDuration(leastMs)}`;
      return message;
    },
    (given) => {
      const ms = msOf(given);
      return isBetween(ms, leastMs, mostMs) ? (ms as number) : undefined;
    },
    {
      type: ['number', 'string'],
      pattern: String.raw`^\d+(\.\d+)?(ms|s|m|h|d)?$`,
      description: 'In milliseconds, or as 5s.',
    },
  );

/** Bytes, as a number or a text such as `10KiB`. */
export const size = (least: number) =>
  accepting<number, number | string>(
    `a size such as 512B or 10KiB, or a number of bytes, ${least} or more`,
    (given) => {
      const bytes = typeof given === 'string' ? parseSize(given) : given;
      return isBetween(bytes, least, Number.MAX_SAFE_INTEGER) ? (bytes as number) : undefined;
    },
    { type: ['number', 'string'], description: 'In bytes, or as 10KiB.' },
  );

/** `429`, or `4xx` for a class of statuses. */
export const statusPattern = accepting<string, number | string>(
  'a status such as 429, or 4xx',
  (given) => {
    const pattern = typeof given === 'number' ? String(given) : given;
    return typeof pattern === 'string' && /^[1-5](?:xx|\d\d)$/.test(pattern) ? pattern : undefined;
  },
  { type: ['integer', 'string'], description: '429, or 4xx for a class.' },
);

/** ISO 8601 with a zone, not before 1970. */
export const dateTime = accepting(
  'a date and time such as 2026-05-12T12:00:00Z',
  (given) => (typeof given === 'string' && isDateTime(given) ? given : undefined),
  { type: 'string', format: 'date-time' },
);

const isoForm = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

function isDateTime(text: string): boolean {
  const [, day] = isoForm.exec(text) ?? [];
  // Date would read 31 February as a day in March.
  if (day === undefined || !new Date(`${day}T00:00Z`).toJSON()?.startsWith(day)) return false;
  return isBetween(Date.parse(text), 0, latestTimeMs);
}

const lastId = 999_999_999_999_999;

export const id = wholeNumber(1, lastId);

export const page = { after: text.optional(), limit: wholeNumber(1, 1000).optional() };

/**
 * `read` returns undefined for a value that it does not accept; `described` is the equivalent JSON Schema. `Given` is what the
 * library accepts.
 */
function accepting<Value extends string | number | boolean, Given = Value>(
  message: string | ((given: unknown) => string),
  read: (given: unknown) => Value | undefined,
  described: object,
) {
  const schema: z.ZodType<Value> = z
    .unknown()
    .transform((given, context): Value => {
      const value = read(given);
      if (value !== undefined) return value;
      const text = typeof message === 'string' ? message : message(given);
      context.addIssue({ code: 'custom', message: text, input: given });
      return z.NEVER;
    })
    .meta({ ...described });
  return schema as z.ZodType<Value, Given>;
}

/** What is given decides which schema applies, so that errors are about that one only. */
export const chosenBy = <Value, Given>(choose: (given: unknown) => z.ZodType<Value>) =>
  z.unknown().transform((given, context): Value => {
    const parsed = choose(given).safeParse(given);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: given } as z.core.$ZodRawIssue);
    return z.NEVER;
  }) as unknown as z.ZodType<Value, Given>;

/** Parses an input; throws an `EmulatorError` that names the member that is wrong. */
export function readInput<Schema extends z.ZodType>(name: string, schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EmulatorError('option', errorMessage(name, parsed.error.issues[0]!, given));
}

/** `name` is used where the input as a whole is wrong. */
export function errorMessage(name: string, issue: z.core.$ZodIssue, given: unknown): string {
  const where = issue.path.length === 0 ? name : issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return `${where}: unknown member ${quoted(issue.keys[0])}; ${issue.message}.`;
  const value = valueAt(given, issue.path);
  return `${where}: expected ${issue.message}, got ${value === undefined ? 'nothing' : quoted(value)}.`;
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );

const mostShown = 60;

function quoted(value: unknown): string {
  const shown = typeof value === 'string' ? `“${value}”` : asGiven(value);
  return shown.length > mostShown ? `${shown.slice(0, mostShown)}…` : shown;
}

// A schema as JSON Schema, for the descriptions.

type Params = Parameters<typeof z.toJSONSchema>[1];

/** What is accepted, without the name of the draft: it becomes part of a description. */
export function inputSchemaOf(schema: z.ZodType, params: Params = {}) {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', ...params });
  return json;
}
