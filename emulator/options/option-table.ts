// The one table of options. The library, the command line, the settings and the reference (docs/emulator/reference.md)
// are read from it.

import type { OptionRow } from './option-kinds.ts';

const minute = 60_000;

export const optionTable = {
  mode: {
    flag: 'mode',
    kind: 'choice',
    choices: ['strict', 'extended'],
    default: 'extended',
    help: 'strict serves only the documented interface; extended adds reading and the profile',
  },
  port: { flag: 'port', kind: 'port', default: 0, help: 'port to listen on; 0 picks a free one' },
  host: {
    flag: 'host',
    kind: 'text',
    form: { pattern: /^[\w.:-]+$/, message: 'an IP address or a host name' },
    default: '127.0.0.1',
    help: 'address to listen on; 0.0.0.0 in a container, where names without a dot and IP addresses are then accepted',
  },
  allowedHosts: {
    flag: 'allowed-host',
    kind: 'names',
    valueName: 'HOST…',
    form: { pattern: /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/, message: 'host names' },
    default: [],
    help: 'another host name under which the control interface and the consent page are available; may be repeated',
  },
  publicUrl: {
    flag: 'public-url',
    kind: 'text',
    form: {
      pattern: /^https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w.~/-]*)?$/,
      message: 'a URL such as https://pfs.example.test, without sign-in, query and fragment',
    },
    default: null,
    help: 'URL that clients use, such as that of a proxy; it is the issuer and the start of every URL handed out',
  },
  cors: {
    flag: 'cors',
    kind: 'names',
    valueName: 'ORIGIN…',
    form: {
      pattern: /^(?:\*|https?:\/\/(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?)$/,
      message: 'origins such as http://localhost:5173, or *',
    },
    default: [],
    assumption: 'A34',
    help: 'origin whose web pages may call the emulator, and use the control interface with its token; * is every origin; may be repeated',
  },
  tlsCert: {
    flag: 'tls-cert',
    kind: 'file',
    default: null,
    help: 'certificate chain in PEM, to serve HTTPS; needs --tls-key',
  },
  tlsKey: { flag: 'tls-key', kind: 'file', default: null, help: 'private key in PEM for --tls-cert' },
  tlsSelfSigned: {
    flag: 'tls-self-signed',
    kind: 'switch',
    default: false,
    help: 'serves HTTPS with a new self-signed certificate, which the ready line contains',
  },
  autoConsent: {
    flag: 'auto-consent',
    kind: 'switch',
    default: false,
    isLive: true,
    help: 'approves every sign-in immediately, without the consent page; for scripts',
  },
  minGapMs: {
    flag: 'min-gap',
    kind: 'duration',
    default: 5000,
    assumption: 'A10',
    isLive: true,
    help: 'minimum time between two accepted uploads of the same pilot and application',
  },
  maxFileBytes: {
    flag: 'max-file-size',
    kind: 'size',
    default: 10 * 1024 ** 2,
    assumption: 'A13',
    isLive: true,
    help: 'maximum file size',
  },
  codeLifetimeMs: {
    flag: 'code-lifetime',
    kind: 'duration',
    default: minute,
    assumption: 'A3',
    isLive: true,
    help: 'lifetime of an authorization code',
  },
  accessLifetimeMs: {
    flag: 'access-lifetime',
    kind: 'duration',
    default: 15 * minute,
    isLive: true,
    help: 'lifetime of an access token (the service document shows 900 seconds)',
  },
  refreshLifetimeMs: {
    flag: 'refresh-lifetime',
    kind: 'duration',
    default: 30 * 24 * 60 * minute,
    assumption: 'A3',
    isLive: true,
    help: 'lifetime of a refresh token',
  },
  checkDelayMs: {
    flag: 'check-delay',
    kind: 'duration',
    default: 20_000,
    assumption: 'A5',
    isLive: true,
    help: 'time from the upload to the automatic check',
  },
  moderationShare: {
    flag: 'moderation-share',
    kind: 'share',
    default: 1 / 3,
    assumption: 'A5',
    isLive: true,
    help: 'share of reports that also need a moderator, from 0 to 1',
  },
  moderationDelayMs: {
    flag: 'moderation-delay',
    kind: 'duration',
    default: minute,
    assumption: 'A5',
    isLive: true,
    help: 'time from the automatic check to the moderator’s decision',
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
    help: 'a rejected upload restarts the wait',
  },
  countRefused: {
    flag: 'count-refused',
    kind: 'switch',
    default: false,
    assumption: 'A11',
    isLive: true,
    help: 'requests rejected with rate_limit_exceeded also count against the limit',
  },
  nullableAsStrings: {
    flag: 'nullable-as-strings',
    kind: 'switch',
    default: false,
    assumption: 'A6',
    isLive: true,
    help: 'returns nullable fields as strings once they are filled',
  },
  allowLocalhost: {
    flag: 'allow-localhost',
    kind: 'switch',
    default: false,
    assumption: 'A2',
    isLive: true,
    help: 'accepts localhost as 127.0.0.1 in a redirect URI',
  },
  basicWithoutClientId: {
    flag: 'basic-without-client-id',
    kind: 'switch',
    default: false,
    assumption: 'A22',
    isLive: true,
    help: 'accepts HTTP Basic without client_id in the form, which the service document requires',
  },
  codeReplayRevokes: {
    flag: 'code-replay-revokes',
    kind: 'switch',
    default: false,
    assumption: 'A23',
    isLive: true,
    help: 'reusing a code revokes the tokens issued for it (RFC 9700); the service document says “unchanged”',
  },
  refreshScope: {
    flag: 'refresh-scope',
    kind: 'switch',
    default: null,
    assumption: 'A24',
    isLive: true,
    help: 'a refresh may request fewer scopes; off in strict mode, where scope is ignored, on in extended mode',
  },
  severalReports: {
    kind: 'choice',
    choices: ['refuse', 'first', 'last'],
    default: 'last',
    assumption: 'A26',
    isLive: true,
    help: 'how to handle an upload with several files named report',
  },
  requireCompleteImages: {
    flag: 'require-complete-images',
    kind: 'switch',
    default: false,
    assumption: 'A14',
    isLive: true,
    help: 'rejects an image whose end is missing as invalid_file, such as a screenshot that was uploaded half-written',
  },
  seed: {
    flag: 'seed',
    kind: 'text',
    default: 'pilot-flight-service',
    assumption: 'A5',
    isLive: true,
    help: 'seed of the random choices: which reports need a moderator, which faults with a probability apply',
  },
  stateFile: {
    flag: 'state',
    kind: 'file',
    default: null,
    help: 'file that keeps the state across restarts',
  },
  scenario: {
    flag: 'scenario',
    kind: 'file',
    default: null,
    help: 'scenario to run: a built-in name, a YAML or JSON file, or a diagnostics file of Pilot Companion',
  },
  record: {
    flag: 'record',
    kind: 'text',
    form: {
      pattern:
        /^(?:https:\/\/(?:[\w.-]+|\[[\da-fA-F:.]+\])|http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]))(?::\d{1,5})?(?:\/[\w.~/-]*)?$/,
      message: 'an https URL without credentials, or an http URL of this computer',
    },
    default: null,
    help: 'URL of a real service: forwards every request to it, records the answers and says which assumptions hold',
  },
  recordTo: {
    flag: 'record-to',
    kind: 'file',
    form: { pattern: /\.(?:ya?ml|json)$/i, message: 'a file path that ends in .yaml, .yml or .json' },
    default: null,
    help: 'file for a scenario that answers as the recorded service did, written when the emulator stops; needs --record',
  },
  clockScale: {
    flag: 'clock-scale',
    kind: 'scale',
    default: 1,
    help: 'speed of the emulator’s clock; at 60, a minute passes every second',
  },
  autoAdvance: {
    flag: 'auto-advance',
    kind: 'switch',
    default: false,
    isLive: true,
    help: 'a frozen clock advances automatically to the end of a delay, or to what a test waits for',
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
    // It is sent in a header, after the word Bearer.
    form: { pattern: /^[\x21-\x7e]+$/, message: 'printable ASCII characters without spaces' },
    default: null,
    help: 'token for the control interface; random at each start by default',
  },
  journalEntries: {
    flag: 'journal-entries',
    kind: 'count',
    default: 10_000,
    help: 'number of recent requests that the journal keeps',
  },
  journalBytes: {
    flag: 'journal-size',
    kind: 'size',
    default: 64 * 1024 ** 2,
    help: 'how much memory the journal may use; with large requests it keeps fewer',
  },
  keepImagesBytes: {
    flag: 'keep-images',
    kind: 'size',
    least: 0,
    default: 64 * 1024 ** 2,
    help: 'how much memory recent images and their hashes may use; 0 keeps none',
  },
} as const satisfies Record<string, OptionRow>;

export type OptionName = keyof typeof optionTable;

export const optionNames = Object.keys(optionTable) as OptionName[];

/** Those that can be changed at run time. */
export const liveNames = optionNames.filter((name) => (optionTable[name] as OptionRow).isLive === true);

export type EmulatorMode = (typeof optionTable)['mode']['choices'][number];

/** Times in milliseconds, sizes in bytes, shares from 0 to 1. */
export type EmulatorSettings = { [name in OptionName]: ValueOf<(typeof optionTable)[name]> };

/** A switch without a default follows the mode; anything else without one may be null. */
type ValueOf<Row extends OptionRow> = Row extends { kind: 'switch' }
  ? boolean
  : Row extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Row extends { kind: 'names' }
      ? readonly string[]
      : Row extends { kind: 'text' | 'file' }
        ? string | (Row['default'] extends null ? null : never)
        : number;
