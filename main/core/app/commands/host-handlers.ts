// The commands that a host carries out: the built-in service and its console, launch at login, updates, the shortcut
// from anywhere. A host without them returns a failure.
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { OfferedImage } from '../../../contract/strip.ts';
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

/** What the board offers: a screenshot that is no report of the pilot who is shown yet, if there is one. */
export async function offeredFile(image: OfferedImage, service: EmbeddedService, runtime: ProfileRuntime) {
  const samples = async () => (runtime.profile.kind === 'demo' ? service.sampleReports() : []);
  const account = runtime.accountId();
  for (const file of image === 'sample' ? await samples() : [await runtime.folders.newest()]) {
    const bytes = file && (await readFile(file.path).catch(() => null));
    if (!bytes) continue;
    const known = runtime.stores.jobs.byImage({ sha256: hash('sha256', bytes), imageHash: null }, account);
    if (known === null || known.accountId !== account) return file;
  }
  return null;
}

/** As if it had been dropped. */
async function addSampleReport(service: EmbeddedService, runtime: ProfileRuntime | null): Promise<Result<null>> {
  if (runtime?.profile.kind !== 'demo') return failed(failures.noSampleFlights());
  const next = await offeredFile('sample', service, runtime);
  const added = next && (await runtime.addFile(next, { kind: 'dropped' }));
  return added?.outcome === 'added'
    ? ok(null)
    : failed(failures.notNow(added?.message ?? message('failure.noSampleLeft')));
}
