// Puts together the state that every window shows.
import { completenessOfAll } from '../../contract/completeness.ts';
import type { AppState } from '../../contract/state.ts';
import { serviceInUse, type Settings } from '../../contract/settings.ts';
import { pilotNames } from '../board/strip-contexts.ts';
import type { Ports } from '../platform/ports.ts';
import type { ProfileRuntime } from '../profile/profile-runtime.ts';

const noLimits = {
  past: [],
  requestsLeft: 0,
  requestsPerMinute: 0,
  minGapMs: 0,
  isRequired: false,
  pausedUntil: null,
};
const emptyBays = { 'needs-attention': 0, queue: 0, 'under-review': 0, completed: 0, 'not-uploaded': 0 };

export function describeState(given: {
  version: number;
  ports: Ports;
  host: AppState['host'];
  settings: Settings;
  /** The shown profile, its name, and the other services. */
  profile: {
    readonly runtime: ProfileRuntime | null;
    readonly choice: string | null;
    readonly elsewhere: AppState['elsewhere'];
  };
  connection: AppState['connection'];
  concerns: Pick<AppState, 'settingsConcern' | 'dataConcern'>;
  work: Pick<AppState, 'isLeader' | 'worker'>;
}): AppState {
  const { ports, settings } = given;
  const { runtime, choice, elsewhere } = given.profile;
  const base = {
    version: given.version,
    setup: settings.setup,
    language: settings.language,
    times: settings.times,
    now: ports.clock.now(),
    ...describeSecretStorage(ports, runtime),
    ...given.concerns,
    ...given.work,
    host: given.host,
    ...(ports.updates && { updates: ports.updates.state() }),
    connection: given.connection,
    elsewhere,
  };
  if (!runtime) {
    return {
      ...base,
      begun: false,
      service: {
        profile: '',
        kind: 'service',
        choice: null,
        name: serviceInUse(settings).name,
        address: serviceInUse(settings).address,
        canRead: null,
        maxFileBytes: settings.maxFileBytes,
        layouts: 0,
        isTestService: false,
        hasConsole: false,
      },
      account: { status: 'none' },
      accounts: [],
      signedOut: [],
      showsEveryone: false,
      signIn: null,
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
      bays: emptyBays,
      outcomes: { completed: 0, completedToday: 0, archived: 0, received: 0 },
      logbook: completenessOfAll([]),
      runway: { ...noLimits, waiting: 0, nextAt: null, everyMs: 0 },
      folders: [],
    };
  }
  const { profile, stores, board } = runtime;
  const workers = runtime.workers();
  const { byState, bays, outcomes } = board.counts();
  const plan = board.plan();
  const accounts = accountsOf(runtime);
  const { uploaded: _uploaded, ...queue } = byState;
  return {
    ...base,
    begun: true,
    service: {
      profile: profile.key,
      kind: profile.kind,
      choice,
      name: profile.name,
      address: profile.address,
      canRead: workers?.canRead() ?? null,
      maxFileBytes: settings.maxFileBytes,
      layouts: runtime.pictures.taughtCount(),
      isTestService: runtime.isTestService(),
      hasConsole: profile.kind === 'demo' && ports.embeddedService.consoleAddress() !== null,
    },
    account: runtime.pilots.state(),
    showsEveryone: accounts.length > 1 && stores.switches.showsEveryone(),
    accounts,
    signedOut: board.signedOut(),
    signIn: runtime.pilots.signInState(),
    queue: {
      ...queue,
      approval: stores.jobs.awaitingApproval(board.seen()).length,
      inferred: stores.jobs.inferredCount(runtime.accountId()),
      paused: stores.switches.isPaused(),
    },
    bays,
    outcomes,
    logbook: runtime.logbook.completeness(),
    runway: {
      ...(workers?.scheduler.limits() ?? noLimits),
      waiting: plan?.waiting ?? 0,
      nextAt: plan?.nextAt ?? null,
      everyMs: plan?.everyMs ?? 0,
      ...(plan?.pilots && { pilots: plan.pilots }),
    },
    folders: runtime.folders.states(),
  };
}

function accountsOf({ stores, profile, pilots }: ProfileRuntime): AppState['accounts'] {
  const names = pilotNames(stores.accounts, profile);
  return stores.accounts.list(profile.key).map(({ id, isInUse }) => ({
    id,
    name: names.get(id)!,
    isInUse,
    waiting: stores.jobs.waitingCount(id),
    attention: stores.jobs.attentionCount(id),
    concern: pilots.concernOf(id),
  }));
}

/** Where the secrets of this profile are, and what can be chosen. */
function describeSecretStorage({ secrets }: Ports, runtime: ProfileRuntime | null) {
  const kept = secrets.places?.storageOf(runtime?.profile.key ?? '');
  const { place, concern } = kept ?? secrets;
  return {
    secretsIn: place,
    // The demonstration signs in automatically at each start: where its tokens are kept does not matter.
    secretsConcern: runtime && runtime.profile.kind !== 'demo' ? concern : null,
    secretStorage: {
      choice: kept?.choice ?? ('keychain' as const),
      hasKeychain: kept?.hasKeychain ?? true,
      vault: kept?.vault ?? ('none' as const),
    },
  };
}
