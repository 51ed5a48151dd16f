// The state of a service form, for the first start and the settings. Unsaved input is kept until the window closes, so
// that leaving the view loses nothing.
import { useState } from 'react';
import type { Failure } from '../../main/contract/failure.ts';
import { newService, newServiceId } from '../../main/contract/settings.ts';
import type { SecretMode, ServiceSettings } from '../../main/contract/settings.ts';
import { hasId } from '../../main/messages/message.ts';
import type { KnownSettings } from '../store/window-state.ts';
import type { WindowStore } from '../store/window-store.ts';
import { addressIn, completed, draftOf, serviceOf, errorsOf } from './service-draft.ts';
import { t } from '../text.ts';
import type { ServiceDraft, Errors } from './service-draft.ts';

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
      (!needsSecret || secret === '' || (await store.order('account.setApplicationSecret', given)));
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

export type ServiceForm = ReturnType<typeof useServiceForm>;
