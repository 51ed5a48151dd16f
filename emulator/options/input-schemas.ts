// What the calls take, in parts, and how one says what was expected. Each schema's message is what it takes, to go on
// after “takes”; the sentence around it is made here.

import { z } from 'zod';
import { asGiven, EmulatorError } from '../emulator-error.ts';
import { latestMomentMs } from '../clock/timestamps.ts';

export const text = z.string({ error: 'a text' }).min(1, { error: 'a text that is not empty' });

export const flag = z.boolean({ error: 'true or false' });

export const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, { error: names.join(' or ') });

export const listOf = <Item extends z.ZodType>(item: Item, message: string) => z.array(item, { error: message });

/** An object with these members and no others. */
export function members<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape);
  const message = names.length === 0 ? 'nothing' : names.join(', ');
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? `it takes ${message}` : `an object with ${message}`),
  });
}

/** A number that a body gives as it is and an address as digits. */
export const wholeNumber = (least: number, most: number) =>
  taking(
    `a whole number from ${least} to ${most}`,
    (given) => {
      const value = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
      return Number.isInteger(value) && isBetween(value, least, most) ? (value as number) : undefined;
    },
    { type: 'integer', minimum: least, maximum: most },
  );

/** A switch that a body gives as it is and an address as a word. */
export const switched = taking(
  'true or false',
  (given) => {
    if (given === true || given === 'true') return true;
    return given === false || given === 'false' ? false : undefined;
  },
  { type: 'boolean' },
);

export const amount = (least: number, most: number, message: string) =>
  taking(message, (given) => (isBetween(given, least, most) ? (given as number) : undefined), {
    type: 'number',
    minimum: least,
    maximum: most,
  });

/** ISO 8601 with its zone; 1970 at the earliest. */
export const moment = taking(
  'a moment such as 2026-05-12T12:00:00Z',
  (given) => (typeof given === 'string' && isMoment(given) ? given : undefined),
  { type: 'string', format: 'date-time' },
);

const isoForm = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

function isMoment(text: string): boolean {
  const [, day] = isoForm.exec(text) ?? [];
  // A 31st of February would be read as a day in March.
  if (day === undefined || !new Date(`${day}T00:00Z`).toJSON()?.startsWith(day)) return false;
  return isBetween(Date.parse(text), 0, latestMomentMs);
}

const lastId = 999_999_999_999_999;

export const id = wholeNumber(1, lastId);

export const page = { after: text.optional(), limit: wholeNumber(1, 1000).optional() };

/** What `read` makes of a value; undefined is what it does not take. `described` says the same as JSON Schema. */
function taking<Value extends string | number | boolean>(
  message: string,
  read: (given: unknown) => Value | undefined,
  described: object,
) {
  return z
    .unknown()
    .transform((given, context): Value => {
      const value = read(given);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: message, input: given });
      return z.NEVER;
    })
    .meta({ ...described });
}

const isBetween = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most;

/** The input as the schema makes it, or a refusal that says where it is not what was expected. */
export function readInput<Schema extends z.ZodType>(name: string, schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EmulatorError('option', sentenceFor(name, parsed.error.issues[0]!, given));
}

/** What was expected where, in one sentence; `name` stands for the whole. */
export function sentenceFor(name: string, issue: z.core.$ZodIssue, given: unknown): string {
  const where = issue.path.length === 0 ? name : issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return `${where} has no ${quoted(issue.keys[0])}; ${issue.message}.`;
  const value = valueAt(given, issue.path);
  const what = value === undefined ? 'it is missing' : `${quoted(value)} is not that`;
  return `${where} takes ${issue.message}; ${what}.`;
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
