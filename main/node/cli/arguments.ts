// Reads the command line: options that hold everywhere, the command, and its own. One table gives the parser and the help.
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

export type CommandSpec = {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: ParseArgsOptionsConfig;
  /** What each option of its own says in the help. */
  readonly optionWords: Readonly<Record<string, string>>;
  readonly examples: readonly string[];
  /** How many words may follow: [least, most]. */
  readonly message: readonly [number, number];
};

const many = Number.POSITIVE_INFINITY;

export const commandSpecs: readonly CommandSpec[] = [
  {
    name: 'demo',
    usage: 'demo',
    summary: 'The whole job in a minute, on the built-in service; nothing to set up',
    options: {},
    optionWords: {},
    examples: ['demo'],
    message: [0, 0],
  },
  {
    name: 'window',
    usage: 'window [--port N] [--no-open]',
    summary: 'The window, in your browser',
    options: { port: { type: 'string' }, 'no-open': { type: 'boolean' } },
    optionWords: {
      '--port N': 'listen on this port of 127.0.0.1 (any free one)',
      '--no-open': 'only print the address',
    },
    examples: ['window', 'window --profile demo --no-open'],
    message: [0, 0],
  },
  {
    name: 'sign-in',
    usage: 'sign-in [--no-browser] [--other-pilot] [--application-secret]',
    summary: 'Sign in with the service, through your browser',
    options: {
      'no-browser': { type: 'boolean' },
      'other-pilot': { type: 'boolean' },
      'application-secret': { type: 'boolean' },
    },
    optionWords: {
      '--no-browser': 'print the address, and take the one the browser ended on from standard input',
      '--other-pilot': 'whoever agrees on the page of the service, not only the pilot whose reports are here',
      '--application-secret':
        'read the secret of your own application from standard input first, and keep it where sign-ins are kept',
    },
    examples: [
      'sign-in',
      'sign-in --no-browser',
      'BROWSER="curl -sL" pilot-companion --emulator http://127.0.0.1:4200 sign-in',
    ],
    message: [0, 0],
  },
  {
    name: 'sign-out',
    usage: 'sign-out [--all]',
    summary: 'Sign out; reports wait until somebody signs in',
    options: { all: { type: 'boolean' } },
    optionWords: {
      '--all': 'everybody of every service: removes all that is kept here of sign-ins and application secrets',
    },
    examples: ['sign-out', 'sign-out --all'],
    message: [0, 0],
  },
  {
    name: 'secrets',
    usage: 'secrets [keychain | file-vault | open-vault | passphrase | use-older | remove-orphans]',
    summary: 'Where sign-ins are kept, and what is kept that belongs to nobody; choose the place',
    options: {},
    optionWords: {},
    examples: ['secrets', 'secrets file-vault', 'secrets passphrase', 'secrets remove-orphans'],
    message: [0, 1],
  },
  {
    name: 'accounts',
    usage: 'accounts [use NAME]',
    summary: 'The pilots who are signed in; go over to another, without a new sign-in',
    options: {},
    optionWords: {},
    examples: ['accounts', 'accounts use "Anna Aviator"', '--profile club accounts'],
    message: [0, many],
  },
  {
    name: 'upload',
    usage: 'upload FILE… [--wait | --dry-run]',
    summary: 'Take screenshots into the queue',
    options: { wait: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
    optionWords: {
      '--wait': 'send them, and return when each has its record',
      '--dry-run': 'only say what would become of each file, and why; nothing is taken',
    },
    examples: ['upload report.png --wait', '--json upload *.png --wait', 'upload *.png --dry-run'],
    message: [1, many],
  },
  {
    name: 'watch',
    usage: 'watch DIR… [--existing] [--dry-run]',
    summary: 'Watch folders of screenshots and send what appears, until you press Ctrl-C',
    options: { existing: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
    optionWords: {
      '--existing': 'also take the pictures that are there already',
      '--dry-run':
        'only say what would be sent now and what not, and why; nothing is taken, and the folder is not watched',
    },
    examples: ['watch ~/Pictures/Screenshots', 'watch ./shots --existing', 'watch ./shots --existing --dry-run'],
    message: [1, many],
  },
  {
    name: 'folders',
    usage: 'folders [set DIR | remove DIR] [--names GLOB…] [--after WHAT] [--approval on|off]',
    summary: 'The watched folders and their rules; change them',
    options: {
      names: { type: 'string', multiple: true },
      after: { type: 'string' },
      approval: { type: 'string' },
    },
    optionWords: {
      '--names GLOB': 'take only pictures whose names fit; may be given several times; * takes every picture',
      '--after WHAT': 'once a report is sent, its file: leave, trash, or move:DIR (a name makes a folder inside)',
      '--approval on|off': 'ask before a picture of this folder is sent, or do not',
    },
    examples: [
      'folders',
      "folders set ./shots --names 'report-*' --names '*.jpg'",
      'folders set ./shots --after move:Sent --approval on',
      'folders remove ./shots',
    ],
    message: [0, 2],
  },
  {
    name: 'approve',
    usage: 'approve [ID… | --all] [--decline]',
    summary: 'The pictures that wait for your word: send them, or do not',
    options: { all: { type: 'boolean' }, decline: { type: 'boolean' } },
    optionWords: {
      '--all': 'all that wait for your word',
      '--decline': 'do not send them; they are kept, and remembered so that they do not come back',
    },
    examples: ['approve', 'approve 12 13', 'approve --all', 'approve 14 --decline'],
    message: [0, many],
  },
  {
    name: 'queue',
    usage: 'queue [pause | resume | retry ID | remove ID | send-again ID | mark-received ID | send-as-me ID]',
    summary: 'What is still here and why; pause it, try again, take off, decide',
    options: {},
    optionWords: {},
    examples: ['queue', 'queue pause', 'queue retry 12', 'queue mark-received 12'],
    message: [0, 2],
  },
  {
    name: 'flights',
    usage: 'flights [--settled]',
    summary: 'The flights at the service and how far they are',
    options: { settled: { type: 'boolean' } },
    optionWords: { '--settled': 'only those that are settled' },
    examples: ['flights', '--json flights --settled'],
    message: [0, 0],
  },
  {
    name: 'status',
    usage: 'status',
    summary: 'Account, queue, limits and folders at a glance',
    options: {},
    optionWords: {},
    examples: ['status', '--json status'],
    message: [0, 0],
  },
  {
    name: 'explain',
    usage: 'explain FILE | --search TEXT',
    summary: 'Why a file was sent, or was not',
    options: { search: { type: 'string' } },
    optionWords: { '--search TEXT': 'list the files that were ever looked at and have this in their path' },
    examples: ['explain ~/Pictures/report.png', 'explain --search lppt'],
    message: [0, 1],
  },
  {
    name: 'diagnostics',
    usage: 'diagnostics [FILE]',
    summary: 'Write a file for whoever helps you: what happened here, without secrets and names',
    options: {},
    optionWords: {},
    examples: ['diagnostics', 'diagnostics trouble.json'],
    message: [0, 1],
  },
  {
    name: 'settings',
    usage: 'settings [NAME=VALUE… | remove ID]',
    summary: 'Show the settings and the services, or change some',
    options: {},
    optionWords: {},
    examples: [
      'settings',
      'settings service.address=https://flights.example service.clientId=my-app',
      'settings club.address=https://club.example club.mode=broker club.brokerAddress=https://broker.example',
      'settings profile=club',
    ],
    message: [0, many],
  },
];

export const globalOptions = {
  'data-dir': { type: 'string' },
  profile: { type: 'string' },
  emulator: { type: 'string' },
  json: { type: 'boolean' },
  'allow-file-vault': { type: 'boolean' },
  'vault-passphrase-stdin': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig;

const globalWords: Readonly<Record<string, string>> = {
  '--data-dir DIR': 'keep everything in this folder',
  '--profile NAME': 'demo (the built-in service), or a service of yours by its id (see `settings`)',
  '--emulator URL': 'a running emulator, with its demonstration application',
  '--json': 'one object per line on standard output, words on standard error',
  '--allow-file-vault':
    'where there is no keychain, keep sign-ins in a file that only you can read; it is not encrypted',
  '--vault-passphrase-stdin': 'keep sign-ins in the vault; its passphrase is the first line of standard input',
  '--help': 'this help, or that of a command',
  '--version': 'the version of this program',
};

/** An option that may be given several times is a list. */
export type CommandLineOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export type Parsed =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'usage'; readonly message: string }
  | {
      readonly kind: 'command';
      readonly name: string;
      readonly message: readonly string[];
      readonly options: CommandLineOptions;
    };

/** Never throws: a wrong line is a sentence that says what was expected. */
export function readArguments(argv: readonly string[]): Parsed {
  const spec = commandSpecs.find((one) => one.name === firstWord(argv));
  let values: CommandLineOptions;
  let positionals: string[];
  try {
    const parsed = parseArgs({
      args: [...argv],
      options: { ...globalOptions, ...spec?.options },
      allowPositionals: true,
    });
    values = parsed.values;
    ({ positionals } = parsed);
  } catch (error) {
    const message = error instanceof Error ? error.message.split('. ')[0]! : String(error);
    return {
      kind: 'usage',
      message: `${message}. Type --help${spec ? ` with ${spec.name}` : ''} to see what there is.`,
    };
  }
  if (values['help']) return { kind: 'help', text: spec ? commandHelp(spec) : generalHelp() };
  if (values['version']) return { kind: 'version' };
  const [name, ...message] = positionals;
  if (name === undefined) return { kind: 'help', text: generalHelp() };
  if (!spec)
    return {
      kind: 'usage',
      message: `There is no command "${name}". The commands: ${commandSpecs.map((one) => one.name).join(', ')}, emulator.`,
    };
  if (message.length < spec.message[0] || message.length > spec.message[1]) {
    return { kind: 'usage', message: `That is not how it goes: pilot-companion ${spec.usage}` };
  }
  const profile = values['profile'];
  if (profile !== undefined && values['emulator'] !== undefined) {
    return { kind: 'usage', message: 'Use either --profile or --emulator, not both.' };
  }
  const emulator = values['emulator'];
  if (typeof emulator === 'string' && !/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+\/?$/.test(emulator)) {
    return {
      kind: 'usage',
      message: `An emulator runs on this computer: its address looks like http://127.0.0.1:4200, not "${emulator}".`,
    };
  }
  return { kind: 'command', name, message, options: values };
}

/** The first word that is no option and no option's value. */
export function firstWord(argv: readonly string[]): string | undefined {
  for (let index = 0; index < argv.length; index += 1) {
    const one = argv[index]!;
    if (!one.startsWith('-')) return one;
    const option = globalOptions[one.slice(2) as keyof typeof globalOptions];
    if (option?.type === 'string') index += 1;
  }
  return undefined;
}

const rows = (entries: readonly (readonly [string, string])[]) => {
  const width = Math.max(...entries.map(([left]) => left.length)) + 3;
  return entries.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
};

function generalHelp(): string {
  return [
    'Carries flight-report screenshots to the Pilot Flight Service and follows them until they are settled.',
    '',
    'Usage: pilot-companion [options] COMMAND',
    '',
    rows([
      ...commandSpecs.map((spec) => [spec.name, spec.summary] as const),
      ['emulator', 'Run the service emulator on its own'],
    ]),
    '',
    'COMMAND --help says what goes with it, with examples.',
    '',
    'Options everywhere:',
    rows(Object.entries(globalWords)),
    '',
    'Examples:',
    '  pilot-companion demo',
    '  pilot-companion --profile demo upload report.png --wait',
    '  pilot-companion watch ~/Pictures/Screenshots',
    '',
    'Ends with 0 done, 1 not done, 2 wrong usage, 3 sign-in needed, 4 done but some files were refused.',
    '',
  ].join('\n');
}

function commandHelp(spec: CommandSpec): string {
  const own = Object.entries(spec.optionWords);
  return [
    `${spec.summary}.`,
    '',
    `Usage: pilot-companion [options] ${spec.usage}`,
    ...(own.length > 0 ? ['', rows(own)] : []),
    '',
    'Options everywhere:',
    rows(Object.entries(globalWords)),
    '',
    'Examples:',
    ...spec.examples.map((line) => (line.includes('pilot-companion') ? `  ${line}` : `  pilot-companion ${line}`)),
    '',
  ].join('\n');
}
