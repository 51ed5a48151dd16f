// What is stored of an upload job, and what may change.
import * as z from 'zod/mini';
import { evidences, type Evidence } from '../../../contract/evidence.ts';
import type { Failure } from '../../../contract/failure.ts';
import { jobStates, looksLikeSchema, type JobState, type LooksLike, type Source } from '../../../contract/strip.ts';
import { jsonColumn, jsonColumnOrNull, storedFailureSchema, storedSourceSchema } from '../database/stored.ts';

/** The attempt in progress, or whose answer was lost: what is needed to match its record. New members are optional. */
const attemptSchema = z.object({
  startedAt: z.number(),
  endedAt: z._default(z.nullable(z.number()), null),
  /** The highest flight id known before it. */
  baselineId: z.number(),
  /** How often its record was looked up. */
  lookups: z._default(z.number(), 0),
  /** When the first byte was sent, by the service's clock; null if that is not known. */
  sentAt: z.nullish(z.object({ from: z.number(), until: z.number() })),
  /** How long it is known to have lasted since then, by the monotonic clock. */
  lastedMs: z.optional(z.number()),
  /** An answer that leaves the outcome of the upload open. */
  answered: z.optional(
    z.object({
      failure: storedFailureSchema,
      /** `unavailable`: not begun; `rejected`: of this report; `refused`: the same, for good; `held-back`: of the client. */
      outcome: z.optional(z.enum(['unavailable', 'rejected', 'refused', 'held-back'])),
    }),
  ),
});
export type Attempt = z.infer<typeof attemptSchema>;

export const jobRowSchema = z.object({
  id: z.number(),
  accountId: z.nullable(z.number()),
  sha256: z.string(),
  /** The hash of what is drawn (0041); null: not known, for a copy that was found in the spool. */
  imageHash: z.nullable(z.string()),
  name: z.string(),
  bytes: z.number(),
  mediaType: z.enum(['image/png', 'image/jpeg']),
  spool: z.string(),
  source: jsonColumn(storedSourceSchema),
  originalPath: z.nullable(z.string()),
  addedAt: z.number(),
  state: z.enum(jobStates),
  since: z.number(),
  reason: jsonColumnOrNull(storedFailureSchema),
  attempts: z.number(),
  attempt: jsonColumnOrNull(attemptSchema),
  flightId: z.nullable(z.number()),
  uploadedAt: z.nullable(z.number()),
  /** Of an uploaded report: how it is known. */
  evidence: z.nullable(z.enum(evidences)),
  /** When the pilot agreed to what was not answered. */
  agreedAt: z.nullable(z.number()),
  /** Whether hardly any text was found on the image; null: not looked at, or unknown. */
  lacksText: z.pipe(
    z.nullable(z.number()),
    z.transform((column): boolean | null => (column === null ? null : column !== 0)),
  ),
  /** The route that its image looks like; null: not read, or none. */
  looksLike: jsonColumnOrNull(z.nullable(looksLikeSchema)),
});
export type Job = z.infer<typeof jobRowSchema>;

export type NewJob = {
  readonly accountId: number | null;
  readonly sha256: string;
  readonly imageHash: string;
  readonly name: string;
  readonly bytes: number;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly spool: string;
  readonly source: Source;
  readonly originalPath: string | null;
  readonly addedAt: number;
  readonly state: 'waiting' | 'held';
  readonly reason: Failure | null;
  readonly lacksText?: boolean | null;
};

/** What a transition may change; `since` changes with the state. */
export type JobChange = {
  readonly state?: JobState;
  readonly reason?: Failure | null;
  readonly attempts?: number;
  readonly attempt?: Attempt | null;
  /** Null: its record became another report's. */
  readonly flightId?: number | null;
  readonly uploadedAt?: number | null;
  /** Null: it is not uploaded after all. */
  readonly evidence?: Evidence | null;
  readonly agreedAt?: number | null;
  readonly accountId?: number;
  readonly lacksText?: boolean;
  readonly looksLike?: LooksLike | null;
  /** Another file of the same image, whose copy is in the spool. */
  readonly file?: Pick<Job, 'sha256' | 'bytes' | 'spool'>;
  /** Null: it is there again. */
  readonly removedAt?: number | null;
};

/** `account_id` holds `accountId`. */
export const columnOf = (member: string) => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const jobColumns = Object.keys(jobRowSchema.shape)
  .map((member) => `${columnOf(member)} AS ${member}`)
  .join();

/** As columns hold it: times are whole milliseconds, documents JSON. */
export function stored(value: unknown): string | number | null {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : Math.round(Number(value));
}

/** Of an uploaded report: as `isSettled` and `isInferred` of the contract. */
export const settledSql = `(jobs.evidence = 'answered' OR jobs.agreed_at IS NOT NULL)`;
export const inferredSql = `(jobs.evidence = 'inferred' AND jobs.agreed_at IS NULL)`;
/** Whether a report waits for the pilot's approval only. */
export const isApprovalAsked = ({ state, reason }: Pick<Job, 'state' | 'reason'>): boolean =>
  state === 'held' && reason?.kind === 'approval-needed';
/** The same in SQL. */
export const approvalSql = `(jobs.state = 'held' AND json_extract(jobs.reason, '$.kind') IS 'approval-needed')`;
