// What the command line writes with `--json`, line by line: the schemas that docs/cli.md shows and tests hold real output
// against. Names as the service's document writes them (snake case); moments in ISO 8601, UTC.
import { z } from 'zod';
import { afterUploadSchema } from '../../contract/folder-rules.ts';
import { failureKinds, requiredAction, type Failure } from '../../contract/failure.ts';
import { dryRunOutcomes } from '../../contract/dry-run.ts';
import { secretPlaces } from '../../contract/secrets.ts';
import { profileKinds } from '../../contract/state.ts';
import { bays, serviceValueSchema, stageNames } from '../../contract/strip.ts';
import type { Message } from '../../messages/message.ts';
import { text } from '../text.ts';

/** Grows when a field goes or changes what it means; new fields alone leave it as it is. */
export const STATUS_DOCUMENT = 1;

const moment = z.iso.datetime();
const count = z.int().min(0);

const recordSchema = z.object({
  id: z.number(),
  date: z.string(),
  aircraft: z.string(),
  icao_out: z.string(),
  icao_in: z.string(),
  total_ft: serviceValueSchema,
  en_route: serviceValueSchema,
  pax: serviceValueSchema,
  cargo_kg: serviceValueSchema,
  delay_min: serviceValueSchema,
  moderator_checked: z.boolean(),
  automated_checked: z.boolean(),
  rating_contribution: serviceValueSchema,
  season_points: serviceValueSchema,
  is_archived: z.boolean(),
  created_at: z.string(),
});

/** One report that is still here, or moved. */
export const stripLineSchema = z.strictObject({
  type: z.literal('strip'),
  at: moment.optional(),
  strip: z.string(),
  bay: z.enum(bays),
  stage: z.enum(stageNames),
  file: z.string().nullable(),
  departs_at: moment.nullable(),
  message: z.string().optional(),
  messageId: z.string().optional(),
  code: z.string().nullable().optional(),
  kind: z.enum(failureKinds).optional(),
  flight: recordSchema.nullable(),
});

const concernSchema = z.strictObject({
  about: z.enum(['account', 'data', 'settings', 'keychain', 'connection', 'folder', 'queue']),
  kind: z.enum(failureKinds),
  message: z.string(),
  messageId: z.string(),
  /** What the pilot has to do before it goes on; null where it goes on by itself. */
  requiredAction: z.enum(requiredAction).nullable(),
  retry_at: moment.nullable(),
  code: z.string().nullable(),
  /** The folder that it is about. */
  path: z.string().nullable(),
  /** The reports that it is about, all of them where they wait for the pilot; empty where it is about none alone. */
  strips: z.array(z.string()),
});
export type Concern = z.infer<typeof concernSchema>;

const rulesSchema = z.strictObject({
  names: z.array(z.string()),
  after_upload: afterUploadSchema,
  approval: z.boolean(),
});

export const folderLineSchema = z.strictObject({
  id: z.string(),
  path: z.string(),
  status: z.enum(['starting', 'watching', 'polling', 'unavailable']),
  added: count,
  growing: count,
  existing: count,
  other_names: count,
  passed_over: z.array(z.strictObject({ name: z.string(), message: z.string(), messageId: z.string() })),
  not_filed: z.array(z.strictObject({ name: z.string(), message: z.string(), messageId: z.string() })),
  rules: rulesSchema,
});

/** Everything that a status bar needs, in one line. */
export const statusLineSchema = z.strictObject({
  type: z.literal('status'),
  document: z.literal(STATUS_DOCUMENT),
  at: moment,
  program: z.strictObject({ version: z.string(), is_working: z.boolean() }),
  service: z.strictObject({
    is_chosen: z.boolean(),
    kind: z.enum(profileKinds),
    name: z.string(),
    address: z.string(),
    can_read: z.boolean().nullable(),
    is_demonstration: z.boolean(),
  }),
  account: z.strictObject({
    status: z.enum(['none', 'signing-in', 'signed-in', 'signed-out']),
    name: z.string().nullable(),
    since: moment.nullable(),
    may_upload: z.boolean(),
    scopes: z.array(z.string()),
    kept_in: z.enum(secretPlaces),
  }),
  connection: z.strictObject({ status: z.enum(['on-line', 'off-line']), since: moment }),
  queue: z.strictObject({
    waiting: count,
    uploading: count,
    unconfirmed: count,
    held: count,
    approval: count,
    rejected: count,
    not_sent: count,
  }),
  departures: z.strictObject({
    next_at: moment.nullable(),
    all_away_at: moment.nullable(),
    requests_left: count,
    requests_per_minute: count,
    wait_ms: z.number().min(0),
    paused_by_pilot: z.boolean(),
    paused_by_service_until: moment.nullable(),
  }),
  flights: z.strictObject({ under_review: count, settled: count, settled_today: count }),
  folders: z.array(folderLineSchema),
  concerns: z.array(concernSchema),
});
export type StatusLine = z.infer<typeof statusLineSchema>;

/** One file of a dry run. */
export const dryRunLineSchema = z.strictObject({
  type: z.literal('dry-run'),
  file: z.string(),
  path: z.string(),
  bytes: z.number().nullable(),
  outcome: z.enum(dryRunOutcomes),
  message: z.string(),
  messageId: z.string(),
  strip: z.string().nullable(),
});

/** The last line of a dry run: how many of each. */
export const dryRunCountsLineSchema = z.strictObject({
  type: z.literal('dry-run-counts'),
  folder: z.string().nullable(),
  counts: z.record(z.enum(dryRunOutcomes), count),
});

export const folderFactSchema = folderLineSchema.extend({ type: z.literal('folder') });

export const approvalLineSchema = z.strictObject({
  type: z.literal('approval'),
  answer: z.enum(['approve', 'decline']),
  /** Null where the answer was for all. */
  strip: z.string().nullable(),
  count,
});

export const diagnosticsLineSchema = z.strictObject({
  type: z.literal('diagnostics'),
  path: z.string(),
  bytes: count,
  /** How many files the decision log names, and how many calls to the service there are. */
  files: count,
  calls: count,
});

/** One pilot who is signed in; from `accounts`. */
export const accountLineSchema = z.strictObject({
  type: z.literal('signed-in-account'),
  /** Names the account where two have the same name. */
  id: z.number(),
  name: z.string(),
  /** Whose reports leave now. */
  in_use: z.boolean(),
  waiting: count,
});
export type AccountLine = z.infer<typeof accountLineSchema>;

/** By the name under which docs/cli.md shows them. */
export const jsonLineSchemas = {
  status: statusLineSchema,
  strip: stripLineSchema,
  'dry-run': dryRunLineSchema,
  'dry-run-counts': dryRunCountsLineSchema,
  folder: folderFactSchema,
  approval: approvalLineSchema,
  'signed-in-account': accountLineSchema,
  diagnostics: diagnosticsLineSchema,
} as const;

/** A message as a program reads it: `messageId` stays the same in every language. */
export const messageFields = (message: Message) => ({ message: text(message), messageId: message.id });

export const iso = (at: number): string => new Date(at).toISOString();
export const isoOrNull = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : iso(at);

export const concernOf = (
  about: Concern['about'],
  failure: Failure,
  path: string | null = null,
  strips: string[] = [],
): Concern => ({
  about,
  kind: failure.kind,
  ...messageFields(failure.message),
  requiredAction: failure.requiredAction ?? null,
  retry_at: isoOrNull(failure.retryAt),
  code: failure.code ?? null,
  path,
  strips,
});
