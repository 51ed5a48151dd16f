// A strip: one report, from the time its file is found until its flight is completed. The process computes everything;
// the window only draws it.
import * as z from 'zod/mini';
import { hoursMessage } from '../messages/duration.ts';
import { message, type Message, messageSchema, nameSchema } from '../messages/message.ts';
import { evidences } from './evidence.ts';
import { failureSchema } from './failure.ts';
import { type Flight, flightSchema } from './flight.ts';
import { isRouteTold, type OwnEntry, ownEntrySchema } from './own-entry.ts';

/** A place on an image, as shares of its width and height. */
export const placeSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Place = z.infer<typeof placeSchema>;

/** Why an image looks like a route: an arrow between its codes, labels beside them, a fitting distance, or a taught layout. */
export const hintReasons = ['arrow', 'labels', 'distance', 'layout'] as const;
export type HintReason = (typeof hintReasons)[number];

/** The route that an image looks like: never a claim. */
export const looksLikeSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** This and the times only where a layout was taught that has them (0046). */
  aircraft: z.optional(z.string()),
  /** En route, and from block to block. */
  minutes: z.optional(z.number()),
  block: z.optional(z.number()),
  /** Where all this stands. */
  places: z.array(placeSchema),
  by: z.enum(hintReasons),
});
export type LooksLike = z.infer<typeof looksLikeSchema>;

export function looksLikeMessage(looksLike: LooksLike, flight: Flight | null = null): Message {
  const { from, to, aircraft, minutes, block } = looksLike;
  if (flight !== null && isRouteTold(flight, null))
    return message('shared.looksUnlike', { from, to, out: flight.icaoOut, in: flight.icaoIn });
  const route = message('shared.looksLike', { from, to });
  const facts = [
    aircraft,
    minutes && hoursMessage(minutes),
    block && message('shared.blockTime', { time: hoursMessage(block) }),
  ].filter((one) => one !== undefined && one !== 0);
  return facts.length === 0 ? route : message('shared.facts', { items: [route, ...facts] });
}

/** A route that is told needs no hint, unless the service tells another one. */
export function hintBeside(
  { record, own }: { readonly record: Flight; readonly own: OwnEntry | null },
  looksLike: LooksLike | null,
): LooksLike | null {
  if (looksLike === null) return null;
  if (!isRouteTold(record, null)) return isRouteTold(record, own) ? null : looksLike;
  return record.icaoOut === looksLike.from && record.icaoIn === looksLike.to ? null : looksLike;
}

/** The pilot's entry with what an image looks like: a route, and what the pilot didn't enter. */
export const withHint = (own: OwnEntry, { from, to, aircraft, minutes, block }: LooksLike): OwnEntry => ({
  ...own,
  icaoOut: from,
  icaoIn: to,
  aircraft: own.aircraft ?? aircraft ?? null,
  minutes: own.minutes ?? minutes ?? null,
  block: own.block ?? block ?? null,
});

/** 'not-uploaded': declined by the pilot, and remembered so that the same image does not come back. */
export const bays = ['needs-attention', 'queue', 'under-review', 'completed', 'not-uploaded'] as const;
export type Bay = (typeof bays)[number];

/** The states of an upload job. */
export const jobStates = ['waiting', 'uploading', 'unconfirmed', 'uploaded', 'rejected', 'held', 'declined'] as const;
export type JobState = (typeof jobStates)[number];

/** The stage of a report. The first group is before the upload, the second after it. */
export const stageNames = [
  'waiting',
  'uploading',
  'unconfirmed',
  'held',
  'approval', // held until the pilot approves it
  'rejected',
  'not-uploaded', // declined by the pilot
  'inferred', // probably uploaded; the pilot has not agreed yet
  'automatic-check',
  'with-moderator',
  'received', // uploaded, and flights cannot be read
  'completed',
  'archived', // rejected by the service's checks
] as const;
export type StageName = (typeof stageNames)[number];

/** Five segments: safe, uploaded, automatic check, moderator, completed. */
export const segments = ['safe', 'uploaded', 'automatic-check', 'moderator', 'completed'] as const;
export const segmentStates = ['done', 'now', 'open', 'skipped'] as const;

/** Who acts next. 'nobody' once it is completed. */
const actors = ['companion', 'service', 'moderator', 'you', 'nobody'] as const;
export type Actor = (typeof actors)[number];

const stripActions = [
  'approve', // upload an image that waits for approval
  'reject', // do not upload it
  'retry',
  'remove', // remove it from the board; the pilot's own file stays
  'upload-again', // unconfirmed: the pilot confirms that the service does not have it
  'mark-received', // unconfirmed: the pilot confirms that the service has it
  'confirm-flight', // inferred: the pilot agrees
  'release-flight', // inferred: the pilot says that it is another flight
  'upload-as-me', // upload it as the shown pilot
  'sign-in',
  'open-settings',
  'show-file',
  'open-page', // on the service's website
] as const;
export type StripAction = (typeof stripActions)[number];
/** The commands of these actions; the others lead to another view. */
export const commandOfAction = {
  approve: 'strips.approve',
  reject: 'strips.reject',
  retry: 'strips.retry',
  remove: 'strips.remove',
  'upload-again': 'strips.uploadAgain',
  'mark-received': 'strips.markReceived',
  'confirm-flight': 'strips.confirmFlight',
  'release-flight': 'strips.releaseFlight',
  'upload-as-me': 'strips.uploadAsMe',
  'show-file': 'strips.showFile',
  'open-page': 'strips.openPage',
} as const satisfies Partial<Record<StripAction, string>>;

export const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dropped') }),
  z.object({ kind: z.literal('folder'), folder: z.string() }),
  z.object({ kind: z.literal('command-line') }),
]);
export type Source = z.infer<typeof sourceSchema>;

export const stripIdSchema = z.string().check(z.regex(/^(job|flight)-\d+$/));

/**
 * Where an image is asked for: the newest screenshot in the watched folders of the pilot who is shown, and the next sample
 * of the demonstration. The board offers them.
 */
export const offeredImages = ['newest', 'sample'] as const;
export type OfferedImage = (typeof offeredImages)[number];

export const stripSchema = z.object({
  /** `job-12` for a report uploaded from here, `flight-4711` for a flight found on the service. */
  id: z.string(),
  bay: z.enum(bays),
  stage: z.enum(stageNames),
  segments: z.array(z.enum(segmentStates)).check(z.length(5)),
  actor: z.enum(actors),
  /** Since when it is at this stage, epoch ms. */
  since: z.number(),
  /** How long this stage usually takes, from this pilot's own flights; null until enough are known. */
  usually: z.nullable(z.object({ lowMs: z.number(), highMs: z.number() })),
  /** Whose report it is; null where there is only one pilot. `isSignedOut`: it waits for that pilot's sign-in. */
  pilot: z.nullable(z.object({ id: z.number(), name: nameSchema, isSignedOut: z.boolean() })),
  /** Whether it is on the board: one of the shown pilot, or of everyone. */
  isShown: z.boolean(),
  /** Present for reports uploaded from here. */
  file: z.nullable(z.object({ name: z.string(), bytes: z.number(), source: sourceSchema, addedAt: z.number() })),
  hasImage: z.boolean(),
  /** As the service tells it. */
  flight: z.nullable(flightSchema),
  own: z.nullable(ownEntrySchema),
  /** How it is known that the service has it; null while it surely does not, and for flights found on the service. */
  evidence: z.nullable(z.enum(evidences)),
  /** Whether the pilot agreed to what was not answered. */
  isAgreed: z.boolean(),
  /** Hardly any text was found on its image: it may not be the report page. Not said of a completed flight. */
  lacksText: z.boolean(),
  /** Null: nothing was found, or the route is told by the service, which tells no other one, or by the pilot. */
  looksLike: z.nullable(looksLikeSchema),
  /** During the upload. */
  progress: z.nullable(z.object({ sentBytes: z.number(), totalBytes: z.number() })),
  /** Its planned upload time, epoch ms; null when it is not known or no longer matters. */
  uploadsAt: z.nullable(z.number()),
  /** Why it is held, rejected, unconfirmed or waits longer. */
  reason: z.nullable(failureSchema),
  actions: z.array(z.enum(stripActions)),
  /** Sorts the strip within its bay, descending; ascending in the queue's bay. */
  order: z.number(),
});
export type Strip = z.infer<typeof stripSchema>;

/** One entry of the history. */
export const historyEntrySchema = z.object({
  at: z.number(),
  message: messageSchema,
  /** If it happened several times in a row: how often, and when last. */
  times: z.optional(z.number()),
  until: z.optional(z.number()),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const jobStripId = (id: number) => `job-${id}`;

export const flightStripId = (id: number) => `flight-${id}`;

/** `job-12` → 12; null for the id of a flight. */
export const jobIdOf = (stripId: string) => (stripId.startsWith('job-') ? Number(stripId.slice(4)) : null);

export const flightIdOf = (stripId: string) => (stripId.startsWith('flight-') ? Number(stripId.slice(7)) : null);

/** The strips that can show a flight: its report's, and the flight's own, which the report replaces. */
export const stripIdsOfFlight = (jobId: number | null, flightId: number) =>
  jobId === null ? [flightStripId(flightId)] : [jobStripId(jobId), flightStripId(flightId)];
