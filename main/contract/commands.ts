// The one table of what a window can ask for. A command is added here and in main/core/app/commands/handlers.ts, nowhere else.
// Commands are imperative; inputs are parsed where they arrive; answers are results (see failure.ts).
import { z } from 'zod';
import { diagnosticsSchema } from './diagnostics.ts';
import { decisionsInputSchema, decisionsPageSchema, explainInputSchema, explanationSchema } from './explanation.ts';
import { folderRulesChangeSchema, namePatternsSchema } from './folder-rules.ts';
import { dryRunSchema } from './dry-run.ts';
import { keptSecretSchema, passphraseSchema, secretChoices } from './secrets.ts';
import { settingsChangeSchema, settingsSchema } from './settings.ts';
import { failureSchema } from './failure.ts';
import { appStateSchema } from './state.ts';
import { bays, stripDetailSchema, stripSchema } from './strip.ts';

const nothing = z.object({}).strict();
const done = z.null();
const stripId = z.string().regex(/^(job|flight)-\d+$/);

const pageSchema = z.object({
  strips: z.array(stripSchema),
  /** Hand back as `after` for the next page; null at the end. */
  next: z.string().nullable(),
  total: z.number(),
});
export type Page = z.infer<typeof pageSchema>;

/** What became of each file that was handed over, in the order it was handed over. */
export const intakeAnswerSchema = z.object({
  name: z.string(),
  outcome: z.enum(['added', 'duplicate', 'rejected']),
  /** The strip of the report: also for one that was taken before. */
  stripId: z.string().nullable(),
  message: z.string(),
});
export type IntakeAnswer = z.infer<typeof intakeAnswerSchema>;

export const commands = {
  'app.state': { input: nothing, output: appStateSchema },
  /** Goes over to another profile: `demo`, the built-in service (starts it and signs in), or a service by its id. */
  'profile.choose': { input: z.object({ profile: z.string().min(1).max(40) }), output: done },

  /** Shows the console of the built-in service in the pilot's browser. Its address holds a token and is told to nobody. */
  'service.openConsole': { input: nothing, output: done },

  /** `otherPilot`: whoever agrees on the page of the service; otherwise the pilot whose reports are here. */
  'account.signIn': { input: z.object({ otherPilot: z.boolean().optional() }).strict(), output: done },
  'account.cancelSignIn': { input: nothing, output: done },
  /** The address that the browser ended on, where it could not come back by itself. */
  'account.pasteRedirect': { input: z.object({ address: z.string().max(4000) }), output: done },
  /** Whoever is in use, or the account with this id. The others stay signed in. */
  'account.signOut': { input: z.object({ id: z.number().optional() }).strict(), output: done },
  /** Goes over to an account that is signed in already. The reports of the others wait for them. */
  'accounts.use': { input: z.object({ id: z.number() }), output: done },
  /**
   * The secret of the pilot's own application at a service, the one in use where none is named; null removes it. It is
   * never given back.
   */
  'account.setApplicationSecret': {
    input: z.object({ service: z.string().optional(), secret: z.string().min(1).max(1000).nullable() }),
    output: done,
  },

  /** Everybody of every service: removes all that is kept under our name, application secrets too. */
  'account.signOutAll': { input: nothing, output: done },

  /** Where the secrets of the profile in use are kept; what is held moves there. */
  'secrets.choose': {
    input: z.object({ choice: z.enum(secretChoices), passphrase: passphraseSchema.nullable() }),
    output: done,
  },
  /** Opens the vault; where it has no passphrase yet, this one is its own from now on. */
  'secrets.unlock': { input: z.object({ passphrase: passphraseSchema }), output: done },
  /** Opens a vault that is an older copy than what was last written here: its sign-ins may be used up. */
  'secrets.useOlder': { input: z.object({ passphrase: passphraseSchema }), output: done },
  'secrets.changePassphrase': { input: z.object({ from: passphraseSchema, to: passphraseSchema }), output: done },
  /** What is kept under our name, and whose it is; `unseen`: why some could not be looked at. */
  'secrets.check': {
    input: nothing,
    output: z.object({ items: z.array(keptSecretSchema), unseen: z.array(failureSchema) }),
  },
  /** Removes what belongs to nobody; says how many those were. */
  'secrets.removeOrphans': { input: nothing, output: z.object({ count: z.number() }) },

  'uploads.pause': { input: nothing, output: done },
  'uploads.resume': { input: nothing, output: done },

  'strips.page': {
    input: z.object({ bay: z.enum(bays), after: z.string().nullable(), limit: z.number().int().min(1).max(200) }),
    output: pageSchema,
  },
  'strips.detail': { input: z.object({ id: stripId }), output: stripDetailSchema },
  'strips.retry': { input: z.object({ id: stripId }), output: done },
  'strips.remove': { input: z.object({ id: stripId }), output: done },
  /** A picture that waits for the pilot's word: send it, or do not and remember that. */
  'strips.approve': { input: z.object({ id: stripId }), output: done },
  'strips.decline': { input: z.object({ id: stripId }), output: done },
  /** The same for all that wait for it; says how many those were. */
  'approvals.answerAll': {
    input: z.object({ answer: z.enum(['approve', 'decline']) }),
    output: z.object({ count: z.number() }),
  },
  'strips.sendAgain': { input: z.object({ id: stripId }), output: done },
  'strips.markReceived': { input: z.object({ id: stripId }), output: done },
  /** Goes over to the pilot whose report it is, where that one is signed in. */
  'strips.useAccount': { input: z.object({ id: stripId }), output: done },
  'strips.sendAsMe': { input: z.object({ id: stripId }), output: done },
  'strips.showFile': { input: z.object({ id: stripId }), output: done },
  'flights.refresh': { input: nothing, output: done },

  /** Asks with the host's own dialog; null when the pilot chose none. */
  'folders.choose': { input: nothing, output: z.string().nullable() },
  /** `existing`: also take the pictures that are there already. */
  'folders.add': {
    input: z.object({
      path: z.string().min(1).max(4096),
      existing: z.boolean(),
      rules: folderRulesChangeSchema.optional(),
    }),
    output: done,
  },
  'folders.remove': { input: z.object({ id: z.string() }), output: done },
  'folders.addExisting': { input: z.object({ id: z.string() }), output: done },
  'folders.setRules': { input: z.object({ id: z.string(), rules: folderRulesChangeSchema }), output: done },
  /**
   * What would be sent from a folder now and what not, and why, by the very rules of the watch; nothing is taken. `names`,
   * `approval`: as if these were the folder's rules; `existing`: as if the pictures that are there already were asked for.
   */
  'folders.dryRun': {
    input: z.object({
      path: z.string().min(1).max(4096),
      existing: z.boolean(),
      names: namePatternsSchema.nullable(),
      approval: z.boolean().nullable(),
      /** At most so many files are named; the counts are of all. */
      limit: z.number().int().min(0).max(1_000_000),
    }),
    output: dryRunSchema,
  },
  /** The same for files that would be handed over. */
  'files.dryRun': {
    input: z.object({ paths: z.array(z.string().min(1).max(4096)).max(10_000) }),
    output: dryRunSchema,
  },

  /** `withSecret`: the ids of services whose application secret is kept. */
  'settings.read': { input: nothing, output: settingsSchema.extend({ withSecret: z.array(z.string()) }) },
  'settings.change': { input: settingsChangeSchema, output: done },
  /** Takes a service off the list, with its secret and its sign-ins. Its reports and histories stay. */
  'services.remove': { input: z.object({ id: z.string() }), output: done },

  /** Why was this file (not) uploaded: every decision about it, in words. */
  'files.explain': { input: explainInputSchema, output: explanationSchema },
  /** The decision log: files by a part of the name, by rule, time and state, the one that was decided last first. */
  'files.decisions': { input: decisionsInputSchema, output: decisionsPageSchema },

  /** What helps somebody else to see what is the matter here: redacted, and without names. */
  'diagnostics.make': { input: nothing, output: diagnosticsSchema },
} as const;

export type CommandName = keyof typeof commands;
export type CommandInput<N extends CommandName> = z.infer<(typeof commands)[N]['input']>;
export type CommandOutput<N extends CommandName> = z.infer<(typeof commands)[N]['output']>;
