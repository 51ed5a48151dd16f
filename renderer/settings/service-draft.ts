// What is typed into the service's form, checked before it is sent. The contract's schemas decide; the words are ours.
import { serviceAddressSchema, settingsSchema } from '../../main/contract/settings.ts';
import type { Settings } from '../../main/contract/settings.ts';
import { words } from '../words/words.ts';

const w = words.fields;

export type ServiceDraft = Readonly<Record<keyof Settings['service'], string>>;
export type Troubles = Partial<Record<keyof ServiceDraft, string>>;

export const draftOf = (service: Settings['service']): ServiceDraft => ({
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

const shape = settingsSchema.shape.service.shape;

/** What is amiss, by field; empty where the draft can be used. */
export function troublesOf(draft: ServiceDraft): Troubles {
  const isPath = (path: string) => shape.authorizePath.safeParse(path).success;
  const troubles: [keyof ServiceDraft, string | false][] = [
    ['name', draft.name.trim() === '' && w.required(w.name)],
    ['clientId', draft.clientId.trim() === '' && w.required(w.clientId)],
    ['address', !serviceAddressSchema.safeParse(draft.address).success && w.badAddress],
    ['authorizePath', !isPath(draft.authorizePath) && w.badPath],
    ['redirectPath', !isPath(draft.redirectPath) && w.badPath],
    ['redirectPort', !(/^\d+$/.test(draft.redirectPort) && Number(draft.redirectPort) <= 65_535) && w.badPort],
    ['zone', !isZone(draft.zone.trim()) && w.badZone],
  ];
  return Object.fromEntries(troubles.filter(([, trouble]) => trouble !== false)) as Troubles;
}

export const serviceOf = (draft: ServiceDraft): Settings['service'] => ({
  ...draft,
  name: draft.name.trim(),
  address: draft.address.trim(),
  clientId: draft.clientId.trim(),
  zone: draft.zone.trim(),
  redirectPort: Number(draft.redirectPort),
});
