// The clock of the flight deck's service, and the pilot's browser.
import type { EmulatorClock } from '../../emulator/emulator.ts';
import { ok, type Result } from '../../main/contract/failure.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The service uses the companion's clock, or its own, which is never set. */
export function asServiceClock(clock: VirtualClock, hasOwnTime: boolean): EmulatorClock {
  const began = clock.now();
  const now = () => (hasOwnTime ? began + clock.monotonic() : clock.now());
  return {
    now: () => Math.floor(now()),
    schedule: (atMs, fire) => clock.schedule(atMs - now(), fire),
    sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
    advance: (delayMs) => clock.advance(delayMs),
    notBefore() {},
    close() {},
  };
}

/** The pilot's browser, for an automatic consent. It connects to the service directly. */
export async function followRedirects(address: string, known: string, real: string): Promise<Result<null>> {
  const response = await fetch(address.replace(known, real), { redirect: 'manual' });
  await response.text();
  const location = response.headers.get('location');
  if (location === null) return ok(null);
  const answered = await fetch(location.replace(encodeURIComponent(real), encodeURIComponent(known)));
  await answered.text();
  return ok(null);
}
