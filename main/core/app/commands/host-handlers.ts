// The commands that a host carries out: the built-in service and its console, launch at login, updates, the shortcut
// from anywhere. A host without them returns a failure.
import { failed, ok, type Result } from '../../../contract/failure.ts';
import { message } from '../../../messages/message.ts';
import { failures } from '../../messages/failures.ts';
import type { EmbeddedService, Ports } from '../../platform/ports.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';
import type { Handlers } from './dispatch.ts';

type HostCommand =
  | 'service.openConsole'
  | 'service.addSampleFlights'
  | 'service.addSampleReport'
  | 'launch.read'
  | 'launch.set'
  | 'updates.check'
  | 'updates.restart'
  | 'updates.notesRead'
  | 'shortcut.read';

export function createHostHandlers(ports: Ports, runtime: () => ProfileRuntime | null): Pick<Handlers, HostCommand> {
  const { desktop, embeddedService, updates } = ports;
  return {
    'service.openConsole': () => openConsole(ports, runtime()),
    'service.addSampleFlights': () => addSampleFlights(embeddedService, runtime()),
    'service.addSampleReport': () => addSampleReport(embeddedService, runtime()),
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

/** Of the built-in service. */
async function openConsole(ports: Pick<Ports, 'browser' | 'embeddedService'>, runtime: ProfileRuntime | null) {
  const address = runtime?.profile.kind === 'demo' ? ports.embeddedService.consoleAddress() : null;
  if (address === null) return failed(failures.noConsole());
  const opened = await ports.browser.open(address);
  return ok({ address: opened.ok ? null : address });
}

/** A year of invented flights for the demonstration: the logbook, the map and the statistics have something to show. */
async function addSampleFlights(service: EmbeddedService, runtime: ProfileRuntime | null) {
  if (runtime?.profile.kind !== 'demo' || !(await service.addSampleFlights()))
    return failed(failures.noSampleFlights());
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
