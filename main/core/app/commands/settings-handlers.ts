// The commands for settings and services. What is stored for a service moves with its address, and its secrets are
// removed with it.
import { failed, ok, type Result } from '../../../contract/failure.ts';
import {
  isServiceComplete,
  serviceInUse,
  withSettingsChange,
  type ServiceSettings,
  type SettingsChange,
} from '../../../contract/settings.ts';
import { message } from '../../../messages/message.ts';
import { failures } from '../../messages/failures.ts';
import type { Clock, SecretStore } from '../../platform/ports.ts';
import { applicationSecretName, serviceKey, tokensName } from '../../service/profile.ts';
import type { SettingsKeeper } from '../../settings/settings.ts';
import type { Database } from '../../storage/database/database.ts';
import { createProfileData } from '../../storage/profile-data.ts';
import { createAccounts } from '../../storage/tables/accounts.ts';
import { inputMessage, type Handlers, type OpenProfile } from './dispatch.ts';
import { followSizeLimit } from './report-handlers.ts';

type SettingsCommand =
  | 'account.setApplicationSecret'
  | 'settings.read'
  | 'settings.change'
  | 'presets.use'
  | 'services.remove';

export function createSettingsHandlers(deps: {
  secrets: SecretStore;
  settings: SettingsKeeper;
  database: Database;
  profile: OpenProfile;
  isLeader(): boolean;
  clock: Clock;
}): Pick<Handlers, SettingsCommand> {
  const { secrets, settings, profile } = deps;
  const stored = createProfileData(deps.database);
  const serviceOf = (id: string) => settings.get().services.find((service) => service.id === id);

  /** The service as it is, if the change gives it another address. */
  function addressChanged({ service: change }: SettingsChange): ServiceSettings | null {
    const service = change && (change.id === undefined ? serviceInUse(settings.get()) : serviceOf(change.id));
    const isOther = change?.address !== undefined && service?.address !== change.address;
    return isOther && service && service.address !== '' ? service : null;
  }

  /** How many reports of this service are not uploaded yet; null if nothing is stored for its address. */
  const waitingOf = ({ address }: ServiceSettings) => stored.waiting(serviceKey(address));

  async function forgetSecrets({ address }: ServiceSettings): Promise<Result<null>> {
    const key = serviceKey(address);
    const accounts = createAccounts(deps.database);
    for (const { id, item } of accounts.list(key)) {
      const gone = await secrets.delete(tokensName(key, item));
      if (!gone.ok) return gone;
      accounts.signedOut(id, deps.clock.now());
    }
    return secrets.delete(applicationSecretName(key));
  }

  /** Moves what is stored to another address, follows the settings, and ends the sign-ins. */
  async function moveStored(service: ServiceSettings, to: string): Promise<Result<null>> {
    let forgotten: Result<null> = ok(null);
    try {
      const followed = await profile.followSettings(async () => {
        forgotten = await forgetSecrets(service);
        stored.move(serviceKey(service.address), serviceKey(to));
      });
      return followed.ok ? forgotten : followed;
    } catch (error) {
      // Nothing was moved, as on a full disk: the service keeps the address at which its reports are.
      settings.change({ service: { id: service.id, address: service.address } });
      await profile.followSettings();
      throw error;
    }
  }

  return {
    async 'account.setApplicationSecret'({ service: id, secret }) {
      const service = id === undefined ? profile.serviceInUse() : serviceOf(id);
      if (!service) return failed(failures.notFound('service'));
      const name = secretNameOf(service);
      const result = secret === null ? await secrets.delete(name) : await secrets.set(name, secret);
      if (!result.ok) return result;
      await profile.followSettings();
      // What waited for the answer continues now.
      const open = profile.runtimes().find((runtime) => runtime.profile.key === serviceKey(service.address));
      if (secret !== null) open?.tryAgain(true);
      return result;
    },

    async 'settings.read'() {
      const current = settings.get();
      const own = current.services.filter(({ address }) => address !== '');
      const kept = await Promise.all(own.map((service) => secrets.get(secretNameOf(service))));
      const withSecret = own.filter((_, index) => kept[index]?.ok && kept[index].value !== null);
      return ok({ ...current, withSecret: withSecret.map(({ id }) => id) });
    },
    async 'settings.change'({ sameService, ...change }) {
      const complaint = settings.complaintAbout(change);
      if (complaint !== null) return failed(failures.wrongInput(inputMessage([complaint])));
      const before = addressChanged(change);
      const waiting = before && waitingOf(before);
      if (waiting !== null && sameService !== true) return failed(failures.addressInUse(before!.address, waiting));
      if (waiting !== null && !deps.isLeader()) return failed(failures.anotherWorks());
      const after = withSettingsChange(settings.get(), change).services.find(({ id }) => id === before?.id);
      if (waiting !== null && !isServiceComplete(after!)) return failed(failures.notConfigured(after!.mode));
      settings.change(change);
      const followed = waiting === null ? await profile.followSettings() : await moveStored(before!, after!.address);
      if (change.maxFileBytes !== undefined) {
        for (const runtime of profile.runtimes()) await followSizeLimit(runtime, change.maxFileBytes, deps.clock.now());
      }
      if (change.readsRoutes !== undefined) for (const { pictures } of profile.runtimes()) pictures.wake();
      return followed;
    },
    async 'presets.use'(preset) {
      const used = settings.usePreset(preset);
      if (used.id === null) return failed(failures.wrongInput(inputMessage(used.complaints)));
      const followed = await profile.followSettings();
      return followed.ok ? ok(used.id) : followed;
    },
    async 'services.remove'({ id }) {
      const service = serviceOf(id);
      if (!service) return failed(failures.notFound('service'));
      if (settings.get().profile === id) return failed(failures.notNow(message('failure.serviceInUse')));
      const removed = await profile.removeOther(serviceKey(service.address), async () => {
        const forgotten = await forgetSecrets(service);
        if (forgotten.ok) settings.removeService(id);
        return forgotten;
      });
      // If it stays, its work goes on.
      const followed = await profile.followSettings();
      return removed.ok ? followed : removed;
    },
  };
}

const secretNameOf = ({ address }: ServiceSettings) => applicationSecretName(serviceKey(address));
