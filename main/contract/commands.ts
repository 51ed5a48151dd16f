// Every command a window can send, with its input. A command is added here, in command-outputs.ts and among the handlers
// of its subject (main/core/app/commands). Names are imperative; inputs are parsed where they arrive; answers are
// results (failure.ts).
import * as z from 'zod/mini';
import type { commandOutputs } from './command-outputs.ts';
import { decisionsInputSchema, explainInputSchema } from './explanation.ts';
import { folderRulesChangeSchema, namePatternsSchema } from './folder-rules.ts';
import { logbookExportSchema, logbookFilterSchema, logbookOrderSchema } from './logbook.ts';
import { passphraseSchema, secretChoices } from './secrets.ts';
import { ownEntrySchema } from './own-entry.ts';
import { presetSchema, settingsChangeSchema } from './settings.ts';
import { bays, stripIdSchema } from './strip.ts';

export type { IntakeAnswer, LaunchState, Page, ShortcutState } from './command-outputs.ts';

const nothing = z.strictObject({});
const ofStrip = z.object({ id: stripIdSchema });
/** A folder or a service. */
const byId = z.object({ id: z.string() });
const filtered = z.strictObject({ filter: logbookFilterSchema });

export const commandInputs = {
  'app.state': nothing,
  /**
   * Switches to another profile: `demo`, the built-in service (starts it and signs in), or a service by its id.
   * `ifReachable`: contacts the service first, and changes nothing if nothing answers.
   */
  'profile.choose': z.object({
    profile: z.string().check(z.minLength(1), z.maxLength(40)),
    ifReachable: z.optional(z.boolean()),
  }),

  /**
   * Opens the console of the built-in service in the pilot's browser. Its address holds a token and is not returned.
   */
  'service.openConsole': nothing,
  /** Adds a year of invented flights to the demonstration. */
  'service.addSampleFlights': nothing,
  /** Adds the next sample screenshot of the demonstration to the queue. */
  'service.addSampleReport': nothing,

  /** `otherPilot`: sign in any pilot; otherwise the pilot whose reports are here. */
  /** `otherPilot`: beside those who are signed in. `pilot`: as this one, who was signed in before. */
  'account.signIn': z.strictObject({ otherPilot: z.optional(z.boolean()), pilot: z.optional(z.number()) }),
  'account.cancelSignIn': nothing,
  /** The address the browser ended on, if it could not redirect to this computer. */
  'account.pasteRedirect': z.object({ address: z.string().check(z.maxLength(4000)) }),
  /** The shown pilot, or the one with this id. The others stay signed in. */
  'account.signOut': z.strictObject({ id: z.optional(z.number()) }),
  /** Shows a pilot who is signed in already: new reports become this one's. The others' go on uploading. */
  'accounts.use': z.object({ id: z.number() }),
  /** Shows the reports of every signed-in pilot. New ones still become those of the pilot in use. */
  'accounts.showEveryone': nothing,
  /**
   * The secret of the pilot's own application at a service, by default the one in use; null removes it. It is never
   * returned.
   */
  'account.setApplicationSecret': z.object({
    service: z.optional(z.string()),
    secret: z.nullable(z.string().check(z.minLength(1), z.maxLength(1000))),
  }),

  /** Signs out every account of every service, and removes all our secrets, application secrets too. */
  'account.signOutAll': nothing,

  /** Chooses where the secrets of the active profile are kept; existing ones are moved. */
  'secrets.choose': z.object({ choice: z.enum(secretChoices), passphrase: z.nullable(passphraseSchema) }),
  /** Unlocks the vault; if it has no passphrase yet, sets this one. */
  'secrets.unlock': z.object({ passphrase: passphraseSchema }),
  'secrets.changePassphrase': z.object({ from: passphraseSchema, to: passphraseSchema }),
  /** Lists our secrets and their owners; `unseen`: why some could not be listed. */
  'secrets.check': nothing,
  /** Removes secrets without an owner. Returns how many. */
  'secrets.removeOrphans': nothing,

  'uploads.pause': nothing,
  'uploads.resume': nothing,

  'strips.page': z.object({
    bay: z.enum(bays),
    after: z.nullable(z.string()),
    limit: z.int().check(z.minimum(1), z.maximum(200)),
  }),
  'strips.detail': ofStrip,
  'strips.retry': ofStrip,
  /** `by`: the report that takes its place. */
  'strips.remove': z.object({ id: stripIdSchema, by: z.optional(stripIdSchema) }),
  /** Undoes `strips.remove` within an hour, or `strips.reject`. */
  'strips.restore': ofStrip,
  /** Approves or rejects an image that waits for approval. A rejected one is remembered. */
  'strips.approve': ofStrip,
  'strips.reject': ofStrip,
  /** The same for all that wait for approval. Returns how many. */
  'approvals.answerAll': z.object({ answer: z.enum(['approve', 'reject']) }),
  'strips.uploadAgain': ofStrip,
  'strips.markReceived': ofStrip,
  'strips.confirmFlight': ofStrip,
  'strips.releaseFlight': ofStrip,
  'strips.uploadAsMe': ofStrip,
  'strips.showFile': ofStrip,
  /** Opens the flight's page on the service's website in the browser. */
  'strips.openPage': ofStrip,
  /** What the pilot adds to the flight of a report, in place of an earlier entry. */
  'strips.setOwnEntry': z.extend(ofStrip, { entry: ownEntrySchema }),
  /** Reads images that look like this report's in the same places from now on, as the pilot's entry has them (0046). */
  'layouts.teach': ofStrip,
  'layouts.forget': nothing,
  'flights.refresh': nothing,

  'logbook.page': z.strictObject({
    filter: logbookFilterSchema,
    order: logbookOrderSchema,
    offset: z.int().check(z.minimum(0)),
    limit: z.int().check(z.minimum(1), z.maximum(200)),
  }),
  /** Called while a window is in view; null if nothing came since that was so, or if it was less than an hour ago. */
  'logbook.news': nothing,
  'logbook.totals': filtered,
  /** Newest first, only months with flights; flights without a date are not counted. */
  'logbook.months': filtered,
  'logbook.choices': filtered,
  /** The first airports that the words name, by code, name, city or country. */
  'logbook.airports': z.strictObject({ words: z.string().check(z.maxLength(100)) }),
  'logbook.map': filtered,
  'logbook.statistics': filtered,
  /** Writes a file where the pilot chooses; null when the pilot chose none. Windows call `Bridge.exportLogbook`. */
  'logbook.export': logbookExportSchema,
  'logbook.cancelExport': nothing,

  /** Opens the host's own dialog; null when the pilot chose none. */
  'folders.choose': nothing,
  /** Folders of screenshots on this computer that are not watched, those with the newest first. */
  'folders.suggest': nothing,
  /** `existing`: also add the images that are there already. */
  'folders.add': z.object({
    path: z.string().check(z.minLength(1), z.maxLength(4096)),
    existing: z.boolean(),
    rules: z.optional(folderRulesChangeSchema),
  }),
  /** Adds the newest screenshot of the watched folders, whenever it was made. */
  'folders.addNewest': nothing,
  /** What a folder left out was converted by the window, and is this report's now. `image`: of `leftOut`. */
  'folders.converted': z.object({ image: z.string(), stripId: stripIdSchema }),
  'folders.remove': byId,
  /** Undoes the last `folders.remove`. */
  'folders.restore': byId,
  'folders.addExisting': byId,
  'folders.setRules': z.object({ id: z.string(), rules: folderRulesChangeSchema }),
  /**
   * Which files of a folder would be uploaded, by the rules of the watcher; nothing is added. `names`, `approval`: as
   * if these were the folder's rules; `existing`: including images that are there already.
   */
  'folders.dryRun': z.object({
    path: z.string().check(z.minLength(1), z.maxLength(4096)),
    existing: z.boolean(),
    names: z.nullable(namePatternsSchema),
    approval: z.nullable(z.boolean()),
    /** Also looks for text on what would be added; the window doesn't wait for that. */
    look: z.optional(z.boolean()),
    /** How many files are listed at most; the counts are of all. */
    limit: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  }),
  /** The same for files that would be added by hand. */
  'files.dryRun': z.object({
    paths: z.array(z.string().check(z.minLength(1), z.maxLength(4096))).check(z.maxLength(10_000)),
  }),

  /** `withSecret`: the ids of services whose application secret is kept. */
  'settings.read': nothing,
  /** `sameService`: a service with a new address keeps its reports and flights. */
  'settings.change': z.extend(settingsChangeSchema, { sameService: z.optional(z.boolean()) }),
  /** Adds the service of a preset that the pilot has confirmed, and returns its id. A service of that address stays as it is. */
  'presets.use': presetSchema,
  /** Removes a service with its secret and its sign-ins. Its reports and history stay. */
  'services.remove': byId,

  /** Why a file was, or was not, uploaded: every decision about it. */
  'files.explain': explainInputSchema,
  /** The decision log: files by part of the name, rule, time and state, the most recent decision first. */
  'files.decisions': decisionsInputSchema,

  /** Launch at login, as the system reports it now; `unavailable` if the host cannot. */
  'launch.read': nothing,
  'launch.set': z.object({ atLogin: z.boolean() }),

  /** Checks for an update, and downloads it. Rejected until the pilot has agreed to such checks. */
  'updates.check': nothing,
  /** Quits, installs the update that is ready, and starts again; an upload in progress ends first. */
  'updates.restart': nothing,
  /** The pilot has read what changed. */
  'updates.notesRead': nothing,

  /** The state of the setting `captureShortcut`; `unavailable` if the host has none. */
  'shortcut.read': nothing,

  /** The pre-flight check. Sends one request to the service. */
  'checks.run': nothing,
  /** A diagnostics file for support: redacted, and without names. */
  'diagnostics.make': nothing,
} as const;

export type CommandName = keyof typeof commandInputs;
export type CommandInput<N extends CommandName> = z.infer<(typeof commandInputs)[N]>;
export type CommandOutput<N extends CommandName> = z.infer<(typeof commandOutputs)[N]>;
