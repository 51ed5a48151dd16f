// The state that every window shows: assembled on request, and sent when something has changed.
import { createChanges } from './change-events.ts';
import type { CompanionEvent } from '../../contract/events.ts';
import type { Failure } from '../../contract/failure.ts';
import type { AppState } from '../../contract/state.ts';
import { isLoopback } from '../platform/network/proxy-routes.ts';
import type { Ports } from '../platform/ports.ts';
import type { SettingsKeeper } from '../settings/settings.ts';
import type { ChangedElsewhere } from './notifications/notices.ts';
import { storageErrorOf } from '../storage/files/storage-errors.ts';
import { describeState } from './app-state.ts';
import { createConnection } from './connectivity.ts';
import type { ProfileRuntime } from '../profile/profile-runtime.ts';
import type { ProfileSwitch } from './profile-switch.ts';

/** What the host reports about itself. */
export type HostOptions = Pick<AppState['host'], 'kind' | 'version' | 'withoutSandbox' | 'withoutTray'>;

export function createStatePublisher(deps: {
  ports: Ports;
  readonly host: HostOptions;
  settings: SettingsKeeper;
  profile: Pick<ProfileSwitch, 'runtime' | 'runtimes' | 'choice' | 'elsewhere'>;
  /** A service that is not shown changed. */
  onElsewhere(changed: ChangedElsewhere): void;
  dataConcern(): Failure | null;
  isLeader(): boolean;
  /** Who works where no profile is open here. */
  workerElsewhere(): AppState['worker'];
}) {
  const { ports, settings, profile } = deps;
  const { clock, log, system, desktop } = ports;
  let version = 0;
  let last: AppState | null = null;
  let isStopped = false;

  /** Grows across restarts too: a window that outlives the process must not mistake a new state for an old one. */
  const nextVersion = () => (version = Math.max(version + 1, clock.now()));

  const changes = createChanges({
    clock,
    log,
    describe(stripIds) {
      if (isStopped) return [];
      const runtime = profile.runtime();
      try {
        describeElsewhere();
        const events: CompanionEvent[] = [];
        if (runtime && stripIds.size > 0) events.push({ type: 'strips.changed', ...runtime.board.findAll(stripIds) });
        events.push({ type: 'state.changed', state: state() });
        return events;
      } catch (error) {
        if (storageErrorOf(error) === null) throw error;
        if (last === null) return [];
        // Data that cannot be read: the last state, with the reason.
        return [{ type: 'state.changed', state: { ...last, version: nextVersion(), dataConcern: deps.dataConcern() } }];
      }
    },
  });
  const connection = createConnection({
    clock,
    system,
    onChange: () => changes.note(),
    onBack() {
      for (const runtime of profile.runtimes()) runtime.refresh();
    },
  });

  function state(): AppState {
    const runtime = profile.runtime();
    last = describeState({
      version: nextVersion(),
      ports,
      host: {
        ...deps.host,
        canChooseFolder: desktop.chooseFolder !== undefined,
        canShowFile: desktop.showFile !== undefined,
        canTrash: desktop.trash !== undefined,
      },
      settings: settings.get(),
      profile: { runtime, choice: profile.choice(), elsewhere: profile.elsewhere() },
      connection: connection.state({
        hold: runtime?.hold() ?? null,
        lastOutcome: lastOutcomeOf(runtime),
        service: runtime?.profile.name ?? '',
        isOnThisComputer: runtime !== null && isLoopback(runtime.profile.address),
      }),
      concerns: { settingsConcern: settings.concern(), dataConcern: deps.dataConcern() },
      work: {
        isLeader: deps.isLeader(),
        worker: runtime?.worker() ?? (deps.isLeader() ? { is: 'none' } : deps.workerElsewhere()),
      },
    });
    return last;
  }

  /** By service that is not shown: the strips that changed. */
  const changedElsewhere = new Map<ProfileRuntime, Set<string>>();
  function describeElsewhere() {
    for (const [runtime, ids] of changedElsewhere) {
      const { strips, removed } = runtime.board.findAll(ids);
      const state = { begun: true, account: runtime.pilots.state(), folders: runtime.folders.states() };
      const { key, name } = runtime.profile;
      deps.onElsewhere({ profile: key, service: name, strips, removed, state });
    }
    changedElsewhere.clear();
  }

  return {
    state,
    note: changes.note,
    flush: changes.flush,
    noteElsewhere(runtime: ProfileRuntime, stripIds: Iterable<string> = []) {
      changedElsewhere.set(runtime, new Set([...(changedElsewhere.get(runtime) ?? []), ...stripIds]));
      changes.note();
    },
    progress: changes.progress,
    exportProgress: changes.exportProgress,
    settingsChanged: changes.settingsChanged,
    subscribe: changes.subscribe,
    stop() {
      isStopped = true;
      connection.stop();
      changes.stop();
    },
  };
}

function lastOutcomeOf(runtime: ProfileRuntime | null): string | null {
  const accountId = runtime?.accountId() ?? null;
  // Signed out, no request is made: the last result may be long out of date.
  if (runtime === null || accountId === null || runtime.pilots.identity() === null) return null;
  return runtime.stores.requests.lastOutcome(accountId);
}
