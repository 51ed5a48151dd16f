// A flight progress strip: one report, from the moment its file is seen until the service has settled it.
// The process computes everything a strip says; the window only draws it.
import { z } from 'zod';
import { failureSchema } from './failure.ts';

/** 'not-sent': the pilot said so; kept, and remembered so that the same picture does not come back. */
export const bays = ['needs-you', 'outbound', 'under-review', 'settled', 'not-sent'] as const;
export type Bay = (typeof bays)[number];

/** The closed set of states of an upload job. */
export const jobStates = ['waiting', 'uploading', 'unconfirmed', 'uploaded', 'rejected', 'held', 'declined'] as const;
export type JobState = (typeof jobStates)[number];

/** Where a report stands. The first group is still with us, the second with the service. */
export const stageNames = [
  'waiting',
  'sending',
  'unconfirmed',
  'held',
  'approval', // held until the pilot says that it is sent
  'rejected',
  'not-sent', // the pilot said that it is not sent
  'automatic-check',
  'with-moderator',
  'sent', // the service has it and tells no more (no reading)
  'settled',
  'archived', // refused by the service's checks
] as const;
export type StageName = (typeof stageNames)[number];

/** Five segments: safe, sent, automatic check, moderator, settled. */
export const segments = ['safe', 'sent', 'automatic-check', 'moderator', 'settled'] as const;
export const segmentStates = ['done', 'now', 'open', 'skipped'] as const;

/** Who must act now. 'nobody' once it is settled. */
export const actors = ['companion', 'service', 'moderator', 'you', 'nobody'] as const;
export type Actor = (typeof actors)[number];

const stripActions = [
  'approve', // approval: send it
  'decline', // approval: do not send it
  'retry', // try again now
  'remove', // take it off the board; the pilot's own file is never touched
  'send-again', // unconfirmed: the pilot says that the service does not have it
  'mark-received', // unconfirmed: the pilot says that the service has it
  'use-account', // another pilot's, who is signed in: go over to that one, as whom it leaves
  'send-as-me', // taken for another sign-in: send it as the pilot who is signed in now
  'sign-in',
  'open-settings',
  'show-file',
] as const;
export type StripAction = (typeof stripActions)[number];

/** A nullable field of the service, kept as it came (A6): number, text or not known yet. */
export const serviceValueSchema = z.union([z.number(), z.string(), z.null()]);
export type ServiceValue = z.infer<typeof serviceValueSchema>;

/** A flight record as the service sent it, in our spelling. Times: the service's own text and, where it could be read, epoch ms. */
export const flightSchema = z.object({
  id: z.number(),
  date: z.string(),
  dateAt: z.number().nullable(),
  aircraft: z.string(),
  icaoOut: z.string(),
  icaoIn: z.string(),
  totalFt: serviceValueSchema,
  enRoute: serviceValueSchema,
  pax: serviceValueSchema,
  cargoKg: serviceValueSchema,
  delayMin: serviceValueSchema,
  moderatorChecked: z.boolean(),
  automatedChecked: z.boolean(),
  ratingContribution: serviceValueSchema,
  seasonPoints: serviceValueSchema,
  isArchived: z.boolean(),
  createdAtText: z.string(),
  createdAt: z.number().nullable(),
});
export type Flight = z.infer<typeof flightSchema>;

export const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dropped') }),
  z.object({ kind: z.literal('folder'), folder: z.string() }),
  z.object({ kind: z.literal('command-line') }),
]);
export type Source = z.infer<typeof sourceSchema>;

export const stripSchema = z.object({
  /** `job-12` for what was uploaded from here, `flight-4711` for a flight found on the service. */
  id: z.string(),
  bay: z.enum(bays),
  stage: z.enum(stageNames),
  segments: z.array(z.enum(segmentStates)).length(5),
  actor: z.enum(actors),
  /** Since when it stands at this stage, epoch ms. */
  since: z.number(),
  /** How long this stage usually takes, from this pilot's own flights; null until enough are known. */
  usually: z.object({ lowMs: z.number(), highMs: z.number() }).nullable(),
  /** Present for reports sent from here. */
  file: z.object({ name: z.string(), bytes: z.number(), source: sourceSchema, addedAt: z.number() }).nullable(),
  hasImage: z.boolean(),
  flight: flightSchema.nullable(),
  /** While it is on its way. */
  progress: z.object({ sentBytes: z.number(), totalBytes: z.number() }).nullable(),
  /** When it is planned to leave, epoch ms; null when it is not known or no longer matters. */
  uploadsAt: z.number().nullable(),
  /** Why it is held, refused, unconfirmed or waits longer. */
  reason: failureSchema.nullable(),
  actions: z.array(z.enum(stripActions)),
  /** Newest first order within its bay is by this number, descending; the queue's bay ascends. */
  order: z.number(),
});
export type Strip = z.infer<typeof stripSchema>;

/** One line of "what happened when". */
const historyEntrySchema = z.object({
  at: z.number(),
  message: z.string(),
  /** What happened more than once in a row: how often, and when last. */
  times: z.number().optional(),
  until: z.number().optional(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const stripDetailSchema = z.object({ strip: stripSchema, history: z.array(historyEntrySchema) });
export type StripDetail = z.infer<typeof stripDetailSchema>;

export const jobStripId = (id: number) => `job-${id}`;

export const flightStripId = (id: number) => `flight-${id}`;

/** `job-12` → 12; null for a flight's id. */
export const jobIdOf = (stripId: string) => (stripId.startsWith('job-') ? Number(stripId.slice(4)) : null);

export const flightIdOf = (stripId: string) => (stripId.startsWith('flight-') ? Number(stripId.slice(7)) : null);

/** The strips that one flight may be drawn as: its report's, and the one of its own that this replaces. */
export const stripIdsOfFlight = (jobId: number | null, flightId: number) =>
  jobId === null ? [flightStripId(flightId)] : [jobStripId(jobId), flightStripId(flightId)];
