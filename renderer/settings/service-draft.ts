// The input of a service form, validated with the contract's schemas before it is saved.
import { readAddress } from '../../main/contract/service-address.ts';
import { serviceSchema } from '../../main/contract/settings.ts';
import type { ServiceSettings } from '../../main/contract/settings.ts';
import { t } from '../text.ts';

const MAX_PORT = 65_535;

/** These have no field in the form. */
type Fixed = 'id' | 'mode' | 'keepIn' | 'logo';

export type ServiceDraft = Readonly<Record<Exclude<keyof ServiceSettings, Fixed>, string>> &
  Pick<ServiceSettings, Fixed>;
export type Errors = Partial<Record<keyof ServiceDraft, string>>;

export const draftOf = (service: ServiceSettings): ServiceDraft => ({
  ...service,
  redirectPort: String(service.redirectPort),
});

/** The address in a field, as it is stored; the text itself if it is none. */
export const addressIn = (typed: string): string => readAddress(typed).address ?? typed.trim();

/** Returns the draft as it is validated and saved. */
export const completed = (draft: ServiceDraft): ServiceDraft => ({
  ...draft,
  address: addressIn(draft.address),
  brokerAddress: addressIn(draft.brokerAddress),
  issuer: addressIn(draft.issuer),
});

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Returns the errors by field; empty if the draft is valid. `others`: the pilot's other services. */
export function errorsOf(draft: ServiceDraft, others: readonly ServiceSettings[] = []): Errors {
  const isPath = (path: string) => serviceSchema.shape.authorizePath.safeParse(path).success;
  const addressError = (typed: string) => {
    const { issue } = readAddress(typed);
    return issue !== null && t('input.address', { why: issue });
  };
  const isUsed = others.some(({ address }) => address === addressIn(draft.address));
  const errors: [keyof ServiceDraft, string | false][] = [
    ['name', draft.name.trim() === '' && t('window.service.required', { field: t('window.service.name') })],
    ['clientId', draft.clientId.trim() === '' && t('window.service.required', { field: t('window.service.clientId') })],
    ['address', addressError(draft.address) || (isUsed && t('window.service.usedAddress'))],
    ['brokerAddress', draft.mode === 'broker' && addressError(draft.brokerAddress)],
    ['issuer', draft.issuer.trim() !== '' && addressError(draft.issuer)],
    ['authorizePath', !isPath(draft.authorizePath) && t('window.service.invalidPath')],
    ['redirectPath', !isPath(draft.redirectPath) && t('window.service.invalidPath')],
    [
      'redirectPort',
      !(/^\d+$/.test(draft.redirectPort) && Number(draft.redirectPort) <= MAX_PORT) &&
        t('window.service.invalidPort', { min: 0, max: MAX_PORT }),
    ],
    [
      'flightPage',
      !serviceSchema.shape.flightPage.safeParse(draft.flightPage.trim()).success &&
        t('window.service.invalidFlightPage'),
    ],
    ['zone', !isZone(draft.zone.trim()) && t('window.service.invalidZone')],
  ];
  return Object.fromEntries(errors.filter(([, error]) => error !== false));
}

export const serviceOf = (draft: ServiceDraft): ServiceSettings => ({
  ...draft,
  name: draft.name.trim(),
  address: addressIn(draft.address),
  // With a client secret the field is hidden and not validated, so an invalid address is dropped.
  brokerAddress: readAddress(draft.brokerAddress).address ?? '',
  clientId: draft.clientId.trim(),
  issuer: addressIn(draft.issuer),
  zone: draft.zone.trim(),
  flightPage: draft.flightPage.trim(),
  redirectPort: Number(draft.redirectPort),
});
