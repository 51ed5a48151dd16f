// The documents of the database, as any version of this program wrote them: what is missing has a default here, what is
// unknown is ignored. So the window's contract can grow, and what was stored yesterday is still read: a member that is
// added to one of these types does not compile until it has its default.
import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { failureKinds, requiredAction, type Failure } from '../../../contract/failure.ts';
import { defaultRules, withoutTextRules, type AfterUpload, type FolderRules } from '../../../contract/folder-rules.ts';
import { emptyFlight, flightSchema, type Flight } from '../../../contract/flight.ts';
import type { OwnEntry } from '../../../contract/own-entry.ts';
import type { Source } from '../../../contract/strip.ts';
import { storedMessage, type Message } from '../../../messages/message.ts';
import { searchText } from '../../../messages/search-text.ts';
import type { Database } from './database.ts';

const text = z._default(z.string(), '');

const completed = (record: string) => ({ ...emptyFlight, ...(JSON.parse(record) as Partial<Flight>) });

/** The record of a flight. */
export const readFlight = (record: string): Flight => flightSchema.parse(completed(record));

/** The same for many: nothing is checked. */
export const readFlightUnchecked = (record: string): Flight => completed(record);

const missing = <T>(schema: z.ZodMiniType<T>) => z._default(z.nullable(schema), null);
export const storedOwnEntrySchema: z.ZodMiniType<OwnEntry> = z.object({
  icaoOut: missing(z.string()),
  icaoIn: missing(z.string()),
  aircraft: missing(z.string()),
  day: missing(z.string()),
  minutes: missing(z.number()),
  block: missing(z.number()),
  note: missing(z.string()),
});

export const storedSourceSchema: z.ZodMiniType<Source> = orElse(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('dropped') }),
    z.object({ kind: z.literal('folder'), folder: text }),
    z.object({ kind: z.literal('command-line') }),
  ]),
  { kind: 'dropped' },
);

export const storedFailureSchema: z.ZodMiniType<Failure> = z.object({
  kind: orElse(z.enum(failureKinds), 'unexpected'),
  message: z.pipe(z.unknown(), z.transform(storedMessage)),
  code: z.optional(z.string()),
  requiredAction: orElse(z.optional(z.enum(requiredAction)), undefined),
  retryAt: z.optional(z.number()),
  otherJob: z.optional(z.number()),
});

export const storedAfterUploadSchema: z.ZodMiniType<AfterUpload> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('leave') }),
  z.object({ kind: z.literal('move'), to: z.string() }),
  z.object({ kind: z.literal('trash') }),
]);

export const storedRulesSchema: z.ZodMiniType<FolderRules> = z.object({
  names: z._default(z.array(z.string()), defaultRules.names),
  afterUpload: z._default(storedAfterUploadSchema, defaultRules.afterUpload),
  approval: z._default(z.boolean(), defaultRules.approval),
  withoutText: orElse(z.optional(z.enum(withoutTextRules)), undefined),
  pilot: z.optional(z.nullable(z.number())),
  label: z.optional(z.string()),
});

/** A column of JSON. */
export const jsonColumn = <T>(schema: { parse(value: unknown): T }) =>
  z.pipe(
    z.string(),
    z.transform((column): T => schema.parse(JSON.parse(column))),
  );

/** A column of JSON that may be null. */
export const jsonColumnOrNull = <T>(schema: { parse(value: unknown): T }) =>
  z.pipe(
    z.nullable(z.string()),
    z.transform((column): T | null => (column === null ? null : schema.parse(JSON.parse(column)))),
  );

export const writeMessage = (message: Message | null): string | null => message && JSON.stringify(message);

export const readMessage = (column: string | null): Message | null =>
  column === null ? null : storedMessage(JSON.parse(column));

// Finds text in the database as `searchText` compares it.

/** Every connection that uses `containsText` needs it. */
export const addTextSearch = (database: Database) =>
  database.function('search_text', { deterministic: true }, (text) => searchText(String(text)));

/**
 * The condition that a column contains `text`. `LIKE` is the same as `search_text` for ASCII, which it reads many times
 * as fast.
 */
export const containsText = (column: string, text: string): { readonly sql: string; readonly params: string[] } => {
  const wanted = searchText(text);
  return {
    sql: String.raw`(${column} LIKE ? ESCAPE '\'
      OR (octet_length(${column}) > length(${column}) AND instr(search_text(${column}), ?) > 0))`,
    params: [`%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`, wanted],
  };
};
