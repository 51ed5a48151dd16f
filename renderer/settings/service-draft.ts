// What is typed into the service's form, checked before it is sent. The contract's schemas decide; the words are ours.
import { baseAddress, serviceAddressSchema, serviceSchema } from '../../main/contract/settings.ts';
import type { ServiceSettings } from '../../main/contract/settings.ts';
import { words } from '../words/words.ts';

const w = words.fields;

export type ServiceDraft = Readonly<Record<Exclude<keyof ServiceSettings, 'mode' | 'id' | 'keepIn'>, string>> &
  Pick<ServiceSettings, 'id' | 'mode' | 'keepIn'>;
export type Errors = Partial<Record<keyof ServiceDraft, string>>;

export const draftOf = (service: ServiceSettings): ServiceDraft => ({
  ...service,
  redirectPort: String(service.redirectPort),
});

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** What is amiss, by field; empty where the draft can be used. `others`: the other services that there are. */
export function troublesOf(draft: ServiceDraft, others: readonly ServiceSettings[] = []): Errors {
  const isPath = (path: string) => serviceSchema.shape.authorizePath.safeParse(path).success;
  const isAddress = (address: string) => serviceAddressSchema.safeParse(address).success;
  const isTaken = others.some(({ address }) => baseAddress(address) === baseAddress(draft.address));
  const troubles: [keyof ServiceDraft, string | false][] = [
    ['name', draft.name.trim() === '' && w.required(w.name)],
    ['clientId', draft.clientId.trim() === '' && w.required(w.clientId)],
    ['address', isAddress(draft.address) ? isTaken && w.takenAddress : w.badAddress],
    ['brokerAddress', draft.mode === 'broker' && !isAddress(draft.brokerAddress) && w.badAddress],
    ['issuer', !serviceSchema.shape.issuer.safeParse(draft.issuer.trim()).success && w.badAddress],
    ['authorizePath', !isPath(draft.authorizePath) && w.badPath],
    ['redirectPath', !isPath(draft.redirectPath) && w.badPath],
    ['redirectPort', !(/^\d+$/.test(draft.redirectPort) && Number(draft.redirectPort) <= 65_535) && w.badPort],
    ['zone', !isZone(draft.zone.trim()) && w.badZone],
  ];
  return Object.fromEntries(troubles.filter(([, error]) => error !== false));
}

export const serviceOf = (draft: ServiceDraft): ServiceSettings => ({
  ...draft,
  name: draft.name.trim(),
  address: draft.address.trim(),
  // Of the other mode: it is kept as it was typed only where it could be used.
  brokerAddress: serviceAddressSchema.safeParse(draft.brokerAddress).success ? draft.brokerAddress.trim() : '',
  clientId: draft.clientId.trim(),
  issuer: draft.issuer.trim(),
  zone: draft.zone.trim(),
  redirectPort: Number(draft.redirectPort),
});
