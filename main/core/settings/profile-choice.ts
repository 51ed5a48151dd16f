// The chosen service, from the settings or the start, and its profile.
import { failed, ok, type Result } from '../../contract/failure.ts';
import { isAddress } from '../../contract/service-address.ts';
import { demoProfile, isServiceComplete, serviceInUse, type Settings } from '../../contract/settings.ts';
import { message } from '../../messages/message.ts';
import { failures } from '../messages/failures.ts';
import type { EmbeddedService } from '../platform/ports.ts';
import { emulatorProfile, serviceKey, serviceProfile, type ServiceProfile } from '../service/profile.ts';

/** The built-in service, one of the settings by its id, or an emulator at this address. */
export type ProfileChoice =
  | { readonly kind: 'demo' }
  | { readonly kind: 'service'; readonly id: string }
  | { readonly kind: 'emulator'; readonly address: string };

/** A profile by its name in the settings and on the command line. */
export const choiceOf = (name: string): ProfileChoice =>
  name === demoProfile ? { kind: 'demo' } : { kind: 'service', id: name };

/** Null for an emulator, which is named at the start by its address. */
export const nameOf = (choice: ProfileChoice): string | null =>
  choice.kind === 'emulator' ? null : choice.kind === 'demo' ? demoProfile : choice.id;

/** The chosen profile; starts the built-in service where that is chosen, unless this process is a follower. */
export async function profileOf(
  choice: ProfileChoice,
  given: { services: Settings['services']; isFollower: boolean; embeddedService: EmbeddedService },
): Promise<Result<ServiceProfile>> {
  if (choice.kind === 'emulator') {
    return isAddress(choice.address)
      ? ok(emulatorProfile('emulator', choice.address))
      : failed(failures.wrongInput(message('cli.usage.emulatorAddress', { given: choice.address })));
  }
  if (choice.kind === 'service') {
    const service = given.services.find(({ id }) => id === choice.id);
    if (!service) return failed(failures.noSuchProfile(choice.id, namesOf(given.services)));
    return isServiceComplete(service) ? ok(serviceProfile(service)) : failed(failures.notConfigured(service.mode));
  }
  // A follower leaves the built-in service to the leader.
  if (given.isFollower) return ok(emulatorProfile('demo', 'http://127.0.0.1'));
  const started = await given.embeddedService.start();
  return started.ok ? ok(emulatorProfile('demo', started.value.address, started.value)) : started;
}

const namesOf = (services: Settings['services']) => [demoProfile, ...services.map(({ id }) => id)];

/** The key of a profile, before it is opened. */
export function profileKeyOf(choice: ProfileChoice | null, settings: Settings): string {
  if (choice?.kind === 'demo') return emulatorProfile('demo', '').key;
  if (choice?.kind === 'emulator') return emulatorProfile('emulator', choice.address).key;
  return serviceKey(serviceInUse({ ...settings, profile: choice?.id ?? settings.profile }).address);
}
