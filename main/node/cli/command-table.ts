// Every command of the command line. The parser, `--help`, the completions and docs/pilots/commands.md follow from this
// table. A command's code is loaded when it runs.
import { exportFormats } from '../../contract/export-formats.ts';
import { message } from '../../messages/message.ts';
import type { Command, Option } from './commands/command.ts';

const many = Number.POSITIVE_INFINITY;

export const commands: readonly Command[] = [
  {
    name: 'demo',
    summary: message('cli.demo.summary'),
    about: message('cli.demo.about'),
    examples: ['demo'],
    lines: ['report'],
    needs: null,
    run: async ({ out, stop }) => (await import('./demo.ts')).runDemo(out, stop),
  },
  {
    name: 'window',
    summary: message('cli.window.summary'),
    about: message('cli.window.about'),
    options: {
      port: { type: 'string', value: 'N', summary: message('cli.window.option.port') },
      'no-open': { type: 'boolean', summary: message('cli.window.option.noOpen') },
    },
    examples: ['window', '--profile demo window --no-open'],
    lines: ['window'],
    needs: { work: 'all' },
    run: async (opened, { options, out, ...given }) =>
      (await import('./commands/window-command.ts')).openWindow(
        opened,
        out,
        { port: Number(options['port'] ?? 0), noOpen: options['no-open'] === true },
        given,
      ),
  },
  {
    name: 'sign-in',
    summary: message('cli.signIn.summary'),
    about: message('cli.signIn.about'),
    options: {
      'no-browser': { type: 'boolean', summary: message('cli.signIn.option.noBrowser') },
      'other-pilot': { type: 'boolean', summary: message('cli.signIn.option.otherPilot') },
      'application-secret': { type: 'boolean', summary: message('cli.signIn.option.applicationSecret') },
    },
    examples: [
      'sign-in',
      'sign-in --no-browser',
      'sign-in --application-secret < secret.txt',
      'BROWSER="curl -sL" pilot-companion --emulator http://127.0.0.1:4200 sign-in',
    ],
    lines: ['sign-in', 'account'],
    needs: { work: 'account', secrets: 'open' },
    run: async (opened, given) => (await import('./commands/account/account-commands.ts')).signIn(opened, given),
  },
  {
    name: 'sign-out',
    summary: message('cli.signOut.summary'),
    about: message('cli.signOut.about'),
    options: { all: { type: 'boolean', summary: message('cli.signOut.option.all') } },
    examples: ['sign-out', 'sign-out --all'],
    lines: ['account'],
    needs: { work: 'account', secrets: 'open' },
    run: async (opened, { out, options }) =>
      (await import('./commands/account/account-commands.ts')).signOut(opened, out, options['all'] === true),
  },
  {
    name: 'secrets',
    usage: '[keychain | file-vault | open-vault | passphrase | remove-orphans | remove-all]',
    count: [0, 1],
    summary: message('cli.secrets.summary'),
    about: message('cli.secrets.about'),
    actions: [
      ['keychain', message('cli.secrets.action.keychain')],
      ['file-vault', message('cli.secrets.action.file-vault')],
      ['open-vault', message('cli.secrets.action.open-vault')],
      ['passphrase', message('cli.secrets.action.passphrase')],
      ['remove-orphans', message('cli.secrets.action.remove-orphans')],
      ['remove-all', message('cli.secrets.action.remove-all')],
    ],
    options: { yes: { type: 'boolean', summary: message('cli.secrets.option.yes') } },
    examples: ['secrets', 'secrets file-vault < passphrase.txt', 'secrets remove-orphans', 'secrets remove-all --yes'],
    lines: ['secrets'],
    needs: { work: 'account', secrets: 'manage' },
    run: async (opened, { out, input, args, options }) =>
      (await import('./commands/account/secrets-command.ts')).secrets(
        opened,
        out,
        input,
        args[0],
        options['yes'] === true,
      ),
  },
  {
    name: 'accounts',
    usage: '[use NAME]',
    count: [0, many],
    summary: message('cli.accounts.summary'),
    about: message('cli.accounts.about'),
    actions: [['use NAME', message('cli.accounts.action.use')]],
    examples: ['accounts', 'accounts use "Anna Aviator"', '--profile club accounts'],
    lines: ['signed-in-account'],
    needs: { work: 'none' },
    run: async (opened, { out, args }) =>
      (await import('./commands/account/account-commands.ts')).accounts(opened, out, args),
  },
  {
    name: 'upload',
    usage: 'FILE…',
    count: [1, many],
    takesPaths: true,
    summary: message('cli.upload.summary'),
    about: message('cli.upload.about'),
    options: {
      wait: { type: 'boolean', summary: message('cli.upload.option.wait') },
      'dry-run': { type: 'boolean', summary: message('cli.upload.option.dryRun') },
    },
    examples: ['upload report.png --wait', '--json upload *.png --wait', 'upload *.png --dry-run'],
    lines: ['upload', 'dry-run', 'dry-run-counts'],
    // Without --wait, files are only added: the process that uploads them later does all the work.
    needs: { work: ({ wait }) => (wait === true ? 'all' : 'none'), secrets: 'open' },
    run: async (opened, { out, args, options, stop }) =>
      options['dry-run'] === true
        ? (await import('./commands/dry-run-commands.ts')).dryRunUpload(opened, out, args)
        : (await import('./commands/upload-command.ts')).upload(opened, out, args, options['wait'] === true, stop),
    runClosed: async (why, given) => (await import('./commands/upload-command.ts')).uploadWithout(why, given),
  },
  {
    name: 'watch',
    usage: 'DIR…',
    count: [1, many],
    takesPaths: true,
    summary: message('cli.watch.summary'),
    about: message('cli.watch.about'),
    options: {
      existing: { type: 'boolean', summary: message('cli.watch.option.existing') },
      'dry-run': { type: 'boolean', summary: message('cli.watch.option.dryRun') },
    },
    examples: [
      'watch ~/Pictures/Screenshots',
      'watch ./shots --existing --dry-run',
      '--vault-passphrase-stdin watch ./shots < passphrase.txt',
    ],
    lines: ['report', 'folder', 'dry-run', 'dry-run-counts'],
    needs: { work: 'all', secrets: 'open' },
    examine: async ({ args }) => (await import('../../core/watch/folder-listing.ts')).folderFailure(args),
    run: async (opened, { out, args, options, stop }) =>
      options['dry-run'] === true
        ? (await import('./commands/dry-run-commands.ts')).dryRunFolders(
            opened,
            out,
            args,
            options['existing'] === true,
          )
        : (await import('./commands/watch-command.ts')).watch(opened, out, args, options['existing'] === true, stop),
  },
  {
    name: 'folders',
    usage: '[set DIR | remove DIR]',
    count: [0, 2],
    takesPaths: true,
    summary: message('cli.folders.summary'),
    about: message('cli.folders.about'),
    actions: [
      ['set DIR', message('cli.folders.action.set')],
      ['remove DIR', message('cli.folders.action.remove')],
    ],
    options: {
      names: { type: 'string', multiple: true, value: 'GLOB', summary: message('cli.folders.option.names') },
      after: {
        type: 'string',
        value: 'WHAT',
        values: async () => ['leave', 'trash'],
        summary: message('cli.folders.option.after'),
      },
      approval: {
        type: 'string',
        value: 'on|off',
        values: async () => ['on', 'off'],
        summary: message('cli.folders.option.approval'),
      },
      'without-text': {
        type: 'string',
        value: 'RULE',
        values: async () => ['advise', 'hold', 'off'],
        summary: message('cli.folders.option.withoutText'),
      },
    },
    examples: [
      'folders',
      "folders set ./shots --names 'report-*' --names '*.jpg'",
      'folders set ./shots --after move:Sent --approval on',
      'folders remove ./shots',
    ],
    lines: ['folder'],
    needs: { work: 'none' },
    run: async (opened, { out, args, options }) =>
      (await import('./commands/folders-command.ts')).folders(opened, out, args, options),
  },
  {
    name: 'approve',
    usage: '[ID…]',
    count: [0, many],
    summary: message('cli.approve.summary'),
    about: message('cli.approve.about'),
    options: {
      all: { type: 'boolean', summary: message('cli.approve.option.all') },
      reject: { type: 'boolean', summary: message('cli.approve.option.reject') },
    },
    examples: ['approve', 'approve 12 13', 'approve --all', 'approve 14 --reject'],
    lines: ['report', 'approval'],
    needs: { work: 'none' },
    run: async (opened, { out, args, options }) =>
      (await import('./commands/approve-command.ts')).approve(opened, out, args, {
        all: options['all'] === true,
        reject: options['reject'] === true,
      }),
  },
  {
    name: 'queue',
    usage: '[ACTION]',
    count: [0, 2],
    summary: message('cli.queue.summary'),
    about: message('cli.queue.about'),
    actions: [
      ['pause', message('cli.queue.action.pause')],
      ['resume', message('cli.queue.action.resume')],
      ['retry ID', message('cli.queue.action.retry')],
      ['remove ID', message('cli.queue.action.remove')],
      ['upload-again ID', message('cli.queue.action.upload-again')],
      ['mark-received ID', message('cli.queue.action.mark-received')],
      ['confirm-flight ID', message('cli.queue.action.confirm-flight')],
      ['release-flight ID', message('cli.queue.action.release-flight')],
      ['upload-as-me ID', message('cli.queue.action.upload-as-me')],
    ],
    examples: ['queue', 'queue pause', 'queue retry 12', 'queue mark-received 12'],
    lines: ['report', 'queue'],
    needs: { work: 'none' },
    run: async (opened, { out, args }) => (await import('./commands/queue-command.ts')).queue(opened, out, args),
  },
  {
    name: 'flights',
    summary: message('cli.flights.summary'),
    about: message('cli.flights.about'),
    options: { completed: { type: 'boolean', summary: message('cli.flights.option.completed') } },
    examples: ['flights', '--json flights --completed'],
    lines: ['flight'],
    needs: { work: 'reading' },
    run: async (opened, { out, options }) =>
      (await import('./commands/flights/logbook-command.ts')).flights(opened, out, options['completed'] === true),
  },
  {
    name: 'logbook',
    summary: message('cli.logbook.summary'),
    about: message('cli.logbook.about', { formats: exportFormats }),
    options: {
      from: { type: 'string', value: 'DAY', summary: message('cli.logbook.option.from') },
      to: { type: 'string', value: 'DAY', summary: message('cli.logbook.option.to') },
      type: { type: 'string', value: 'TYPES', summary: message('cli.logbook.option.type') },
      airport: { type: 'string', value: 'CODES', summary: message('cli.logbook.option.airport') },
      status: {
        type: 'string',
        value: 'STATUSES',
        values: async () => (await import('../../contract/logbook.ts')).flightStatuses,
        summary: message('cli.logbook.option.status'),
      },
      q: { type: 'string', value: 'TEXT', summary: message('cli.logbook.option.q') },
      'all-pilots': { type: 'boolean', summary: message('cli.logbook.option.allPilots') },
      export: {
        type: 'string',
        value: 'FORMAT',
        values: async () => exportFormats,
        summary: message('cli.logbook.option.export', { formats: exportFormats }),
      },
      output: { type: 'string', isPath: true, value: 'FILE', summary: message('cli.logbook.option.output') },
    },
    examples: [
      'logbook --from 2026-01-01 --airport LOWG',
      `logbook --q 'Oct 2026 A320'`,
      `logbook --q 'last month LLBG-LOWG'`,
      'logbook --export csv --output flights.csv',
      '--json logbook --status archived',
    ],
    lines: ['logbook-flight', 'logbook-totals', 'logbook-export'],
    needs: { work: 'none' },
    run: async (opened, { out, options, stop }) =>
      (await import('./commands/flights/logbook-command.ts')).logbook(opened, out, options, stop),
  },
  {
    name: 'status',
    summary: message('cli.status.summary'),
    about: message('cli.status.about'),
    examples: ['status', `--json status | jq -r '"\\(.queue.waiting) waiting, next \\(.uploads.next_at // "–")"'`],
    lines: ['status'],
    needs: { work: 'none', showsDataConcern: true },
    run: async (opened, { out }) => (await import('./commands/status-command.ts')).status(opened, out),
  },
  {
    name: 'explain',
    usage: 'FILE | --search TEXT',
    count: [0, 1],
    takesPaths: true,
    summary: message('cli.explain.summary'),
    about: message('cli.explain.about'),
    options: { search: { type: 'string', value: 'TEXT', summary: message('cli.explain.option.search') } },
    examples: ['explain ~/Pictures/report.png', 'explain --search lppt'],
    lines: ['explanation', 'line', 'file'],
    needs: { work: 'none' },
    run: async (opened, { out, args, options: { search } }) => {
      const { explain, explainSearch } = await import('./commands/explain-command.ts');
      return typeof search === 'string' ? explainSearch(opened, out, search) : explain(opened, out, args[0]);
    },
  },
  {
    name: 'check',
    summary: message('cli.check.summary'),
    about: message('cli.check.about'),
    examples: ['check'],
    lines: ['check'],
    needs: { work: 'account', secrets: 'open' },
    run: async (opened, { out }) => (await import('./commands/diagnostics-command.ts')).check(opened, out),
  },
  {
    name: 'diagnostics',
    usage: '[FILE]',
    count: [0, 1],
    takesPaths: true,
    summary: message('cli.diagnostics.summary'),
    about: message('cli.diagnostics.about'),
    examples: ['diagnostics', 'diagnostics report.json'],
    lines: ['diagnostics'],
    needs: { work: 'none' },
    run: async (opened, { out, args, dataDir }) =>
      (await import('./commands/diagnostics-command.ts')).diagnostics(opened, { dataDir, file: args[0], out }),
    runClosed: async (why, { out, args, dataDir }) =>
      (await import('./commands/diagnostics-command.ts')).diagnosticsWithout(why, { dataDir, file: args[0], out }),
  },
  {
    name: 'settings',
    usage: '[NAME=VALUE… | remove ID]',
    count: [0, many],
    summary: message('cli.settings.summary'),
    about: message('cli.settings.about'),
    actions: [['remove ID', message('cli.settings.action.remove')]],
    words: async () => (await import('./commands/settings-command.ts')).settingWords,
    options: { 'same-service': { type: 'boolean', summary: message('cli.settings.option.sameService') } },
    examples: [
      'settings',
      'settings service.address=https://flights.example service.clientId=my-app',
      'settings club.address=https://club.example club.mode=broker club.brokerAddress=https://broker.example',
      'settings profile=club',
    ],
    lines: ['settings'],
    // Data is moved by the one process that works on it.
    needs: { work: (options) => (options['same-service'] === true ? 'account' : 'none'), anyProfile: true },
    run: async (opened, { out, args, options }) =>
      (await import('./commands/settings-command.ts')).settings(opened, out, args, options['same-service'] === true),
  },
  {
    name: 'service',
    usage: 'install DIR… | remove | status',
    count: [1, many],
    takesPaths: true,
    summary: message('cli.service.summary'),
    about: message('cli.service.about'),
    actions: [
      ['install DIR…', message('cli.service.action.install')],
      ['remove', message('cli.service.action.remove')],
      ['status', message('cli.service.action.status')],
    ],
    examples: ['service install ~/Pictures/Screenshots', 'service status', 'service remove'],
    lines: ['service'],
    needs: null,
    run: async (given) => (await import('../service/service-command.ts')).service(given),
  },
  {
    name: 'completion',
    usage: 'bash | zsh | fish | powershell',
    count: [1, 1],
    summary: message('cli.completion.summary'),
    about: message('cli.completion.about'),
    actions: [
      ['bash', message('cli.completion.action', { shell: 'Bash' })],
      ['zsh', message('cli.completion.action', { shell: 'Zsh' })],
      ['fish', message('cli.completion.action', { shell: 'fish' })],
      ['powershell', message('cli.completion.action', { shell: 'PowerShell' })],
    ],
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/pilot-companion',
      'completion zsh > ~/.zfunc/_pilot-companion',
      'completion fish > ~/.config/fish/completions/pilot-companion.fish',
      'completion powershell >> $PROFILE',
    ],
    lines: [],
    needs: null,
    run: async (given) => {
      const { completableOf, completion } = await import('./completion.ts');
      return completion(given, await completableOf(commands, globalOptions));
    },
  },
  {
    name: 'emulator',
    usage: '[OPTIONS]',
    summary: message('cli.emulator.summary'),
    about: message('cli.emulator.about'),
    examples: ['emulator --port 4200 --open'],
    lines: [],
    needs: null,
    parsesOptions: true,
    run: async ({ args, stop }) => (await import('./emulator-command.ts')).runEmulator(args, stop),
  },
];

export const globalOptions = {
  'data-dir': { type: 'string', isPath: true, value: 'DIR', summary: message('cli.option.dataDir') },
  profile: { type: 'string', value: 'NAME', summary: message('cli.option.profile') },
  preset: { type: 'string', isPath: true, value: 'FILE', summary: message('cli.option.preset') },
  emulator: { type: 'string', value: 'URL', summary: message('cli.option.emulator') },
  json: { type: 'boolean', summary: message('cli.option.json') },
  'allow-file-vault': { type: 'boolean', summary: message('cli.option.allowFileVault') },
  'vault-passphrase-stdin': { type: 'boolean', summary: message('cli.option.vaultPassphraseStdin') },
  help: { type: 'boolean', short: 'h', summary: message('cli.option.help') },
  version: { type: 'boolean', summary: message('cli.option.version') },
} as const satisfies Readonly<Record<string, Option>>;
