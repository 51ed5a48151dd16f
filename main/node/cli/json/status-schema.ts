// The line of `status`, with the schemas that other lines share with it.
import { z } from 'zod';
import { completenessSchema } from '../../../contract/completeness.ts';
import { failureKinds, requiredAction } from '../../../contract/failure.ts';
import { afterUploadSchema, withoutTextRules } from '../../../contract/folder-rules.ts';
import { secretPlaces } from '../../../contract/secrets.ts';
import { folderStatuses, profileKinds } from '../../../contract/state.ts';
import { statusDocument } from './line-parts.ts';

export const dateTime = z.iso.datetime();
export const count = z.int().min(0);

const concernSchema = z.strictObject({
  about: z.enum(['account', 'data', 'settings', 'keychain', 'connection', 'folder', 'queue']),
  kind: z.enum(failureKinds),
  message: z.string(),
  message_id: z.string(),
  required_action: z
    .enum(requiredAction)
    .nullable()
    .describe('What the pilot has to do; null if the problem is resolved automatically.'),
  retry_at: dateTime.nullable(),
  code: z.string().nullable(),
  path: z.string().nullable().describe('The folder with the problem.'),
  reports: z
    .array(z.string())
    .describe('The reports that need the pilot; empty where the problem is not about single reports.'),
});
export type Concern = z.infer<typeof concernSchema>;

const rulesSchema = z.strictObject({
  names: z.array(z.string()),
  after_upload: afterUploadSchema,
  approval: z.boolean(),
  without_text: z
    .enum(withoutTextRules)
    .describe(
      'What happens to an image with hardly any text: it uploads with a note, waits for approval, or is not looked at.',
    ),
});

export const folderSchema = z.strictObject({
  id: z.string(),
  path: z.string(),
  pilot: z.string().nullable().describe('Whose reports its files become. Null: the pilot in use.'),
  status: z.enum(folderStatuses).describe('unwatched: no process watches it now.'),
  since: dateTime.nullable(),
  problem: z.strictObject({ message: z.string(), message_id: z.string() }).nullable(),
  added: count,
  growing: count,
  existing: count,
  other_names: count,
  skipped: z.array(z.strictObject({ name: z.string(), message: z.string(), message_id: z.string() })),
  skipped_count: count,
  not_filed: z.array(z.strictObject({ name: z.string(), message: z.string(), message_id: z.string() })),
  rules: rulesSchema,
});

/** With every figure over flights. */
export const completenessShape = {
  is_final: z.boolean().describe('Whether all flights that the figures are about have been read.'),
  completeness: z.strictObject({
    status: completenessSchema.shape.status,
    flights: count.describe('Flights that are on this computer.'),
    unread: count.describe('Records of the service that cannot be parsed.'),
    read_after: z.string().nullable().describe('While `loading`: all flights after this day have been read.'),
  }),
};

/** Everything that a status bar needs. */
export const statusLineSchema = z.strictObject({
  type: z.literal('status'),
  document: z.literal(statusDocument),
  at: dateTime,
  program: z.strictObject({
    version: z.string(),
    is_working: z.boolean().describe('Whether a process uploads and watches now.'),
    works_for: z.string().nullable().describe('The name of the service that it works for.'),
  }),
  service: z.strictObject({
    is_chosen: z.boolean(),
    kind: z.enum(profileKinds),
    name: z.string(),
    address: z.string(),
    can_read: z.boolean().nullable(),
    is_test_service: z.boolean(),
  }),
  account: z.strictObject({
    status: z.enum(['none', 'signing-in', 'signed-in', 'signed-out']),
    name: z.string().nullable(),
    since: dateTime.nullable(),
    may_upload: z.boolean(),
    scopes: z.array(z.string()),
    kept_in: z.enum(secretPlaces),
  }),
  connection: z.strictObject({ status: z.enum(['unknown', 'online', 'service-error', 'offline']), since: dateTime }),
  queue: z.strictObject({
    waiting: count,
    uploading: count,
    unconfirmed: count,
    held: count,
    approval: count,
    rejected: count,
    inferred: count.describe('Probably arrived; the pilot has not agreed yet.'),
    not_uploaded: count,
  }),
  uploads: z.strictObject({
    next_at: dateTime.nullable(),
    all_uploaded_at: dateTime.nullable(),
    requests_left: count,
    requests_per_minute: count,
    wait_ms: z.number().min(0),
    wait_is_required: z.boolean().describe('Whether the service required this wait.'),
    paused_by_pilot: z.boolean(),
    paused_by_service_until: dateTime.nullable(),
  }),
  flights: z.strictObject({
    under_review: count,
    completed: count,
    completed_today: count,
    archived: count.describe('Archived by the service, so that they do not count.'),
    uploaded: count.describe('Uploaded to a service that does not let flights be read.'),
    ...completenessShape,
  }),
  folders: z.array(folderSchema),
  concerns: z.array(concernSchema),
});
export type StatusLine = z.infer<typeof statusLineSchema>;
