// The small state that every window gets whole. Lists (strips) come in pages.
import { z } from 'zod';
import { failureSchema } from './failure.ts';
import { folderRulesSchema } from './folder-rules.ts';
import { keepingSchema, secretPlaces } from './secrets.ts';
import { signInSchema } from './sign-in.ts';
import { bays } from './strip.ts';

export const profileKinds = ['demo', 'service', 'emulator'] as const;
export type ProfileKind = (typeof profileKinds)[number];

const accountStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  /** How far: `signIn` of the state. */
  z.object({ status: z.literal('signing-in') }),
  z.object({
    status: z.literal('signed-in'),
    name: z.string(),
    since: z.number(),
    scopes: z.array(z.string()),
    mayUpload: z.boolean(),
    /** What was asked for and not granted. */
    missing: z.array(z.string()),
    /** Something the pilot should know: scope missing, refresh in doubt… */
    concern: failureSchema.nullable(),
  }),
  z.object({ status: z.literal('signed-out'), name: z.string().nullable(), reason: failureSchema.nullable() }),
]);
export type AccountState = z.infer<typeof accountStateSchema>;

/** One past request to the service that moved the runway. */
const runwayMarkSchema = z.object({
  at: z.number(),
  outcome: z.enum(['accepted', 'too-fast', 'rate-limited', 'other']),
});
export type RunwayMark = z.infer<typeof runwayMarkSchema>;

const runwaySchema = z.object({
  /** The last two minutes of uploads. */
  past: z.array(runwayMarkSchema),
  /** The next departures, at most 30, in order. */
  planned: z.array(z.object({ at: z.number(), stripId: z.string() })),
  nextAt: z.number().nullable(),
  allUploadedAt: z.number().nullable(),
  requestsLeft: z.number(),
  requestsPerMinute: z.number(),
  /** The wait that is kept between uploads now. */
  minGapMs: z.number(),
  /** The service asked for a pause until then. */
  pausedUntil: z.number().nullable(),
});
export type Runway = z.infer<typeof runwaySchema>;

const folderStateSchema = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  status: z.enum(['starting', 'watching', 'polling', 'unavailable']),
  /** Files taken from it so far. */
  added: z.number(),
  /** Files there that are still being written. */
  growing: z.number(),
  /** Files that were there before and were not taken. */
  existing: z.number(),
  /** Pictures there whose names its rule does not take. */
  otherNames: z.number(),
  /** Pictures that looked like reports but were not taken, with the reason in words. */
  passedOver: z.array(z.object({ name: z.string(), message: z.string() })).max(20),
  rules: folderRulesSchema,
  /** Sent, and still where they were though the rule moves them: with the reason in words. */
  notFiled: z.array(z.object({ name: z.string(), message: z.string() })).max(20),
  concern: failureSchema.nullable(),
});
export type FolderState = z.infer<typeof folderStateSchema>;

export const appStateSchema = z.object({
  /** Grows with every change; a window that sees a lower one than it has ignores it. */
  version: z.number(),
  /** The process's clock when this was made, epoch ms. */
  now: z.number(),
  /** False until the pilot has chosen how to begin: the window shows the first start. */
  begun: z.boolean(),
  service: z.object({
    profile: z.string(),
    kind: z.enum(profileKinds),
    /** What it is called as a choice: `demo` or the id of a service; null for an emulator that the start named. */
    choice: z.string().nullable(),
    name: z.string(),
    address: z.string(),
    /** Whether flights can be read (A4): null until it is known. */
    canRead: z.boolean().nullable(),
    maxFileBytes: z.number(),
    /** The built-in service, or one that answers as an emulator of the service does: nothing in it counts. */
    isDemonstration: z.boolean(),
    /** Whether `service.openConsole` can show it from within. */
    hasConsole: z.boolean(),
  }),
  account: accountStateSchema,
  /** All who are signed in with this service, the first of them first; `account` is of the one in use. */
  accounts: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      isInUse: z.boolean(),
      /** Reports of this pilot that wait here. */
      waiting: z.number(),
    }),
  ),
  /** The sign-in that is under way, or how the last one ended; null where none has been begun, or it is of no matter any more. */
  signIn: signInSchema.nullable(),
  /** Where the secrets of this profile are, and what can be chosen for them. */
  secretsIn: z.enum(secretPlaces),
  keeping: keepingSchema,
  /** False where another process on this data folder does the work, and this one looks on. */
  isWorking: z.boolean(),
  /** Settings that could not be read and were kept aside; null otherwise. */
  settingsConcern: failureSchema.nullable(),
  /** What is the matter with the data on this computer: a full disk, a rescue of late; null otherwise. */
  dataConcern: failureSchema.nullable(),
  /** Said plainly where secrets are not in the keychain; null otherwise. */
  secretsConcern: failureSchema.nullable(),
  connection: z.object({
    status: z.enum(['on-line', 'off-line']),
    since: z.number(),
    concern: failureSchema.nullable(),
  }),
  queue: z.object({
    paused: z.boolean(),
    waiting: z.number(),
    uploading: z.number(),
    unconfirmed: z.number(),
    /** Of these, `approval` wait for the pilot's word alone. */
    held: z.number(),
    approval: z.number(),
    /** The pilot said that these are not sent. */
    declined: z.number(),
    rejected: z.number(),
  }),
  bays: z.record(z.enum(bays), z.number()),
  settledToday: z.number(),
  runway: runwaySchema,
  folders: z.array(folderStateSchema),
  /** What the host can do: a window in a browser has no folder dialog, for instance. */
  host: z.object({
    kind: z.enum(['desktop', 'browser']),
    canChooseFolder: z.boolean(),
    canShowFile: z.boolean(),
    /** Whether it can put files in the system's trash. */
    canTrash: z.boolean(),
    version: z.string(),
  }),
});
export type AppState = z.infer<typeof appStateSchema>;
