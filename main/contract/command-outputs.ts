// What each command returns (commands.ts), parsed by the window where it arrives. Apart from the inputs, because the
// companion itself doesn't load them.
import * as z from 'zod/mini';
import { messageSchema } from '../messages/message.ts';
import { checkSchema, diagnosticsSchema } from './diagnostics.ts';
import { dryRunSchema } from './dry-run.ts';
import { decisionsPageSchema, explanationSchema } from './explanation.ts';
import { failureSchema } from './failure.ts';
import { suggestedFolderSchema } from './folder-rules.ts';
import {
  exportedSchema,
  logbookChoicesSchema,
  placeSchema,
  logbookMapSchema,
  logbookMonthSchema,
  logbookNewsSchema,
  logbookPageSchema,
  logbookStatisticsSchema,
  logbookTotalsSchema,
  stripDetailSchema,
} from './logbook.ts';
import { keptSecretSchema } from './secrets.ts';
import { settingsSchema } from './settings.ts';
import { appStateSchema } from './state.ts';
import { stripIdSchema, stripSchema } from './strip.ts';

const done = z.null();

const pageSchema = z.object({
  strips: z.array(stripSchema),
  /** Pass it as `after` for the next page; null at the end. */
  next: z.nullable(z.string()),
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

/** The state of the system-wide shortcut. `asked`: the desktop decides. `refused`: another program has it. */
const shortcutStates = ['on', 'off', 'asked', 'refused', 'unavailable'] as const;
export type ShortcutState = (typeof shortcutStates)[number];

export const commandOutputs = {
  'app.state': appStateSchema,
  'profile.choose': done,
  /** Null: the browser shows it. */
  'service.openConsole': z.object({ address: z.nullable(z.string()) }),
  'service.addSampleFlights': done,
  'service.addSampleReport': done,
  'account.signIn': done,
  'account.cancelSignIn': done,
  'account.pasteRedirect': done,
  'account.signOut': done,
  'accounts.use': done,
  'accounts.showEveryone': done,
  'account.setApplicationSecret': done,
  'account.signOutAll': done,
  'secrets.choose': done,
  'secrets.unlock': done,
  'secrets.changePassphrase': done,
  'secrets.check': z.object({ items: z.array(keptSecretSchema), unseen: z.array(failureSchema) }),
  'secrets.removeOrphans': z.object({ count: z.number() }),
  'uploads.pause': done,
  'uploads.resume': done,
  'strips.page': pageSchema,
  'strips.detail': stripDetailSchema,
  'strips.retry': done,
  'strips.remove': done,
  'strips.restore': done,
  'strips.approve': done,
  'strips.reject': done,
  /** `ids`: the strips that were answered, for an undo. */
  'approvals.answerAll': z.object({ count: z.number(), ids: z.array(stripIdSchema) }),
  'strips.uploadAgain': done,
  'strips.markReceived': done,
  'strips.confirmFlight': done,
  'strips.releaseFlight': done,
  'strips.uploadAsMe': done,
  'strips.showFile': done,
  'strips.openPage': done,
  'strips.setOwnEntry': done,
  'layouts.teach': done,
  'layouts.forget': done,
  'flights.refresh': done,
  'logbook.page': logbookPageSchema,
  'logbook.news': z.nullable(logbookNewsSchema),
  'logbook.totals': logbookTotalsSchema,
  'logbook.months': z.array(logbookMonthSchema),
  'logbook.choices': logbookChoicesSchema,
  'logbook.airports': z.array(placeSchema),
  'logbook.map': logbookMapSchema,
  'logbook.statistics': logbookStatisticsSchema,
  'logbook.export': z.nullable(exportedSchema),
  'logbook.cancelExport': done,
  'folders.choose': z.nullable(z.string()),
  'folders.suggest': z.array(suggestedFolderSchema),
  'folders.add': done,
  'folders.addNewest': intakeAnswerSchema,
  'folders.converted': done,
  'folders.remove': done,
  'folders.restore': done,
  'folders.addExisting': done,
  'folders.setRules': done,
  'folders.dryRun': dryRunSchema,
  'files.dryRun': dryRunSchema,
  'settings.read': z.extend(settingsSchema, { withSecret: z.array(z.string()) }),
  'settings.change': done,
  'presets.use': z.string(),
  'services.remove': done,
  'files.explain': explanationSchema,
  'files.decisions': decisionsPageSchema,
  'launch.read': z.object({ launch: z.enum(launchStates) }),
  'launch.set': done,
  'updates.check': done,
  'updates.restart': done,
  'updates.notesRead': done,
  'shortcut.read': z.object({ shortcut: z.enum(shortcutStates) }),
  'checks.run': z.array(checkSchema),
  'diagnostics.make': diagnosticsSchema,
} as const;
