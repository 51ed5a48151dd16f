// What the lines of the commands share: messages, times and problems as a program reads them.
import type { Completeness } from '../../../contract/completeness.ts';
import type { Message } from '../../../messages/message.ts';
import type { LooksLike } from '../../../contract/strip.ts';
import { text } from '../../host/text.ts';

/** The version of the line of `status`. Grows when a field is removed or changes its meaning, not when one is added. */
export const statusDocument = 1;

/** A message as a program reads it: `message_id` is the same in every language. */
export const messageFields = (message: Message) => ({ message: text(message), message_id: message.id });

export const iso = (at: number): string => new Date(at).toISOString();
export const isoOrNull = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : iso(at);

export const looksLikeJson = (route: LooksLike | null) => route && { from: route.from, to: route.to, by: route.by };

/** How much has been read of the flights that figures are about. */
export const completenessFields = (read: { readonly completeness: Completeness; readonly isFinal: boolean }) => ({
  is_final: read.isFinal,
  completeness: {
    status: read.completeness.status,
    flights: read.completeness.flights,
    unread: read.completeness.unread,
    read_after: read.completeness.readAfter,
  },
});
