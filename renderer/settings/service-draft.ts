// The input of a service form, validated with the contract's schemas before it is saved.
import { baseAddress, serviceAddressSchema, serviceSchema } from '../../main/contract/settings.ts';
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

/** Completes an address without a scheme, such as `flights.example`. */
export const withScheme = (address: string): string => {
  const typed = address.trim();
  const whole = `https://${typed}`;
  return !typed.includes('://') && serviceAddressSchema.safeParse(whole).success ? whole : address;
};

/** Returns the draft as it is validated and saved. */
export const completed = (draft: ServiceDraft): ServiceDraft => ({
  ...draft,
  address: withScheme(draft.address),
  brokerAddress: withScheme(draft.brokerAddress),
  issuer: withScheme(draft.issuer),
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
  const isAddress = (address: string) => serviceAddressSchema.safeParse(address).success;
  const isUsed = others.some(({ address }) => baseAddress(address) === baseAddress(draft.address));
  const errors: [keyof ServiceDraft, string | false][] = [
    ['name', draft.name.trim() === '' && t('window.service.required', { field: t('window.service.name') })],
    ['clientId', draft.clientId.trim() === '' && t('window.service.required', { field: t('window.service.clientId') })],
    [
      'address',
      isAddress(draft.address) ? isUsed && t('window.service.usedAddress') : t('window.service.invalidAddress'),
    ],
    ['brokerAddress', draft.mode === 'broker' && !isAddress(draft.brokerAddress) && t('window.service.invalidAddress')],
    [
      'issuer',
      !serviceSchema.shape.issuer.safeParse(draft.issuer.trim()).success && t('window.service.invalidAddress'),
    ],
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
  address: draft.address.trim(),
  // With a client secret the field is hidden and not validated, so an invalid address is dropped.
  brokerAddress: serviceAddressSchema.safeParse(draft.brokerAddress).success ? draft.brokerAddress.trim() : '',
  clientId: draft.clientId.trim(),
  issuer: draft.issuer.trim(),
  zone: draft.zone.trim(),
  flightPage: draft.flightPage.trim(),
  redirectPort: Number(draft.redirectPort),
});
