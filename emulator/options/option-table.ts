// Every option of the emulator in one table: name, flag, default, the assumption it switches, and its help text. The
// library, the command line and the guide are read from it; an option is added here and nowhere else.

import type { OptionRow } from './option-kinds.ts';

export type EmulatorMode = 'strict' | 'extended';

/** Times in milliseconds, sizes in bytes, shares from 0 to 1. */
export interface EmulatorSettings {
  mode: EmulatorMode;
  port: number;
  autoConsent: boolean;
  minGapMs: number;
  maxFileBytes: number;
  codeLifetimeMs: number;
  accessLifetimeMs: number;
  refreshLifetimeMs: number;
  checkDelayMs: number;
  moderationShare: number;
  moderationDelayMs: number;
  retryAfter: boolean;
  tooFastRestarts: boolean;
  countRefused: boolean;
  nullableAsStrings: boolean;
  allowLocalhost: boolean;
  basicWithoutClientId: boolean;
  codeReplayRevokes: boolean;
  refreshScope: boolean;
  maxFormBytes: number;
  severalReports: 'refuse' | 'first' | 'last';
  jpegLs: boolean;
  nulInNames: boolean;
  lenientPaging: boolean;
  methodNotAllowed: boolean;
  seed: string;
  stateFile: string | null;
  scenario: string | null;
  clockScale: number;
  control: boolean;
  controlToken: string | null;
  journalEntries: number;
  keepImagesBytes: number;
}

const minute = 60_000;

export const optionTable = {
  mode: {
    flag: 'mode',
    kind: 'choice',
    choices: ['strict', 'extended'],
    default: 'extended',
    help: 'strict serves the documented interface and nothing else; extended adds reading and the profile',
  },
  port: { flag: 'port', kind: 'port', default: 0, help: 'the port on 127.0.0.1; 0 takes any free one' },
  autoConsent: {
    flag: 'auto-consent',
    kind: 'switch',
    default: false,
    isLive: true,
    help: 'approves every request at once, without showing the page; for scripts',
  },
  minGapMs: {
    flag: 'min-gap',
    kind: 'duration',
    default: 5000,
    assumption: 'A10',
    isLive: true,
    help: 'the wait between two accepted uploads of the same pilot and application',
  },
  maxFileBytes: {
    flag: 'max-file-size',
    kind: 'size',
    default: 10 * 1024 ** 2,
    assumption: 'A13',
    isLive: true,
    help: 'the largest file that is taken',
  },
  codeLifetimeMs: {
    flag: 'code-lifetime',
    kind: 'duration',
    default: minute,
    assumption: 'A3',
    isLive: true,
    help: 'how long a code can be exchanged',
  },
  accessLifetimeMs: {
    flag: 'access-lifetime',
    kind: 'duration',
    default: 15 * minute,
    isLive: true,
    help: 'how long an access token lives (the document shows 900 seconds)',
  },
  refreshLifetimeMs: {
    flag: 'refresh-lifetime',
    kind: 'duration',
    default: 30 * 24 * 60 * minute,
    assumption: 'A3',
    isLive: true,
    help: 'how long a refresh token lives',
  },
  checkDelayMs: {
    flag: 'check-delay',
    kind: 'duration',
    default: 20_000,
    assumption: 'A5',
    isLive: true,
    help: 'from the upload to the automatic check',
  },
  moderationShare: {
    flag: 'moderation-share',
    kind: 'share',
    default: 1 / 3,
    assumption: 'A5',
    isLive: true,
    help: 'the share of reports that need a moderator as well, from 0 to 1',
  },
  moderationDelayMs: {
    flag: 'moderation-delay',
    kind: 'duration',
    default: minute,
    assumption: 'A5',
    isLive: true,
    help: 'from the automatic check to the moderator',
  },
  retryAfter: {
    flag: 'retry-after',
    kind: 'switch',
    default: null,
    assumption: 'A12',
    isLive: true,
    help: 'sends Retry-After with every 429; off in strict mode, on in extended mode',
  },
  tooFastRestarts: {
    flag: 'too-fast-restarts',
    kind: 'switch',
    default: false,
    assumption: 'A11',
    isLive: true,
    help: 'a refused upload restarts the wait',
  },
  countRefused: {
    flag: 'count-refused',
    kind: 'switch',
    default: false,
    assumption: 'A11',
    isLive: true,
    help: 'requests refused with rate_limit_exceeded count against the limit too',
  },
  nullableAsStrings: {
    flag: 'nullable-as-strings',
    kind: 'switch',
    default: false,
    assumption: 'A6',
    isLive: true,
    help: 'serves the nullable fields as strings once they are filled',
  },
  allowLocalhost: {
    flag: 'allow-localhost',
    kind: 'switch',
    default: false,
    assumption: 'A2',
    isLive: true,
    help: 'takes localhost for 127.0.0.1 in a redirect address',
  },
  basicWithoutClientId: {
    flag: 'basic-without-client-id',
    kind: 'switch',
    default: null,
    assumption: 'A22',
    isLive: true,
    help: 'takes HTTP Basic without client_id in the form; off in strict mode, on in extended mode',
  },
  codeReplayRevokes: {
    flag: 'code-replay-revokes',
    kind: 'switch',
    default: null,
    assumption: 'A23',
    isLive: true,
    help: 'a code that is used again revokes what it had issued; off in strict mode, on in extended mode',
  },
  refreshScope: {
    flag: 'refresh-scope',
    kind: 'switch',
    default: null,
    assumption: 'A24',
    isLive: true,
    help: 'a renewal may ask for fewer scopes; off in strict mode, where scope is ignored, on in extended mode',
  },
  maxFormBytes: {
    flag: 'max-form-size',
    kind: 'size',
    default: 64 * 1024,
    assumption: 'A25',
    isLive: true,
    help: 'the longest form that is taken, at the token endpoint and from the consent page',
  },
  severalReports: {
    flag: 'several-reports',
    kind: 'choice',
    choices: ['refuse', 'first', 'last'],
    default: 'refuse',
    assumption: 'A26',
    isLive: true,
    help: 'what is done with an upload that has several files called report',
  },
  jpegLs: {
    flag: 'jpeg-ls',
    kind: 'switch',
    default: false,
    assumption: 'A27',
    isLive: true,
    help: 'takes JPEG-LS for JPEG',
  },
  nulInNames: {
    flag: 'nul-in-names',
    kind: 'switch',
    default: false,
    assumption: 'A28',
    isLive: true,
    help: 'takes a file whose name has a NUL in it, by what the name ends in',
  },
  lenientPaging: {
    flag: 'lenient-paging',
    kind: 'switch',
    default: false,
    assumption: 'A29',
    isLive: true,
    help: 'takes a limit or before_id that makes no sense for none, and a limit above 100 for 100',
  },
  methodNotAllowed: {
    flag: 'method-not-allowed',
    kind: 'switch',
    default: true,
    assumption: 'A30',
    isLive: true,
    help: 'answers a method that an address does not take with 405 and Allow instead of 404',
  },
  seed: {
    flag: 'seed',
    kind: 'text',
    default: 'pilot-flight-service',
    assumption: 'A5',
    isLive: true,
    help: 'decides what is drawn: which reports need a moderator, which faults of a probability act; the same seed draws the same',
  },
  stateFile: {
    flag: 'state',
    kind: 'file',
    default: null,
    help: 'a file that keeps the world across restarts',
  },
  scenario: {
    flag: 'scenario',
    kind: 'file',
    default: null,
    help: 'a scenario to play: a file of JSON or YAML, a diagnostics file of the companion, or the name of one that comes with the emulator',
  },
  clockScale: {
    flag: 'clock-scale',
    kind: 'scale',
    default: 1,
    help: "how fast the service's time runs: 60 makes a minute of a second",
  },
  control: {
    flag: 'control',
    kind: 'switch',
    default: true,
    help: 'serves the control interface and the console under /_emulator',
  },
  controlToken: {
    flag: 'control-token',
    kind: 'text',
    // A header has to carry it, behind the word Bearer.
    form: { pattern: /^[\x21-\x7e]+$/, message: 'a text of ASCII characters without a space' },
    default: null,
    help: 'the token that the control interface asks for; a new one with each start where none is given',
  },
  journalEntries: {
    flag: 'journal-entries',
    kind: 'count',
    default: 10_000,
    help: 'how many of the latest requests the journal keeps',
  },
  keepImagesBytes: {
    flag: 'keep-images',
    kind: 'size',
    least: 0,
    default: 8 * 1024 ** 2,
    help: 'how much of the latest images is kept in memory, for the console to show; 0 keeps none',
  },
} as const satisfies Record<keyof EmulatorSettings, OptionRow>;

export type OptionName = keyof EmulatorSettings;

export const optionNames = Object.keys(optionTable) as OptionName[];
