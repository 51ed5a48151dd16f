// The commands for secrets: where a profile keeps them, the vault and its passphrase, orphans, and signing everyone
// out. A passphrase is passed to the vault and kept nowhere.
import { failed, ok, type Result } from '../../../contract/failure.ts';
import { message } from '../../../messages/message.ts';
import { failures } from '../../messages/failures.ts';
import { createSignIns, describeKept } from '../../settings/secret-choices.ts';
import type { SecretPlaces, SecretStore } from '../../platform/ports.ts';
import { emulatorProfile, serviceKey } from '../../service/profile.ts';
import type { SettingsKeeper } from '../../settings/settings.ts';
import type { Database } from '../../storage/database/database.ts';
import type { Handlers, OpenProfile } from './dispatch.ts';

type SecretCommand =
  | 'secrets.choose'
  | 'secrets.unlock'
  | 'secrets.changePassphrase'
  | 'secrets.check'
  | 'secrets.removeOrphans'
  | 'account.signOutAll';

export function createSecretHandlers(deps: {
  secrets: SecretStore;
  settings: SettingsKeeper;
  database: Database;
  profile: OpenProfile;
  /** Whether this process works on the data folder: another one would keep using the old place. */
  isLeader(): boolean;
}): Pick<Handlers, SecretCommand> {
  const { secrets, settings, profile } = deps;
  const signIns = createSignIns(deps.database);

  async function withPlaces<T>(work: (places: SecretPlaces) => Promise<Result<T>>): Promise<Result<T>> {
    const { places } = secrets;
    return places ? work(places) : failed(failures.notSupportedHere(message('failure.secretsNowhere')));
  }
  const whereItWorks = <T>(work: (places: SecretPlaces) => Promise<Result<T>>): Promise<Result<T>> =>
    deps.isLeader() ? withPlaces(work) : Promise.resolve(failed(failures.anotherWorks()));

  async function check(places: SecretPlaces) {
    const { names, unseen } = await places.names();
    const runtime = profile.runtime();
    const demo = emulatorProfile('demo', '');
    const profiles = new Map([[demo.key, demo.name]]);
    for (const { address, name } of settings.get().services)
      if (address !== '') profiles.set(serviceKey(address), name);
    if (runtime) profiles.set(runtime.profile.key, runtime.profile.name);
    return { items: describeKept(names, { profiles, tokens: new Set(signIns.tokenNames()) }), unseen };
  }

  return {
    'secrets.choose': ({ choice, passphrase }) =>
      whereItWorks(async (places) => {
        const runtime = profile.runtime();
        const service = profile.serviceInUse();
        if (!runtime && service.address === '') return failed(failures.notConfigured(service.mode));
        const key = runtime?.profile.key ?? serviceKey(service.address);
        const moved = await places.choose(key, choice, passphrase);
        if (!moved.ok) return moved;
        // The built-in service, and an emulator named at the start, have no settings: the choice is for this run.
        if (service.address !== '' && serviceKey(service.address) === key) settings.keepIn(service.id, choice);
        return profile.followSettings();
      }),
    'secrets.unlock': ({ passphrase }) => withPlaces((places) => places.unlock(passphrase)),
    'secrets.changePassphrase': ({ from, to }) => withPlaces((places) => places.changePassphrase(from, to)),
    'secrets.check': () => withPlaces(async (places) => ok(await check(places))),
    'secrets.removeOrphans': () =>
      whereItWorks(async (places) => {
        // Tokens that are being stored have no owner yet.
        if (profile.runtimes().some((runtime) => runtime.pilots.state().status === 'signing-in'))
          return failed(failures.notNow(message('failure.signInInProgress')));
        const orphans = (await check(places)).items.filter(({ isOrphan }) => isOrphan);
        for (const { name } of orphans) {
          const gone = await secrets.delete(name);
          if (!gone.ok) return gone;
        }
        return ok({ count: orphans.length });
      }),

    'account.signOutAll': () =>
      whereItWorks(async (places) => {
        const removed = await places.removeAll();
        // Every account ends its calls. Stored tokens are deleted already, or stay because deleting failed.
        const ended = removed.ok
          ? await Promise.all(profile.runtimes().map((runtime) => runtime.signOutEveryone()))
          : [];
        if (removed.ok) signIns.noteAllSignedOut();
        await profile.followSettings();
        return ended.find((one) => !one.ok) ?? removed;
      }),
  };
}
