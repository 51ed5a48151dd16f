// Which service the companion works with: the choice that stands in the settings or came with the start, and the profile
// that this choice means.
import { failed, ok, type Result } from '../contract/failure.ts';
import type { Settings } from '../contract/settings.ts';
import { failures } from './failures.ts';
import type { EmbeddedService } from './ports.ts';
import { emulatorProfile, ownApplicationProfile, type ServiceProfile } from './service/profile.ts';

export type ProfileChoice =
  | { readonly kind: 'demo' | 'service' }
  | { readonly kind: 'emulator'; readonly address: string };

/** The profile that is chosen; starts the built-in service where it is that one, unless this process only looks on. */
export async function profileOf(
  choice: ProfileChoice,
  given: { service: Settings['service']; looksOn: boolean; embeddedService: EmbeddedService },
): Promise<Result<ServiceProfile>> {
  if (choice.kind === 'emulator') return ok(emulatorProfile('emulator', choice.address));
  if (choice.kind === 'service') {
    const { service } = given;
    if (service.address === '' || service.clientId === '') return failed(failures.notConfigured());
    return ok(ownApplicationProfile(service));
  }
  // Whoever only looks on leaves the built-in service to the process that works with it.
  if (given.looksOn) return ok(emulatorProfile('demo', 'http://127.0.0.1'));
  const started = await given.embeddedService.start();
  return started.ok ? ok(emulatorProfile('demo', started.value.address, started.value)) : started;
}

/** What the jobs of a profile are named by, before it is opened. */
export function profileKeyOf(choice: ProfileChoice | null, settings: Settings): string {
  if (choice?.kind === 'demo') return emulatorProfile('demo', '').key;
  return choice?.kind === 'emulator'
    ? emulatorProfile('emulator', choice.address).key
    : ownApplicationProfile(settings.service).key;
}
