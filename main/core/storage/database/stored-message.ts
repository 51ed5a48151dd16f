// Messages and failures as the database keeps them: JSON of id and parameters. Version 0.1.0 kept finished text.
import * as z from 'zod/mini';
import { failureSchema, type Failure } from '../../../contract/failure.ts';
import { storedMessage, verbatim, type Message } from '../../../messages/message.ts';

export const storedFailureSchema: z.ZodMiniType<Failure> = z.object({
  ...failureSchema.shape,
  message: z.pipe(z.unknown(), z.transform(storedMessage)),
});

/** A column of JSON. */
export const jsonColumn = <T>(schema: { parse(value: unknown): T }) =>
  z.pipe(
    z.string(),
    z.transform((text): T => schema.parse(JSON.parse(text))),
  );

/** A column with the reason why something waits or was rejected. */
export const storedReasonSchema = z.pipe(
  z.nullable(z.string()),
  z.transform((text): Failure | null => (text === null ? null : storedFailureSchema.parse(JSON.parse(text)))),
);

export const writeMessage = (message: Message | null): string | null => message && JSON.stringify(message);

/** Reads a column of text; null if it holds nothing. */
export function readMessage(column: string | null): Message | null {
  if (column === null || column === '') return null;
  if (!column.startsWith('{')) return verbatim(column);
  try {
    return storedMessage(JSON.parse(column));
  } catch {
    return verbatim(column);
  }
}
