// A companion that has nothing but a logbook: all other requests of the window get an idle state.
import type { CommandName } from '../../main/contract/commands.ts';
import { commandInputs } from '../../main/contract/commands.ts';
import { failed, ok } from '../../main/contract/failure.ts';
import { defaultSettings } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import type { Companion } from '../../main/core/app/companion.ts';
import type { Logbook } from '../../main/core/logbook/logbook.ts';
import { message } from '../../main/messages/message.ts';

const idle = (flights: number): AppState => ({
  version: 1,
  now: Date.now(),
  begun: true,
  setup: 'done',
  language: 'en',
  times: 'utc',
  service: {
    profile: 'bench',
    kind: 'service',
    choice: 'service',
    name: 'Bench',
    address: 'https://service.invalid',
    canRead: true,
    maxFileBytes: 10_000_000,
    isTestService: false,
    hasConsole: false,
  },
  account: { status: 'none' },
  accounts: [],
  signIn: null,
  secretsIn: 'memory',
  keeping: { choice: 'keychain', hasKeychain: false, vault: 'none' },
  isWorking: true,
  worker: { is: 'this' },
  settingsConcern: null,
  dataConcern: null,
  secretsConcern: null,
  connection: { status: 'online', since: 0, concern: null },
  queue: {
    paused: false,
    waiting: 0,
    uploading: 0,
    unconfirmed: 0,
    held: 0,
    approval: 0,
    declined: 0,
    rejected: 0,
    inferred: 0,
  },
  bays: { 'needs-attention': 0, queue: 0, 'under-review': 0, completed: 0, 'not-uploaded': 0 },
  outcomes: { completed: 0, completedToday: 0, archived: 0, received: 0 },
  logbook: { status: 'complete', flights, unread: 0, readAfter: null },
  runway: {
    past: [],
    waiting: 0,
    nextAt: null,
    everyMs: 5_000,
    requestsLeft: 60,
    requestsPerMinute: 60,
    minGapMs: 5_000,
    isRequired: false,
    pausedUntil: null,
  },
  folders: [],
  host: { kind: 'browser', canChooseFolder: false, canShowFile: false, canTrash: true, version: '0.0.0' },
});

export function companionOf(book: Logbook, flights: number): Companion {
  const answers: Partial<Record<CommandName, (input: never) => unknown>> = {
    'app.state': () => idle(flights),
    'settings.read': () => ({ ...defaultSettings, withSecret: [] }),
    'strips.page': () => ({ strips: [], next: null, total: 0 }),
    'logbook.page': (input: never) => book.page(input),
    'logbook.totals': ({ filter }: { filter: never }) => book.totals(filter),
    'logbook.months': ({ filter }: { filter: never }) => book.months(filter),
    'logbook.map': ({ filter }: { filter: never }) => book.map(filter),
    'logbook.statistics': ({ filter }: { filter: never }) => book.statistics(filter),
  };
  return {
    isSender: true,
    async handle(name: unknown, input: unknown) {
      const answer = answers[name as CommandName];
      if (!answer) return failed({ kind: 'not-found', message: message('failure.notFound', { what: 'report' }) });
      return ok(await answer(commandInputs[name as CommandName].parse(input) as never));
    },
    addFiles: async () => ok([]),
    image: async () => failed({ kind: 'not-found', message: message('failure.notFound', { what: 'report' }) }),
    exportLogbook: async () => ok(null),
    subscribe: () => () => {},
    stop: async () => {},
  };
}
