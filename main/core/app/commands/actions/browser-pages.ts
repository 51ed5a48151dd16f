// Pages that a command opens in the pilot's browser: the built-in service's console, a flight on the service's website.
import { failed, ok } from '../../../../contract/failure.ts';
import { failures } from '../../../messages/failures.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { ProfileRuntime } from '../../../profile/profile-runtime.ts';

export async function openConsole(ports: Pick<Ports, 'browser' | 'embeddedService'>, runtime: ProfileRuntime | null) {
  const address = runtime?.profile.kind === 'demo' ? ports.embeddedService.consoleAddress() : null;
  if (address === null) return failed(failures.noConsole());
  const opened = await ports.browser.open(address);
  return opened.ok ? ok(null) : failed(failures.consoleNotOpened());
}

export async function openFlightPage(browser: Ports['browser'], runtime: ProfileRuntime, stripId: string) {
  const flight = runtime.board.find(stripId)?.flight ?? null;
  if (flight === null) return failed(failures.notFound('report'));
  const { flightPage } = runtime.profile;
  if (flightPage === '') return failed(failures.noFlightPage());
  const opened = await browser.open(flightPage.replaceAll('{id}', String(flight.id)));
  return opened.ok ? ok(null) : failed(failures.pageNotOpened());
}
