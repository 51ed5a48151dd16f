// The open profile. It is changed by one caller at a time, and reopened when the settings of its service change.
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import { serviceInUse, type ServiceSettings } from '../../contract/settings.ts';
import { whyUnreachable } from '../account/sign-in/sign-in.ts';
import { createNetwork } from '../platform/network/http-network.ts';
import type { Ports } from '../platform/ports.ts';
import { createSerialQueue } from '../platform/waits.ts';
import { createProfileRuntime, type ProfileRuntime } from '../profile/profile-runtime.ts';
import type { Work } from '../profile/profile-context.ts';
import { choiceOf, nameOf, profileOf, type ProfileChoice } from '../settings/profile-choice.ts';
import type { SettingsKeeper } from '../settings/settings.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import type { LeaderRecord } from '../storage/tables/leader.ts';
import type { Changes } from './change-events.ts';

export type ProfileSwitch = ReturnType<typeof createProfileSwitch>;

export function createProfileSwitch(deps: {
  ports: Ports;
  settings: SettingsKeeper;
  data: DataFolder;
  version: string;
  leaderRecord: LeaderRecord;
  work(): Work;
  changes(): Pick<Changes, 'note' | 'progress' | 'settingsChanged'>;
}) {
  const { ports, settings, data } = deps;
  let runtime: ProfileRuntime | null = null;
  /** `service`: the settings of the service as they were when it was opened. */
  let openedAs: { choice: ProfileChoice; service: string } | null = null;
  const runExclusive = createSerialQueue();

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

  /** `between`: while no profile is open. */
  async function open(choice: ProfileChoice, between = async () => {}): Promise<Result<null>> {
    const profile = await profileFor(choice);
    if (!profile.ok) return profile;
    await runtime?.stop();
    await between();
    openedAs = { choice, service: settingsOf(choice) };
    runtime = createProfileRuntime({
      ports,
      data,
      profile: profile.value,
      settings: { maxFileBytes: () => settings.get().maxFileBytes, language: () => settings.get().language },
      work: deps.work(),
      leaderRecord: deps.leaderRecord,
      version: deps.version,
      events: {
        onChange: (stripIds) => deps.changes().note(stripIds),
        onProgress: (...given) => deps.changes().progress(...given),
      },
    });
    await runtime.start();
    deps.changes().note();
    // The demonstration's pilot is signed in automatically.
    if (choice.kind === 'demo' && deps.work() !== 'none' && runtime.account.identity() === null)
      return runtime.signIn();
    return ok(null);
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

  return {
    runtime: () => runtime,
    /** The name of the open profile, as the settings have it. */
    choice: () => openedAs && nameOf(openedAs.choice),
    runExclusive,
    open,
    /** Opens the same profile again. Call it in `runExclusive`. */
    reopen: (): Promise<Result<null>> => (openedAs ? open(openedAs.choice) : Promise.resolve(ok(null))),
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
    followSettings: (moveData = async () => {}): Promise<Result<null>> =>
      runExclusive(async () => {
        deps.changes().settingsChanged();
        if (openedAs && openedAs.service !== settingsOf(openedAs.choice)) return open(openedAs.choice, moveData);
        await moveData();
        deps.changes().note();
        return ok(null);
      }),
    /** The default service. */
    serviceInUse: (): ServiceSettings =>
      serviceInUse({ ...settings.get(), ...(openedAs?.choice.kind === 'service' && { profile: openedAs.choice.id }) }),
    async stop() {
      await runExclusive(async () => {});
      await runtime?.stop();
    },
  };
}
