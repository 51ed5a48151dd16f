// The pacer's state for one account.
import * as z from 'zod/mini';

/** A time in the past that never was. */
export const never = -1e12;

export type PacerState = Readonly<z.infer<ReturnType<typeof schemaWith>>>;

/** Times are on the monotonic clock, in milliseconds; stored ones are relative to the time of storing. */
export function schemaWith(moved: (at: number) => number) {
  const count = z._default(z.int().check(z.nonnegative()), 0);
  const time = z.pipe(z._default(z.number(), never), z.transform(moved));
  return z.object({
    /** What kind of service it is: a character for the weight of each hypothesis; '' is the prior. */
    weights: z.string().check(z.regex(/^[#-~]*$/)),
    /** Arrivals of the last accepted reports, oldest first. */
    accepted: z._default(z.readonly(z.array(time)), []),
    /** The last refusal of the report that waits now. */
    refusedAt: time,
    /** The last refusal of any report, and reports accepted since: a bucket was empty then. */
    emptyAt: time,
    sinceEmpty: count,
    /** False if the last report may not have arrived, or the clock stood still since. */
    isSure: z._default(z.boolean(), true),
    /** How long the last reports took, from first byte to answer, and how much that varies. */
    durationsMs: z._default(z.readonly(z.array(z.number().check(z.nonnegative()))), []),
    jitterMs: z._default(z.number().check(z.nonnegative()), 0),
    /** When the first report of this run was accepted, and when the last answer came. */
    runFrom: time,
    seenAt: time,
    /** No upload, and no request at all, before these times: a refusal requested it. */
    uploadsFrom: time,
    requestsFrom: time,
    /** Refusals in a row, by kind: the pause grows with them. */
    tooFastInARow: count,
    rateLimitedInARow: count,
  });
}

export const freshPacer = (weights = ''): PacerState => schemaWith((at) => at).parse({ weights });
