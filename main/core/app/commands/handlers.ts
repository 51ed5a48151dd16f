// The handlers of the commands in main/contract/commands.ts. Inputs are parsed before they come here.
import type { Check, Diagnostics } from '../../../contract/diagnostics.ts';
import { failed, ok, type Result } from '../../../contract/failure.ts';
import {
  isServiceComplete,
  serviceInUse,
  withSettingsChange,
  type ServiceSettings,
  type SettingsChange,
} from '../../../contract/settings.ts';
import type { AppState } from '../../../contract/state.ts';
import { decisionsPage } from '../diagnostics/decision-pages.ts';
import { createExplainer } from '../diagnostics/explain.ts';
import { message } from '../../../messages/message.ts';
import { failures } from '../../messages/failures.ts';
import type { Ports, EmbeddedService } from '../../platform/ports.ts';
import { applicationSecretName, serviceKey } from '../../service/profile.ts';
import type { LogbookCommand } from './logbook-handlers.ts';
import type { FolderCommand } from './folder-handlers.ts';
import { followSizeLimit, type ReportCommand } from './report-handlers.ts';
import type { SecretCommand } from './secret-handlers.ts';
import type { SettingsKeeper } from '../../settings/settings.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';
import { type Handlers, inputMessage, createWithRuntime } from './dispatch.ts';

const done = ok(null);

export function createHandlers(deps: {
  ports: Ports;
  settings: SettingsKeeper;
  app: {
    state(): AppState;
    diagnostics(): Diagnostics;
    checks(): Promise<Check[]>;
    isSender(): boolean;
  };
  /** The profile switch. */
  profile: {
    runtime(): ProfileRuntime | null;
    choose(name: string, how: { ifReachable: boolean }): Promise<Result<null>>;
    /** The default service. */
    serviceInUse(): ServiceSettings;
    followSettings(): Promise<Result<null>>;
  };
  /** What is stored for a service that need not be open. */
  stored: {
    /** How many of its reports are not uploaded yet; null if nothing is stored for its address. */
    waiting(service: ServiceSettings): number | null;
    /** Moves what is stored to another address, follows the settings, and ends the sign-ins. */
    move(service: ServiceSettings, to: string): Promise<Result<null>>;
    forgetSecrets(service: ServiceSettings): Promise<Result<null>>;
  };
  /** The handlers of further commands. */
  others: Pick<Handlers, SecretCommand | LogbookCommand | FolderCommand | ReportCommand>;
}): Handlers {
  const { ports, settings, app, profile, stored } = deps;
  const explain = createExplainer(ports.clock);
  const serviceOf = (id: string) => settings.get().services.find((service) => service.id === id);

  const withRuntime = createWithRuntime(profile.runtime);

  /** The service as it is, if the change gives it another address. */
  function addressChanged({ service: change }: SettingsChange): ServiceSettings | null {
    const service = change && (change.id === undefined ? serviceInUse(settings.get()) : serviceOf(change.id));
    const isOther = change?.address !== undefined && service?.address !== change.address;
    return isOther && service && service.address !== '' ? service : null;
  }

  const setPaused = (paused: boolean) =>
    withRuntime((runtime) => {
      runtime.stores.pauseSwitch.setPaused(paused);
      runtime.workers()?.uploader.wake();
      runtime.onState();
      return done;
    });

  return {
    'app.state': () => ok(app.state()),
    'profile.choose': ({ profile: name, ifReachable = false }) => profile.choose(name, { ifReachable }),

    'service.openConsole': () => openConsole(ports, profile.runtime()),
    'service.addSampleFlights': () => addSampleFlights(ports.embeddedService, profile.runtime()),
    'service.addSampleReport': () => addSampleReport(ports.embeddedService, profile.runtime()),

    'account.signIn': ({ otherPilot = false }) => withRuntime((runtime) => runtime.signIn({ otherPilot })),
    'account.cancelSignIn': () =>
      withRuntime((runtime) => {
        runtime.account.cancelSignIn();
        return done;
      }),
    'account.pasteRedirect': ({ address }) => withRuntime((runtime) => runtime.account.pasteRedirect(address)),
    'account.signOut': ({ id }) => withRuntime((runtime) => runtime.signOut(id)),
    'accounts.use': ({ id }) => withRuntime((runtime) => runtime.useAccount(id)),
    async 'account.setApplicationSecret'({ service: id, secret }) {
      const service = id === undefined ? profile.serviceInUse() : serviceOf(id);
      if (!service) return failed(failures.notFound('service'));
      const name = secretNameOf(service);
      const result = secret === null ? await ports.secrets.delete(name) : await ports.secrets.set(name, secret);
      if (!result.ok) return result;
      await profile.followSettings();
      // What waited for the answer continues now.
      if (secret !== null && service.id === profile.serviceInUse().id) profile.runtime()?.tryAgain(true);
      return result;
    },

    ...deps.others,

    'uploads.pause': () => setPaused(true),
    'uploads.resume': () => setPaused(false),

    'flights.refresh': () =>
      withRuntime((runtime) => {
        runtime.refresh();
        return done;
      }),

    async 'settings.read'() {
      const current = settings.get();
      const own = current.services.filter(({ address }) => address !== '');
      const kept = await Promise.all(own.map((service) => ports.secrets.get(secretNameOf(service))));
      const withSecret = own.filter((_, index) => kept[index]?.ok && kept[index].value !== null);
      return ok({ ...current, withSecret: withSecret.map(({ id }) => id) });
    },
    async 'settings.change'({ sameService, ...change }) {
      const complaint = settings.complaintAbout(change);
      if (complaint !== null) return failed(failures.wrongInput(inputMessage([complaint])));
      const before = addressChanged(change);
      const waiting = before && stored.waiting(before);
      if (waiting !== null && sameService !== true) return failed(failures.addressInUse(before!.address, waiting));
      if (waiting !== null && !app.isSender()) return failed(failures.anotherWorks());
      const after = withSettingsChange(settings.get(), change).services.find(({ id }) => id === before?.id);
      if (waiting !== null && !isServiceComplete(after!)) return failed(failures.notConfigured(after!.mode));
      settings.change(change);
      const followed = waiting === null ? await profile.followSettings() : await stored.move(before!, after!.address);
      const runtime = profile.runtime();
      if (change.maxFileBytes !== undefined && runtime) {
        await followSizeLimit(runtime, change.maxFileBytes, ports.clock.now());
      }
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
      if (settings.get().profile === id || profile.runtime()?.profile.key === serviceKey(service.address)) {
        return failed(failures.notNow(message('failure.serviceInUse')));
      }
      const forgotten = await stored.forgetSecrets(service);
      if (!forgotten.ok) return forgotten;
      settings.removeService(id);
      return profile.followSettings();
    },

    'files.explain': (input) => withRuntime((runtime) => explain(runtime, input)),
    'files.decisions': (query) => withRuntime((runtime) => ok(decisionsPage(runtime, query))),

    ...createHostHandlers(ports),
    'checks.run': async () => ok(await app.checks()),
    'diagnostics.make': () => ok(app.diagnostics()),
  };
}

const secretNameOf = ({ address }: ServiceSettings) => applicationSecretName(serviceKey(address));

async function openConsole(ports: Pick<Ports, 'browser' | 'embeddedService'>, runtime: ProfileRuntime | null) {
  const address = runtime?.profile.kind === 'demo' ? ports.embeddedService.consoleAddress() : null;
  if (address === null) return failed(failures.noConsole());
  const opened = await ports.browser.open(address);
  return opened.ok ? ok(null) : failed(failures.consoleNotOpened());
}

// A year of invented flights for the demonstration, so that the logbook, the map and the statistics have something to show.

async function addSampleFlights(service: EmbeddedService, runtime: ProfileRuntime | null) {
  const isDone = runtime?.profile.kind === 'demo' && (await service.addSampleFlights());
  if (!isDone) return failed(failures.noSampleFlights());
  runtime.refresh();
  return ok(null);
}

/** Adds the first sample screenshot that isn't in the queue yet, as if it had been dropped. */
async function addSampleReport(service: EmbeddedService, runtime: ProfileRuntime | null): Promise<Result<null>> {
  if (runtime?.profile.kind !== 'demo') return failed(failures.noSampleFlights());
  for (const file of await service.sampleReports()) {
    const { outcome } = await runtime.addFile(file, { kind: 'dropped' });
    if (outcome === 'added') return ok(null);
  }
  return failed(failures.notNow(message('failure.noSampleLeft')));
}

// Commands that a host carries out: launch at login, updates, the shortcut from anywhere. A host without them returns a
// failure.

type HostCommand =
  | 'launch.read'
  | 'launch.set'
  | 'updates.check'
  | 'updates.restart'
  | 'updates.notesRead'
  | 'shortcut.read';

function createHostHandlers({ desktop, updates }: Ports): Pick<Handlers, HostCommand> {
  return {
    'launch.read': () => ok({ launch: desktop.launch?.read() ?? 'unavailable' }),
    'launch.set': ({ atLogin }) =>
      desktop.launch?.set(atLogin) ?? failed(failures.notSupportedHere(message('failure.launchInDesktopApp'))),
    'updates.check': () => updates?.check() ?? noUpdates(),
    'updates.restart': () => updates?.restart() ?? noUpdates(),
    'updates.notesRead': () => updates?.notesRead() ?? noUpdates(),
    'shortcut.read': () => ok({ shortcut: desktop.shortcut?.() ?? 'unavailable' }),
  };
}

const noUpdates = () => failed(failures.notSupportedHere(message('updates.notHere', { by: null })));
