// The state that every window gets as a whole. Lists of strips come in pages.
import * as z from 'zod/mini';
import { messageSchema, nameSchema } from '../messages/message.ts';
import { failureSchema, isOtherImage } from './failure.ts';
import { folderRulesSchema } from './folder-rules.ts';
import { languages } from '../messages/languages.ts';
import { timeChoices } from '../messages/time-format.ts';
import { completenessSchema } from './completeness.ts';
import { secretStorageSchema, secretPlaces } from './secrets.ts';
import { settingsSchema } from './settings.ts';
import { signInSchema } from './sign-in.ts';
import { bays } from './strip.ts';

export const profileKinds = ['demo', 'service', 'emulator'] as const;
export type ProfileKind = (typeof profileKinds)[number];

const accountStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  /** The progress is `signIn` of the state. */
  z.object({ status: z.literal('signing-in') }),
  z.object({
    status: z.literal('signed-in'),
    name: nameSchema,
    since: z.number(),
    scopes: z.array(z.string()),
    mayUpload: z.boolean(),
    /** Scopes that were requested and not granted. */
    missing: z.array(z.string()),
    /** Something to tell the pilot: a missing scope, a refresh whose outcome is unknown. */
    concern: z.nullable(failureSchema),
  }),
  z.object({ status: z.literal('signed-out'), name: z.nullable(nameSchema), reason: z.nullable(failureSchema) }),
]);
export type AccountState = z.infer<typeof accountStateSchema>;

/** One past upload request, shown on the runway. */
const runwayMarkSchema = z.object({
  at: z.number(),
  outcome: z.enum(['accepted', 'too-fast', 'rate-limited', 'other']),
});
export type RunwayMark = z.infer<typeof runwayMarkSchema>;

const runwaySchema = z.object({
  /** Uploads of the last two minutes. */
  past: z.array(runwayMarkSchema),
  /** The shown pilot's waiting reports, and when the next of them uploads; null if that is not known. */
  waiting: z.number(),
  nextAt: z.nullable(z.number()),
  /** From the start of one upload to the next; all planned times follow from it (upload-plan.ts). */
  everyMs: z.number(),
  /** The same of each pilot, where several who are shown have reports to upload. */
  pilots: z.optional(z.array(z.object({ id: z.number(), nextAt: z.number(), everyMs: z.number() }))),
  requestsLeft: z.number(),
  requestsPerMinute: z.number(),
  /** The wait from the end of one upload to the start of the next, and whether the service required it. */
  minGapMs: z.number(),
  isRequired: z.boolean(),
  /** The service requested a pause until then. */
  pausedUntil: z.nullable(z.number()),
});
export type Runway = z.infer<typeof runwaySchema>;

/** `unwatched`: no process watches it now. */
export const folderStatuses = ['starting', 'watching', 'polling', 'unavailable', 'unwatched'] as const;

export const folderStateSchema = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  status: z.enum(folderStatuses),
  /** Since when it has this status and concern; null if no process knows. */
  since: z.nullable(z.number()),
  /** Files added from it so far. */
  added: z.number(),
  /** Files there that are still being written. */
  growing: z.number(),
  /** Files that were there before and were not added. */
  existing: z.number(),
  /** Images there whose names do not match its rule. */
  otherNames: z.number(),
  /** Images that were not added, with the reason. `at`: when the file was written; null while it may still change. */
  skipped: z
    .array(z.object({ name: z.string(), message: messageSchema, at: z.nullable(z.number()) }))
    .check(z.maxLength(20)),
  /** How many there are: `skipped` lists the newest. */
  skippedCount: z.number(),
  rules: folderRulesSchema,
  /** Whose reports its files become; null: those of the pilot who is shown. */
  pilot: z.nullable(nameSchema),
  /** Uploaded files that could not be moved or put in the trash, with the reason. */
  notFiled: z.array(z.object({ name: z.string(), message: messageSchema })).check(z.maxLength(20)),
  concern: z.nullable(failureSchema),
});
export type FolderState = z.infer<typeof folderStateSchema>;

/** How far an update of the desktop app is. */
const stepSchema = z.discriminatedUnion('step', [
  /** Nothing was checked since the start. */
  z.object({ step: z.literal('idle') }),
  z.object({ step: z.literal('checking') }),
  /** `older`: what the channel offers, where this version is newer; it is not installed. */
  z.object({ step: z.literal('current'), at: z.number(), older: z.nullable(z.string()) }),
  /** Found, and downloaded once no report uploads. */
  z.object({ step: z.literal('waiting'), version: z.string() }),
  z.object({ step: z.literal('downloading'), version: z.string(), percent: z.number() }),
  /** Installed when the app quits. */
  z.object({ step: z.literal('ready'), version: z.string() }),
  /** Requested by the pilot; the upload in progress ends first. */
  z.object({ step: z.literal('restarting'), version: z.string() }),
  z.object({ step: z.literal('failed'), failure: failureSchema }),
]);
export type UpdateStep = z.infer<typeof stepSchema>;

const updatesSchema = z.object({
  /** Who updates this installation. `nobody`: a portable or unpacked app, or one that was built without a feed. */
  by: z.enum(['app', 'system', 'nobody']),
  progress: stepSchema,
  /** What changed since the version before, until the pilot has read it. One paragraph or item per line. */
  news: z.nullable(z.object({ version: z.string(), notes: z.array(z.string()) })),
});
export type UpdatesState = z.infer<typeof updatesSchema>;

/** The process that uploads and watches on this data folder: this one, another one, or none. */
const workerSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('this') }),
  z.object({ is: z.literal('other'), service: nameSchema, address: z.string(), isSameService: z.boolean() }),
  z.object({ is: z.literal('none') }),
]);
export type Worker = z.infer<typeof workerSchema>;

export const appStateSchema = z.object({
  /** Grows with every change; a window ignores a lower one. */
  version: z.number(),
  /** The process's clock, epoch ms. */
  now: z.number(),
  /** False before the first start is complete. */
  begun: z.boolean(),
  /** The step that the first start is at, from the settings. */
  setup: settingsSchema.shape.setup,
  /** Of the window; `system` if the pilot has chosen none. */
  language: z.enum(['system', ...languages]),
  /** The zone of times in the window. */
  times: z.enum(timeChoices),
  service: z.object({
    profile: z.string(),
    kind: z.enum(profileKinds),
    /** Its name as a choice: `demo` or the id of a service; null for an emulator named at the start. */
    choice: z.nullable(z.string()),
    name: nameSchema,
    address: z.string(),
    /** Whether flights can be read (A4); null until that is known. */
    canRead: z.nullable(z.boolean()),
    maxFileBytes: z.number(),
    /** Looks of reports that the pilot taught (0046). */
    layouts: z.number(),
    /** The built-in service or an emulator: its flights do not count. */
    isTestService: z.boolean(),
    /** Whether `service.openConsole` can open its console. */
    hasConsole: z.boolean(),
  }),
  account: accountStateSchema,
  /** All pilots signed in with this service, oldest first: each one's reports upload. `account` is the shown one. */
  accounts: z.array(
    z.object({
      id: z.number(),
      name: nameSchema,
      isInUse: z.boolean(),
      /** Waiting reports of this pilot, and those that need the pilot. */
      waiting: z.number(),
      attention: z.number(),
      /** Why this pilot has to sign in again; null otherwise. */
      concern: z.nullable(failureSchema),
    }),
  ),
  /** Pilots who are signed out, whose reports wait for a sign-in. */
  signedOut: z.array(z.object({ id: z.number(), name: nameSchema, reports: z.number() })),
  /** The services that are not shown and have a sign-in, which upload too, or reports that wait for one. */
  elsewhere: z.array(
    z.object({
      /** As a choice. */
      id: z.string(),
      name: z.string(),
      waiting: z.number(),
      attention: z.number(),
      /** Why a pilot has to sign in again there, or to complete its settings; null otherwise. */
      concern: z.nullable(failureSchema),
    }),
  ),
  /** Whether the board has the reports of all of them, or of the shown one. */
  showsEveryone: z.boolean(),
  /** The current sign-in, or how the last one ended; null if there is none to show. */
  signIn: z.nullable(signInSchema),
  /** Where the secrets of this profile are, and what can be chosen. */
  secretsIn: z.enum(secretPlaces),
  secretStorage: secretStorageSchema,
  /** False if another process on this data folder does the work. */
  isLeader: z.boolean(),
  worker: workerSchema,
  /** Settings that could not be read and were kept aside; null otherwise. */
  settingsConcern: z.nullable(failureSchema),
  /** A problem with the data on this computer: a full disk, a recent rescue; null otherwise. */
  dataConcern: z.nullable(failureSchema),
  /** Where secrets are not in the keychain, why; null otherwise. */
  secretsConcern: z.nullable(failureSchema),
  connection: z.object({
    /**
     * `unknown`: no request was made yet, or the last connection broke. `service-error`: it answers, with errors; `concern`
     * is set while reports wait for its end.
     */
    status: z.enum(['unknown', 'online', 'service-error', 'offline']),
    since: z.number(),
    concern: z.nullable(failureSchema),
  }),
  queue: z.object({
    paused: z.boolean(),
    waiting: z.number(),
    uploading: z.number(),
    unconfirmed: z.number(),
    /** Of these, `approval` wait for the pilot's approval only. */
    held: z.number(),
    approval: z.number(),
    /** Declined by the pilot. */
    declined: z.number(),
    rejected: z.number(),
    /** Probably arrived; the pilot has not agreed yet. */
    inferred: z.number(),
  }),
  bays: z.record(z.enum(bays), z.number()),
  /** Of those in the last bay: `completed`, of these today; archived by the service; and uploaded, but not followed. */
  outcomes: z.object({
    completed: z.number(),
    completedToday: z.number(),
    archived: z.number(),
    received: z.number(),
  }),
  /** How complete the logbook of the shown pilot is. */
  logbook: completenessSchema,
  runway: runwaySchema,
  folders: z.array(folderStateSchema),
  /** Absent if the host is no app that is installed. */
  updates: z.optional(updatesSchema),
  /** What the host can do: a window in a browser has no folder dialog, for example. */
  host: z.object({
    kind: z.enum(['desktop', 'browser']),
    canChooseFolder: z.boolean(),
    canShowFile: z.boolean(),
    /** Whether it can put files in the system's trash. */
    canTrash: z.boolean(),
    version: z.string(),
    /** True if Chromium's sandbox is off; absent otherwise. */
    withoutSandbox: z.optional(z.boolean()),
    /** True if the desktop showed no tray icons when the app started; absent otherwise. */
    withoutTray: z.optional(z.boolean()),
  }),
});
/** Whether the sign-in allows reading flights, as far as is known. */
export const mayRead = ({ account }: Pick<AppState, 'account'>): boolean =>
  account.status !== 'signed-in' || !account.missing.includes('flights:read');

export type AppState = z.infer<typeof appStateSchema>;

/** How many reports of the shown pilots are queued, without those of pilots who are signed out. */
export const ownQueue = ({ bays, signedOut }: Pick<AppState, 'bays' | 'signedOut'>): number =>
  bays.queue - signedOut.reduce((sum, { reports }) => sum + reports, 0);

/** Whether new files of the window are for the same pilot as those of a folder. */
export const isForSame = ({ pilot, rules }: FolderState, { accounts }: Pick<AppState, 'accounts'>): boolean =>
  pilot === null || accounts.some(({ id, isInUse }) => isInUse && id === rules.pilot);

/** The folders of the pilots who are shown; those of all while nobody is signed in. */
export const shownFolders = (app: AppState): readonly FolderState[] =>
  app.folders.filter((folder) => app.showsEveryone || app.accounts.length === 0 || isForSame(folder, app));

/** What the folders left out. `image`: of an image that a window may convert, the id for `Bridge.image`; null otherwise. */
export const leftOut = (folders: readonly FolderState[]) =>
  folders.flatMap((folder) =>
    folder.skipped.map((file) => ({
      ...file,
      folder,
      path: `${folder.path}${folder.path.includes('\\') ? '\\' : '/'}${file.name}`,
      image: isOtherImage(file.message) ? `left-out:${folder.id}/${file.name}` : null,
    })),
  );
export type LeftOutFile = ReturnType<typeof leftOut>[number];
