// Every command a window can send. A command is added here and in main/core/app/commands/handlers.ts. Names are
// imperative; inputs are parsed where they arrive; answers are results (failure.ts).
import * as z from 'zod/mini';
import { messageSchema } from '../messages/message.ts';
import { checkSchema, diagnosticsSchema } from './diagnostics.ts';
import { decisionsInputSchema, decisionsPageSchema, explainInputSchema, explanationSchema } from './explanation.ts';
import { folderRulesChangeSchema, namePatternsSchema, suggestedFolderSchema } from './folder-rules.ts';
import { dryRunSchema } from './dry-run.ts';
import { keptSecretSchema, passphraseSchema, secretChoices } from './secrets.ts';
import { presetSchema, settingsChangeSchema, settingsSchema } from './settings.ts';
import { failureSchema } from './failure.ts';
import {
  exportedSchema,
  logbookChoicesSchema,
  logbookExportSchema,
  logbookFilterSchema,
  logbookMapSchema,
  logbookMonthSchema,
  logbookOrderSchema,
  logbookPageSchema,
  logbookStatisticsSchema,
  logbookTotalsSchema,
} from './logbook.ts';
import { appStateSchema } from './state.ts';
import { bays, stripDetailSchema, stripSchema } from './strip.ts';

const nothing = z.strictObject({});
const done = z.null();
const stripId = z.string().check(z.regex(/^(job|flight)-\d+$/));

const pageSchema = z.object({
  strips: z.array(stripSchema),
  /** Pass it as `after` for the next page; null at the end. */
  next: z.nullable(z.string()),
  total: z.number(),
});
export type Page = z.infer<typeof pageSchema>;

/** The outcome for each file, in the order the files were given. */
export const intakeAnswerSchema = z.object({
  name: z.string(),
  outcome: z.enum(['added', 'duplicate', 'rejected']),
  /** The strip of the report, even if it was added before. */
  stripId: z.nullable(z.string()),
  message: messageSchema,
});
export type IntakeAnswer = z.infer<typeof intakeAnswerSchema>;

/** Whether the system launches the app at login. `blocked`: wanted, and switched off in the system's settings. */
const launchStates = ['on', 'off', 'blocked', 'unavailable'] as const;
export type LaunchState = (typeof launchStates)[number];

/** The state of the system-wide shortcut. `taken`: another program has it. */
const shortcutStates = ['on', 'off', 'taken', 'unavailable'] as const;
export type ShortcutState = (typeof shortcutStates)[number];

export const commands = {
  'app.state': { input: nothing, output: appStateSchema },
  /**
   * Switches to another profile: `demo`, the built-in service (starts it and signs in), or a service by its id.
   * `ifReachable`: contacts the service first, and changes nothing if nothing answers.
   */
  'profile.choose': {
    input: z.object({
      profile: z.string().check(z.minLength(1), z.maxLength(40)),
      ifReachable: z.optional(z.boolean()),
    }),
    output: done,
  },

  /**
   * Opens the console of the built-in service in the pilot's browser. Its address holds a token and is not returned.
   */
  'service.openConsole': { input: nothing, output: done },
  /** Adds a year of invented flights to the demonstration. */
  'service.addSampleFlights': { input: nothing, output: done },

  /** `otherPilot`: sign in any pilot; otherwise the pilot whose reports are here. */
  'account.signIn': { input: z.strictObject({ otherPilot: z.optional(z.boolean()) }), output: done },
  'account.cancelSignIn': { input: nothing, output: done },
  /** The address the browser ended on, if it could not redirect to this computer. */
  'account.pasteRedirect': { input: z.object({ address: z.string().check(z.maxLength(4000)) }), output: done },
  /** The active account, or the one with this id. The others stay signed in. */
  'account.signOut': { input: z.strictObject({ id: z.optional(z.number()) }), output: done },
  /** Switches to an account that is signed in already. Only the reports of the active account are uploaded. */
  'accounts.use': { input: z.object({ id: z.number() }), output: done },
  /**
   * The secret of the pilot's own application at a service, by default the one in use; null removes it. It is never
   * returned.
   */
  'account.setApplicationSecret': {
    input: z.object({
      service: z.optional(z.string()),
      secret: z.nullable(z.string().check(z.minLength(1), z.maxLength(1000))),
    }),
    output: done,
  },

  /** Signs out every account of every service, and removes all our secrets, application secrets too. */
  'account.signOutAll': { input: nothing, output: done },

  /** Chooses where the secrets of the active profile are kept; existing ones are moved. */
  'secrets.choose': {
    input: z.object({ choice: z.enum(secretChoices), passphrase: z.nullable(passphraseSchema) }),
    output: done,
  },
  /** Unlocks the vault; if it has no passphrase yet, sets this one. */
  'secrets.unlock': { input: z.object({ passphrase: passphraseSchema }), output: done },
  /** Unlocks a vault that is older than the last one written here: its tokens may be used up. */
  'secrets.useOlder': { input: z.object({ passphrase: passphraseSchema }), output: done },
  'secrets.changePassphrase': { input: z.object({ from: passphraseSchema, to: passphraseSchema }), output: done },
  /** Lists our secrets and their owners; `unseen`: why some could not be listed. */
  'secrets.check': {
    input: nothing,
    output: z.object({ items: z.array(keptSecretSchema), unseen: z.array(failureSchema) }),
  },
  /** Removes secrets without an owner. Returns how many. */
  'secrets.removeOrphans': { input: nothing, output: z.object({ count: z.number() }) },

  'uploads.pause': { input: nothing, output: done },
  'uploads.resume': { input: nothing, output: done },

  'strips.page': {
    input: z.object({
      bay: z.enum(bays),
      after: z.nullable(z.string()),
      limit: z.int().check(z.minimum(1), z.maximum(200)),
    }),
    output: pageSchema,
  },
  'strips.detail': { input: z.object({ id: stripId }), output: stripDetailSchema },
  'strips.retry': { input: z.object({ id: stripId }), output: done },
  'strips.remove': { input: z.object({ id: stripId }), output: done },
  /** Undoes `strips.remove` within an hour, or `strips.reject`. */
  'strips.restore': { input: z.object({ id: stripId }), output: done },
  /** Approves or rejects an image that waits for approval. A rejected one is remembered. */
  'strips.approve': { input: z.object({ id: stripId }), output: done },
  'strips.reject': { input: z.object({ id: stripId }), output: done },
  /** The same for all that wait for approval. Returns how many. */
  'approvals.answerAll': {
    input: z.object({ answer: z.enum(['approve', 'reject']) }),
    /** `ids`: the strips that were answered, for an undo. */
    output: z.object({ count: z.number(), ids: z.array(stripId) }),
  },
  'strips.uploadAgain': { input: z.object({ id: stripId }), output: done },
  'strips.markReceived': { input: z.object({ id: stripId }), output: done },
  /** Switches to the account of the report, if it is signed in. */
  'strips.useAccount': { input: z.object({ id: stripId }), output: done },
  'strips.uploadAsMe': { input: z.object({ id: stripId }), output: done },
  'strips.showFile': { input: z.object({ id: stripId }), output: done },
  /** Opens the flight's page on the service's website in the browser. */
  'strips.openPage': { input: z.object({ id: stripId }), output: done },
  'flights.refresh': { input: nothing, output: done },

  'logbook.page': {
    input: z.strictObject({
      filter: logbookFilterSchema,
      order: logbookOrderSchema,
      offset: z.int().check(z.minimum(0)),
      limit: z.int().check(z.minimum(1), z.maximum(200)),
    }),
    output: logbookPageSchema,
  },
  'logbook.totals': { input: z.strictObject({ filter: logbookFilterSchema }), output: logbookTotalsSchema },
  /** Newest first, only months with flights; flights without a date are not counted. */
  'logbook.months': { input: z.strictObject({ filter: logbookFilterSchema }), output: z.array(logbookMonthSchema) },
  'logbook.choices': { input: z.strictObject({ filter: logbookFilterSchema }), output: logbookChoicesSchema },
  'logbook.map': { input: z.strictObject({ filter: logbookFilterSchema }), output: logbookMapSchema },
  'logbook.statistics': { input: z.strictObject({ filter: logbookFilterSchema }), output: logbookStatisticsSchema },
  /** Writes a file where the pilot chooses; null when the pilot chose none. Windows call `Bridge.exportLogbook`. */
  'logbook.export': {
    input: logbookExportSchema,
    output: z.nullable(exportedSchema),
  },
  'logbook.cancelExport': { input: nothing, output: done },

  /** Opens the host's own dialog; null when the pilot chose none. */
  'folders.choose': { input: nothing, output: z.nullable(z.string()) },
  /** Folders of screenshots on this computer that are not watched, those with the newest first. */
  'folders.suggest': { input: nothing, output: z.array(suggestedFolderSchema) },
  /** `existing`: also add the images that are there already. */
  'folders.add': {
    input: z.object({
      path: z.string().check(z.minLength(1), z.maxLength(4096)),
      existing: z.boolean(),
      rules: z.optional(folderRulesChangeSchema),
    }),
    output: done,
  },
  /** Adds the newest screenshot of the watched folders, whenever it was made. */
  'folders.addNewest': { input: nothing, output: intakeAnswerSchema },
  'folders.remove': { input: z.object({ id: z.string() }), output: done },
  /** Undoes the last `folders.remove`. */
  'folders.restore': { input: z.object({ id: z.string() }), output: done },
  'folders.addExisting': { input: z.object({ id: z.string() }), output: done },
  'folders.setRules': { input: z.object({ id: z.string(), rules: folderRulesChangeSchema }), output: done },
  /**
   * Which files of a folder would be uploaded, by the rules of the watcher; nothing is added. `names`, `approval`: as
   * if these were the folder's rules; `existing`: including images that are there already.
   */
  'folders.dryRun': {
    input: z.object({
      path: z.string().check(z.minLength(1), z.maxLength(4096)),
      existing: z.boolean(),
      names: z.nullable(namePatternsSchema),
      approval: z.nullable(z.boolean()),
      /** How many files are listed at most; the counts are of all. */
      limit: z.int().check(z.minimum(0), z.maximum(1_000_000)),
    }),
    output: dryRunSchema,
  },
  /** The same for files that would be added by hand. */
  'files.dryRun': {
    input: z.object({ paths: z.array(z.string().check(z.minLength(1), z.maxLength(4096))).check(z.maxLength(10_000)) }),
    output: dryRunSchema,
  },

  /** `withSecret`: the ids of services whose application secret is kept. */
  'settings.read': { input: nothing, output: z.extend(settingsSchema, { withSecret: z.array(z.string()) }) },
  'settings.change': { input: settingsChangeSchema, output: done },
  /** Adds the service of a preset that the pilot has confirmed, and returns its id. A service of that address stays as it is. */
  'presets.use': { input: presetSchema, output: z.string() },
  /** Removes a service with its secret and its sign-ins. Its reports and history stay. */
  'services.remove': { input: z.object({ id: z.string() }), output: done },

  /** Why a file was, or was not, uploaded: every decision about it. */
  'files.explain': { input: explainInputSchema, output: explanationSchema },
  /** The decision log: files by part of the name, rule, time and state, the most recent decision first. */
  'files.decisions': { input: decisionsInputSchema, output: decisionsPageSchema },

  /** Launch at login, as the system reports it now; `unavailable` if the host cannot. */
  'launch.read': { input: nothing, output: z.object({ launch: z.enum(launchStates) }) },
  'launch.set': { input: z.object({ atLogin: z.boolean() }), output: done },

  /** Checks for an update, and downloads it. Rejected until the pilot has agreed to such checks. */
  'updates.check': { input: nothing, output: done },
  /** Quits, installs the update that is ready, and starts again; an upload in progress ends first. */
  'updates.restart': { input: nothing, output: done },
  /** The pilot has read what changed. */
  'updates.notesRead': { input: nothing, output: done },

  /** The state of the setting `captureShortcut`; `unavailable` if the host has none. */
  'shortcut.read': { input: nothing, output: z.object({ shortcut: z.enum(shortcutStates) }) },

  /** The pre-flight check. Sends one request to the service. */
  'checks.run': { input: nothing, output: z.array(checkSchema) },
  /** A diagnostics file for support: redacted, and without names. */
  'diagnostics.make': { input: nothing, output: diagnosticsSchema },
} as const;

export type CommandName = keyof typeof commands;
export type CommandInput<N extends CommandName> = z.infer<(typeof commands)[N]['input']>;
export type CommandOutput<N extends CommandName> = z.infer<(typeof commands)[N]['output']>;
