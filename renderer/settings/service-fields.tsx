// The form of a service, for the first start and the settings: its fields, and their state until they are saved.
// Unsaved input is kept until the window closes, so that leaving the view loses nothing.
import { useState } from 'react';
import type { Failure } from '../../main/contract/failure.ts';
import { addressMessage, readAddress } from '../../main/contract/service-address.ts';
import {
  newService,
  newServiceId,
  type SecretMode,
  serviceSchema,
  type ServiceSettings,
} from '../../main/contract/settings.ts';
import { hasId } from '../../main/messages/message.ts';
import { Choices, Field } from '../elements/form-fields.tsx';
import { isZone } from '../format/zone.ts';
import type { KnownSettings } from '../store/settings.ts';
import type { WindowStore } from '../store/window-store.ts';
import { t, text } from '../text.ts';

/** Returns the redirect URI to register. Port 0 stands for any port (RFC 8252, section 7.3). */
const redirectAddress = ({ field }: ServiceForm) => {
  const port = field('redirectPort').value.trim();
  return `http://127.0.0.1${port === '' || port === '0' ? '' : `:${port}`}${field('redirectPath').value}`;
};

export const AddressField = ({ form }: { readonly form: ServiceForm }) => (
  <Field
    label={t('window.service.address')}
    hint={t('window.service.addressHint')}
    type="url"
    {...form.field('address')}
  />
);

export function ApplicationFields({ form }: { readonly form: ServiceForm }) {
  const { field, secretField, mode } = form;
  return (
    <>
      <Field label={t('window.service.clientId')} {...field('clientId')} maxLength={200} />
      <Choices
        question={t('window.service.mode')}
        value={mode.value}
        onChange={mode.onChange}
        choices={[
          {
            value: 'own-application',
            label: t('window.service.ownApplication'),
            hint: t('window.service.ownApplicationHint'),
            more: <Field label={t('window.service.clientSecret')} {...secretField} />,
          },
          {
            value: 'broker',
            label: t('window.service.broker'),
            hint: t('window.service.brokerHint'),
            more: (
              <Field
                label={t('window.service.brokerAddress')}
                hint={t('window.service.addressHint')}
                type="url"
                {...field('brokerAddress')}
              />
            ),
          },
        ]}
      />
      <p className="dim small breakable">{t('window.service.redirect', { address: redirectAddress(form) })}</p>
    </>
  );
}

export function AdvancedFields({ form: { field } }: { readonly form: ServiceForm }) {
  return (
    <>
      <p className="dim small">{t('window.settings.advancedText')}</p>
      <Field label={t('window.service.authorizePath')} {...field('authorizePath')} className="mono" />
      <Field label={t('window.service.redirectPath')} {...field('redirectPath')} className="mono" />
      <Field
        label={t('window.service.redirectPort')}
        hint={t('window.service.redirectPortHint')}
        inputMode="numeric"
        {...field('redirectPort')}
      />
      <Field
        label={t('window.service.issuer')}
        hint={t('window.service.issuerHint')}
        type="url"
        {...field('issuer')}
        maxLength={200}
      />
      <Field label={t('window.service.scopes')} {...field('scopes')} className="mono" />
      <Field
        label={t('window.service.flightPage')}
        hint={t('window.service.flightPageHint')}
        {...field('flightPage')}
        maxLength={300}
      />
      <Field label={t('window.service.zone')} hint={t('window.service.zoneHint')} {...field('zone')} />
    </>
  );
}

/** The unsaved input of a service form. */
type TypedService = { readonly draft: ServiceDraft; readonly secret: string };

const typedOf = new WeakMap<WindowStore, Map<string, TypedService>>();

/** Returns the unsaved input by service id. */
export function typedServicesOf(store: WindowStore): Map<string, TypedService> {
  const known = typedOf.get(store) ?? new Map<string, TypedService>();
  typedOf.set(store, known);
  return known;
}

/** Which service the new address is of. */
export type AddressAnswer = 'same-service' | 'other-service';

type TextField = Exclude<keyof ServiceDraft, 'id' | 'mode' | 'logo'>;

export function useServiceForm(store: WindowStore, settings: KnownSettings, service: ServiceSettings) {
  const typedServices = typedServicesOf(store);
  // Null without unsaved input: the form then shows the stored service, even if it is changed elsewhere.
  const [typed, setTyped] = useState(() => typedServices.get(service.id) ?? null);
  const { draft: typedDraft, secret } = typed ?? { draft: draftOf(service), secret: '' };
  function type(change: Partial<TypedService>) {
    const next = { draft: typedDraft, secret, ...change };
    const isChanged = next.secret !== '' || JSON.stringify(next.draft) !== JSON.stringify(draftOf(service));
    if (isChanged) typedServices.set(service.id, next);
    else typedServices.delete(service.id);
    setTyped(isChanged ? next : null);
  }
  const [errors, setErrors] = useState<Errors>({});
  const [isSecretMissing, setIsSecretMissing] = useState(false);
  /** Asked where reports belong to the address that is replaced. */
  const [question, setQuestion] = useState<Failure | null>(null);
  // The stored secret is only for the stored address.
  const hasSecret = settings.withSecret.includes(service.id) && addressIn(typedDraft.address) === service.address;
  const needsSecret = typedDraft.mode === 'own-application';

  /** Stores the service. False if it couldn't be stored, or the pilot has to say which service is meant. */
  async function keep(next: ServiceSettings, sameService: boolean): Promise<boolean> {
    if (next.id !== service.id || next.address === service.address) return store.changeSettings({ service: next });
    const result = await store.ask('settings.change', { service: next, ...(sameService && { sameService }) });
    if (result.ok) return true;
    if (hasId(result.failure.message, 'failure.addressInUse')) setQuestion(result.failure);
    else store.showFailure(result.failure);
    return false;
  }

  /** Saves the address before the secret, which is stored for it. `answer`: to `question`. */
  async function save(answer: AddressAnswer | null = null): Promise<boolean> {
    setQuestion(null);
    const draft = completed(typedDraft);
    if (JSON.stringify(draft) !== JSON.stringify(typedDraft)) type({ draft });
    const found = errorsOf(
      draft,
      settings.services.filter(({ id }) => id !== draft.id),
    );
    setErrors(found);
    const isMissing = needsSecret && secret === '' && !hasSecret;
    setIsSecretMissing(isMissing);
    if (Object.keys(found).length > 0 || isMissing) return false;
    // Cleared first, because a new service appears before the answer, and must not count as unsaved then.
    const unsaved = typedServices.get(service.id);
    typedServices.delete(service.id);
    const next = answer === 'other-service' ? besides(service, serviceOf(draft), settings) : serviceOf(draft);
    const given = { service: next.id, secret };
    const isSaved =
      (await keep(next, answer === 'same-service')) &&
      (!needsSecret || secret === '' || (await store.send('account.setApplicationSecret', given)));
    if (!isSaved) {
      if (unsaved) typedServices.set(service.id, unsaved);
      return false;
    }
    // A new service isn't in the props yet, so the form keeps its draft.
    setTyped(settings.services.some(({ id }) => id === service.id) ? null : { draft, secret: '' });
    return true;
  }

  const field = (name: TextField) => ({
    value: typedDraft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => type({ draft: { ...typedDraft, [name]: event.target.value } }),
    spellCheck: false,
    autoComplete: 'off',
  });

  const secretField = {
    value: secret,
    type: 'password',
    hint: hasSecret ? t('window.service.secretKept') : t('window.service.secretHint'),
    error:
      isSecretMissing && secret === ''
        ? t('window.service.required', { field: t('window.service.clientSecret') })
        : undefined,
    onChange: (event: { target: { value: string } }) => type({ secret: event.target.value }),
    autoComplete: 'off',
    maxLength: 1000,
  };

  const mode = {
    value: typedDraft.mode,
    onChange: (chosen: SecretMode) => type({ draft: { ...typedDraft, mode: chosen } }),
  };

  function discard() {
    setErrors({});
    setQuestion(null);
    setIsSecretMissing(false);
    type({ draft: draftOf(service), secret: '' });
  }

  return {
    id: typedDraft.id,
    field,
    secretField,
    mode,
    question,
    save,
    discard,
    isUnsaved: typedServices.has(service.id),
  };
}

/** The form's service beside the stored one, with a redirect path of its own unless one was entered (rule 28). */
function besides(stored: ServiceSettings, entered: ServiceSettings, { services }: KnownSettings): ServiceSettings {
  const { id, redirectPath } = newService(newServiceId(entered.name, services));
  return { ...entered, id, ...(entered.redirectPath === stored.redirectPath && { redirectPath }) };
}

type ServiceForm = ReturnType<typeof useServiceForm>;

const maxPort = 65_535;

/** These have no field in the form. */
type Fixed = 'id' | 'mode' | 'keepIn' | 'logo';

/** The input of a service form, validated with the contract's schemas before it is saved. */
type ServiceDraft = Readonly<Record<Exclude<keyof ServiceSettings, Fixed>, string>> & Pick<ServiceSettings, Fixed>;
type Errors = Partial<Record<keyof ServiceDraft, string>>;

export const draftOf = (service: ServiceSettings): ServiceDraft => ({
  ...service,
  redirectPort: String(service.redirectPort),
});

/** The address in a field, as it is stored; the text itself if it is none. */
const addressIn = (typed: string): string => readAddress(typed).address ?? typed.trim();

/** Returns the draft as it is validated and saved. */
const completed = (draft: ServiceDraft): ServiceDraft => ({
  ...draft,
  address: addressIn(draft.address),
  brokerAddress: addressIn(draft.brokerAddress),
  issuer: addressIn(draft.issuer),
});

/** Returns the errors by field; empty if the draft is valid. `others`: the pilot's other services. */
export function errorsOf(draft: ServiceDraft, others: readonly ServiceSettings[] = []): Errors {
  const isPath = (path: string) => serviceSchema.shape.authorizePath.safeParse(path).success;
  const addressError = (typed: string) => {
    const { issue } = readAddress(typed);
    return issue !== null && text(addressMessage(issue));
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
      !(/^\d+$/.test(draft.redirectPort) && Number(draft.redirectPort) <= maxPort) &&
        t('window.service.invalidPort', { min: 0, max: maxPort }),
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
