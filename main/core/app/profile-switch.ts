// The open profiles: the one that is shown, and every other service with a sign-in, whose queue and folders go on. They
// are changed by one caller at a time, and reopened when the settings of their service change.
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import { isServiceComplete, serviceInUse, type ServiceSettings } from '../../contract/settings.ts';
import { message } from '../../messages/message.ts';
import { whyUnreachable } from '../account/sign-in/sign-in.ts';
import { failures } from '../messages/failures.ts';
import { createNetwork } from '../platform/network/http-network.ts';
import type { AppState } from '../../contract/state.ts';
import type { Ports } from '../platform/ports.ts';
import { createSerialQueue } from '../platform/waits.ts';
import { createProfileRuntime, type ProfileRuntime } from '../profile/profile-runtime.ts';
import type { Work } from '../profile/profile-context.ts';
import { choiceOf, nameOf, profileOf, type ProfileChoice } from '../settings/profile-choice.ts';
import type { SettingsKeeper } from '../settings/settings.ts';
import { serviceKey, type ServiceProfile } from '../service/profile.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import { createAccounts } from '../storage/tables/accounts.ts';
import { createJobs, type Jobs } from '../storage/tables/jobs.ts';
import type { LeaderRecord } from '../storage/tables/leader.ts';
import type { Changes } from './change-events.ts';

export type ProfileSwitch = ReturnType<typeof createProfileSwitch>;

type Open = {
  readonly choice: ProfileChoice;
  /** The settings of its service as they were when it was opened. */
  readonly service: string;
  readonly runtime: ProfileRuntime;
};

export function createProfileSwitch(deps: {
  ports: Ports;
  settings: SettingsKeeper;
  data: DataFolder;
  version: string;
  leaderRecord: LeaderRecord;
  work(): Work;
  /** False: this run is for one profile only. */
  worksForOthers: boolean;
  changes(): Pick<Changes, 'note' | 'flush' | 'progress' | 'settingsChanged'> & {
    /** Of a service that is not shown. */
    noteElsewhere(runtime: ProfileRuntime, stripIds?: Iterable<string>): void;
  };
}) {
  const { ports, settings, data } = deps;
  let shown: Open | null = null;
  /** By the key of the profile. */
  const others = new Map<string, Open>();
  const runExclusive = createSerialQueue();

  const signedInAt = createAccounts(data.database).list;
  /** To count what waits at services, whether this process works for them or not. */
  const jobs = new Map<string, Jobs>();
  function jobsAt(key: string): Jobs {
    const found = jobs.get(key) ?? createJobs(data.database, key);
    jobs.set(key, found);
    return found;
  }
  /** The services of the settings that are not shown. */
  const otherServices = () =>
    settings
      .get()
      .services.map((service) => ({ service, key: serviceKey(service.address) }))
      .filter(({ service, key }) => service.address !== '' && key !== shown?.runtime.profile.key);

  const settingsOf = (choice: ProfileChoice) => {
    const service = choice.kind === 'service' && settings.get().services.find(({ id }) => id === choice.id);
    // Where its secrets are stored does not matter for an open profile.
    return JSON.stringify({ ...service, keepIn: null });
  };

  const profileFor = (choice: ProfileChoice) =>
    profileOf(choice, {
      services: settings.get().services,
      isFollower: deps.work() === 'none',
      embeddedService: ports.embeddedService,
    });

  const isCurrent = ({ choice, service }: Open) => service === settingsOf(choice);

  function create(choice: ProfileChoice, profile: ServiceProfile): Open {
    const runtime = createProfileRuntime({
      ports,
      data,
      profile,
      settings: {
        maxFileBytes: () => settings.get().maxFileBytes,
        language: () => settings.get().language,
        readsRoutes: () => settings.get().readsRoutes,
      },
      work: deps.work(),
      leaderRecord: deps.leaderRecord,
      version: deps.version,
      events: {
        onChange(stripIds) {
          if (runtime === shown?.runtime) deps.changes().note(stripIds);
          else deps.changes().noteElsewhere(runtime, stripIds);
        },
        onProgress(...given) {
          if (runtime === shown?.runtime) deps.changes().progress(...given);
        },
      },
    });
    return { choice, service: settingsOf(choice), runtime };
  }

  /** The shown profile goes on if it is a service with a sign-in, or ends. */
  async function leave(one: Open): Promise<void> {
    const { key } = one.runtime.profile;
    // Its changes are described while it is shown.
    deps.changes().flush();
    const isService = one.choice.kind === 'service' && isCurrent(one);
    if (mayWorkForOthers() && isService && signedInAt(key).length > 0) others.set(key, one);
    else await one.runtime.stop();
  }
  const mayWorkForOthers = () => deps.worksForOthers && deps.work() === 'all';

  const endChanged = () => endOthers((other) => !isCurrent(other));
  async function endOthers(isOver: (other: Open) => boolean): Promise<void> {
    for (const [key, other] of others) {
      if (!isOver(other)) continue;
      others.delete(key);
      await other.runtime.stop();
    }
  }

  /** Shows a profile; one that is open already goes on. `between`: while it is not open. */
  async function open(choice: ProfileChoice, between?: () => Promise<void>): Promise<Result<null>> {
    const profile = await profileFor(choice);
    if (!profile.ok) return profile;
    const { key } = profile.value;
    await endChanged();
    if (shown !== null && shown.runtime.profile.key !== key) await leave(shown);
    else await shown?.runtime.stop();
    const found = others.get(key);
    others.delete(key);
    try {
      await between?.();
    } finally {
      shown = found ?? create(choice, profile.value);
      if (!found) await shown.runtime.start();
    }
    const { runtime } = shown;
    deps.changes().note();
    // The demonstration's pilots are signed in automatically.
    if (choice.kind === 'demo' && deps.work() !== 'none') return runtime.pilots.signInAll();
    return ok(null);
  }

  async function followSettings(moveData = async () => {}): Promise<Result<null>> {
    deps.changes().settingsChanged();
    await endChanged();
    let result: Result<null> = ok(null);
    if (shown && !isCurrent(shown)) result = await open(shown.choice, moveData);
    else await moveData();
    deps.changes().note();
    await openOthers();
    return result;
  }

  /** Opens every other service with a sign-in. */
  async function openOthers(): Promise<void> {
    if (!mayWorkForOthers()) return;
    for (const { service, key } of otherServices()) {
      if (others.has(key) || signedInAt(key).length === 0) continue;
      const choice = { kind: 'service', id: service.id } as const;
      const profile = await profileFor(choice);
      // Missing settings are reported when it is shown.
      if (!profile.ok) continue;
      const other = create(choice, profile.value);
      others.set(key, other);
      try {
        await other.runtime.start();
      } catch (error) {
        // A failing disk, for example. It is tried again, and the next one is opened.
        ports.log.warn('another service could not be opened', { error });
        others.delete(key);
        await other.runtime.stop();
      }
    }
  }

  async function whyNotReached(choice: ProfileChoice): Promise<Failure | null> {
    if (choice.kind !== 'service') return null;
    const profile = await profileFor(choice);
    // Missing settings are reported when the profile is opened.
    if (!profile.ok) return null;
    const { clock, log, proxies } = ports;
    const network = createNetwork({ clock, log, ...(proxies && { proxies }) });
    try {
      const { fetch } = network;
      return await whyUnreachable({ profile: profile.value, clock, fetch });
    } finally {
      await network.stop();
    }
  }

  /** Why the work for a service that is not shown waits for the pilot. */
  function concernAt(
    service: ServiceSettings,
    key: string,
    accounts: readonly { readonly id: number }[],
  ): Failure | null {
    if (!isServiceComplete(service)) return failures.notConfigured(service.mode);
    if (accounts.length === 0) return failures.signInNeeded();
    const pilots = others.get(key)?.runtime.pilots;
    return accounts.map(({ id }) => pilots?.concernOf(id) ?? null).find((concern) => concern !== null) ?? null;
  }

  const runtimes = () => [...(shown ? [shown] : []), ...others.values()].map(({ runtime }) => runtime);

  return {
    /** The shown one. */
    runtime: () => shown?.runtime ?? null,
    /** All that are open. */
    runtimes,
    /** The name of the shown profile, as the settings have it. */
    choice: () => shown && nameOf(shown.choice),
    runExclusive,
    open,
    /** With the sign-ins of other processes. Never rejects. */
    workForOthers: (): Promise<void> =>
      runExclusive(async () => {
        await endChanged();
        await openOthers();
      }).catch((error: unknown) => {
        ports.log.warn('other services could not be opened', { error });
      }),
    /** What waits at the services that are not shown. */
    elsewhere: (): AppState['elsewhere'] =>
      otherServices().flatMap(({ service, key }) => {
        const { unfinishedByAccount, attentionCount } = jobsAt(key);
        const accounts = signedInAt(key);
        const unfinished = unfinishedByAccount();
        if (accounts.length === 0 && unfinished.length === 0) return [];
        const attention = accounts.reduce((all, account) => all + attentionCount(account.id), 0);
        return {
          id: service.id,
          name: service.name,
          waiting: unfinished.reduce((all, { reports }) => all + reports, 0) - attention,
          attention,
          concern: concernAt(service, key, accounts),
        };
      }),
    /** Opens the shown profile again. Call it in `runExclusive`, like `endOthers`. */
    reopen: (): Promise<Result<null>> => (shown ? open(shown.choice) : Promise.resolve(ok(null))),
    endOthers: () => endOthers(() => true),
    /** `ifReachable`: changes nothing if nothing answers at the service's address. */
    choose: (name: string, { ifReachable }: { ifReachable: boolean }): Promise<Result<null>> =>
      runExclusive(async () => {
        const unreachable = ifReachable ? await whyNotReached(choiceOf(name)) : null;
        if (unreachable) return failed(unreachable);
        const result = await open(choiceOf(name));
        if (result.ok) settings.choose(name);
        deps.changes().settingsChanged();
        return result;
      }),
    /** `moveData`: called while no profile with changed settings is open. */
    followSettings: (moveData?: () => Promise<void>): Promise<Result<null>> =>
      runExclusive(() => followSettings(moveData)),
    /** With the settings of other processes. Never rejects. */
    followFile: (): Promise<void> =>
      runExclusive(async () => {
        if (settings.reread()) await followSettings();
      }).catch((error: unknown) => {
        ports.log.warn('the settings of another process could not be followed', { error });
      }),
    /** Ends the work for a service that is not shown. `remove`: called while nothing can open it. */
    removeOther: (key: string, remove: () => Promise<Result<null>>): Promise<Result<null>> =>
      runExclusive(async () => {
        if (shown?.runtime.profile.key === key) return failed(failures.notNow(message('failure.serviceInUse')));
        const other = others.get(key);
        others.delete(key);
        await other?.runtime.stop();
        return remove();
      }),
    /** The default service. */
    serviceInUse: (): ServiceSettings =>
      serviceInUse({ ...settings.get(), ...(shown?.choice.kind === 'service' && { profile: shown.choice.id }) }),
    async stop() {
      await runExclusive(async () => {});
      await Promise.all(runtimes().map((runtime) => runtime.stop()));
    },
  };
}
