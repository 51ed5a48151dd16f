// The state of a service form, for the first start and the settings. Unsaved input is kept until the window closes, so
// that leaving the view loses nothing.
import { useState } from 'react';
import { baseAddress } from '../../main/contract/settings.ts';
import type { SecretMode, ServiceSettings } from '../../main/contract/settings.ts';
import type { KnownSettings } from '../store/window-state.ts';
import type { WindowStore } from '../store/window-store.ts';
import { completed, draftOf, serviceOf, errorsOf, withScheme } from './service-draft.ts';
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
  // The stored secret is only for the stored address.
  const hasSecret =
    settings.withSecret.includes(service.id) &&
    baseAddress(withScheme(typedDraft.address)) === baseAddress(service.address);
  const needsSecret = typedDraft.mode === 'own-application';

  /** Saves the address before the secret, which is stored for it. */
  async function save(): Promise<boolean> {
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
    const given = { service: draft.id, secret };
    const isSaved =
      (await store.changeSettings({ service: serviceOf(draft) })) &&
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
    setIsSecretMissing(false);
    type({ draft: draftOf(service), secret: '' });
  }

  return { id: typedDraft.id, field, secretField, mode, save, discard, isUnsaved: typedServices.has(service.id) };
}

export type ServiceForm = ReturnType<typeof useServiceForm>;
