// The lines that the command line prints with `--json`: docs/pilots/commands.md shows these schemas, and tests check real output against
// them. Keys are in snake case, as in the service's document; only settings keep the names by which they are set. Times are
// ISO 8601 in UTC.
import { z } from 'zod';
import { checkSchema } from '../../../contract/diagnostics.ts';
import { dryRunOutcomes } from '../../../contract/dry-run.ts';
import { evidences } from '../../../contract/evidence.ts';
import { fileStateSchema } from '../../../contract/explanation.ts';
import { failureKinds } from '../../../contract/failure.ts';
import { recordShape } from '../../../contract/flight.ts';
import { flightStatuses } from '../../../contract/logbook.ts';
import { ownFieldNames } from '../../../contract/own-entry.ts';
import { sealStates, secretChoices, secretPlaces } from '../../../contract/secrets.ts';
import { settingsSchema } from '../../../contract/settings.ts';
import { bays, hintReasons, stageNames } from '../../../contract/strip.ts';
import { completenessShape, count, folderSchema, dateTime, statusLineSchema } from './status-schema.ts';

/** Each field of the record, and no other. */
const recordSchema = z.strictObject(recordShape);

const looksLikeJsonSchema = z
  .strictObject({ from: z.string(), to: z.string(), by: z.enum(hintReasons) })
  .nullable()
  .describe(
    'The route that the image looks like; null: none, not read, told by the pilot, or the same as the service tells.',
  );

/** A report in the queue, or one whose state changed. */
const stripLineSchema = z.strictObject({
  type: z.literal('report'),
  at: dateTime.optional(),
  report: z.string(),
  bay: z.enum(bays),
  stage: z.enum(stageNames),
  evidence: z
    .enum(evidences)
    .nullable()
    .describe('How it is known that the service has the report; null while it surely does not, and for other flights.'),
  is_agreed: z.boolean().describe('Whether the pilot agreed to what the service did not answer.'),
  lacks_text: z.boolean().describe('Whether hardly any text was found on the image, where its folder says to look.'),
  looks_like: looksLikeJsonSchema,
  file: z.string().nullable(),
  uploads_at: dateTime.nullable(),
  message: z.string().optional(),
  message_id: z.string().optional(),
  code: z.string().nullable().optional(),
  kind: z.enum(failureKinds).optional(),
  flight: recordSchema.nullable(),
});

const lacksTextSchema = z
  .boolean()
  .nullable()
  .describe('Whether hardly any text was found on the image; null: not looked at, or unknown.');

/** One file of a dry run. */
const dryRunLineSchema = z.strictObject({
  type: z.literal('dry-run'),
  file: z.string(),
  path: z.string(),
  bytes: z.number().nullable(),
  outcome: z.enum(dryRunOutcomes),
  message: z.string(),
  message_id: z.string(),
  lacks_text: lacksTextSchema,
  looks_like: looksLikeJsonSchema,
  report: z.string().nullable(),
});

/** The last line of a dry run: how many files have each outcome. */
const dryRunCountsLineSchema = z.strictObject({
  type: z.literal('dry-run-counts'),
  folder: z.string().nullable(),
  counts: z.record(z.enum(dryRunOutcomes), count),
});

const folderLineSchema = folderSchema.extend({ type: z.literal('folder') });

const approvalLineSchema = z.strictObject({
  type: z.literal('approval'),
  answer: z.enum(['approve', 'reject']),
  report: z.string().nullable().describe('Null where the answer is for all.'),
  count,
});

export const diagnosticsLineSchema = z.strictObject({
  type: z.literal('diagnostics'),
  path: z.string(),
  bytes: count,
  files: count.describe('How many files of the decision log and requests to the service it contains.'),
  calls: count,
});

/** A signed-in pilot. */
export const accountLineSchema = z.strictObject({
  type: z.literal('signed-in-account'),
  id: z.number(),
  name: z.string(),
  in_use: z.boolean().describe('Whether reports are uploaded as this pilot.'),
  waiting: count,
});
export type AccountLine = z.infer<typeof accountLineSchema>;

const windowLineSchema = z.strictObject({ type: z.literal('window'), url: z.string() });

/** Printed while the browser is open. */
const signInLineSchema = z.strictObject({
  type: z.literal('sign-in'),
  address: z.string(),
  ends_on: z.string().describe('How the address starts that the browser ends on.'),
  until: dateTime,
});

/** The result of `sign-in` or `sign-out`. A pilot who was signed in before has only a name. */
const signedInOrOutSchema = z.strictObject({
  type: z.literal('account'),
  status: z.enum(['signed-in', 'signed-out']),
  name: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  may_upload: z.boolean().optional(),
  kept_in: z.enum(secretPlaces).optional(),
  message: z.string().optional(),
  message_id: z.string().optional(),
  code: z.string().nullable().optional(),
});

const serviceLineSchema = z.strictObject({
  type: z.literal('service'),
  state: z.enum(['running', 'stopped', 'not-installed']),
  /** Describes the service to the system. */
  file: z.string().nullable(),
});

const secretsLineSchema = z.strictObject({
  type: z.literal('secrets'),
  kept_in: z.enum(secretPlaces).optional(),
  choice: z.enum(secretChoices).optional(),
  has_keychain: z.boolean().optional(),
  vault: z.enum(sealStates).optional(),
  items: z
    .array(
      z.strictObject({
        name: z.string(),
        what: z.enum(['tokens', 'application-secret', 'other']),
        service: z.string().nullable(),
        is_orphan: z.boolean(),
      }),
    )
    .optional(),
  unseen: z.array(z.string()).optional(),
  passphrase: z.literal('changed').optional(),
  removed: count.optional(),
});

/** One file of `upload`. */
const uploadLineSchema = z.strictObject({
  type: z.literal('upload'),
  file: z.string(),
  outcome: z
    .enum(['added', 'duplicate', 'uploaded', 'removed', ...stageNames])
    .describe(
      'Without --wait `added`, `duplicate` or `rejected`; else `uploaded`, `removed` or the stage that it stopped in.',
    ),
  report: z.string().optional(),
  message: z.string().optional(),
  message_id: z.string().optional(),
  code: z.string().nullable().optional(),
  flight: recordSchema.nullable().optional().describe('Null where the pilot said that the service has the report.'),
});

/** After an action of `queue`. */
const queueLineSchema = z.strictObject({
  type: z.literal('queue'),
  paused: z.boolean().optional(),
  report: z.string().optional(),
  action: z.string().optional(),
});

const flightLineSchema = recordSchema.extend({
  type: z.literal('flight'),
  stage: z.enum(stageNames),
  file: z.string().nullable().describe('Null where the flight was reported elsewhere.'),
});

const logbookFlightLineSchema = recordSchema.extend({
  type: z.literal('logbook-flight'),
  status: z.enum(flightStatuses),
  distance_nm: z.number().nullable().describe('Along the great circle; null where an airport is not known.'),
  file: z.string().nullable().describe('Null where the flight was reported elsewhere.'),
  pilot: z.string().nullable().describe('With `--all-pilots`.'),
  own_entry: z
    .strictObject({
      icao_out: z.string().nullable(),
      icao_in: z.string().nullable(),
      aircraft: z.string().nullable(),
      date: z.string().nullable(),
      en_route: z.number().nullable(),
      note: z.string().nullable(),
    })
    .nullable()
    .describe('What the pilot entered. It stands in the fields of the flight where the service tells nothing.'),
  own_entry_counts: z
    .array(z.enum(Object.values(ownFieldNames)))
    .describe('The fields of the flight that are from it.'),
});

/** The last line of `logbook`. A sum leaves out the flights that are counted as unknown. */
const logbookTotalsLineSchema = z.strictObject({
  type: z.literal('logbook-totals'),
  flights: count,
  en_route_min: z.number(),
  en_route_unknown: count,
  distance_nm: z.number(),
  distance_unknown: count,
  season_points: z.number(),
  season_points_unknown: count,
  archived_left_out: count,
  ...completenessShape,
});

const logbookExportLineSchema = z.strictObject({
  type: z.literal('logbook-export'),
  path: z.string(),
  flights: count,
  left_out: count,
  unplaced: count,
  ...completenessShape,
});

/** One line of the pre-flight check. */
const checkLineSchema = z.strictObject({
  type: z.literal('check'),
  about: checkSchema.shape.about,
  verdict: checkSchema.shape.verdict,
  message: z.string(),
  message_id: z.string(),
  required_action: checkSchema.shape.requiredAction,
});

const explanationLineSchema = z.strictObject({
  type: z.literal('explanation'),
  name: z.string(),
  path: z.string().nullable(),
  state: fileStateSchema,
  headline: z.string(),
  headline_id: z.string(),
  advice: z.string().nullable(),
  advice_id: z.string().nullable(),
  lacks_text: lacksTextSchema,
  looks_like: looksLikeJsonSchema,
  report: z.string().nullable(),
});

/** One entry of a file's history. */
const historyLineSchema = z.strictObject({
  type: z.literal('line'),
  at: dateTime.nullable(),
  message: z.string(),
  message_id: z.string(),
  times: count.optional(),
  until: dateTime.nullable().optional(),
});

/** One file of `explain --search`. */
const fileLineSchema = z.strictObject({
  type: z.literal('file'),
  path: z.string(),
  state: fileStateSchema,
  at: dateTime,
  rule: z.string(),
  message: z.string(),
  message_id: z.string(),
  report: z.string().nullable(),
});

/** All settings and the ids of the services with a stored client secret; or the id of a removed service. */
const settingsLineSchema = z.union([
  z.object({ type: z.literal('settings'), ...settingsSchema.shape, with_secret: z.array(z.string()) }),
  z.strictObject({ type: z.literal('settings'), removed: z.string() }),
]);

/** By the type of the line. */
export const jsonLineSchemas = {
  status: statusLineSchema,
  report: stripLineSchema,
  upload: uploadLineSchema,
  'dry-run': dryRunLineSchema,
  'dry-run-counts': dryRunCountsLineSchema,
  folder: folderLineSchema,
  approval: approvalLineSchema,
  queue: queueLineSchema,
  flight: flightLineSchema,
  'logbook-flight': logbookFlightLineSchema,
  'logbook-totals': logbookTotalsLineSchema,
  'logbook-export': logbookExportLineSchema,
  check: checkLineSchema,
  explanation: explanationLineSchema,
  line: historyLineSchema,
  file: fileLineSchema,
  'signed-in-account': accountLineSchema,
  'sign-in': signInLineSchema,
  account: signedInOrOutSchema,
  secrets: secretsLineSchema,
  settings: settingsLineSchema,
  window: windowLineSchema,
  diagnostics: diagnosticsLineSchema,
  service: serviceLineSchema,
} as const;

/** What `--json` prints on one line. */
export type JsonLine = z.input<(typeof jsonLineSchemas)[keyof typeof jsonLineSchemas]>;
