// The state of the service's form, shared by the first start and the settings.
import { useState } from 'react';
import type { KnownSettings } from '../store/window-state.ts';
import type { WindowStore } from '../store/window-store.ts';
import { draftOf, serviceOf, troublesOf } from './service-draft.ts';
import type { ServiceDraft, Troubles } from './service-draft.ts';

export function useServiceForm(store: WindowStore, settings: KnownSettings) {
  const [draft, setDraft] = useState(() => draftOf(settings.service));
  const [secret, setSecret] = useState('');
  const [troubles, setTroubles] = useState<Troubles>({});

  /** Sends the secret first: once the address is known, all that a sign-in needs is there. */
  async function save(): Promise<boolean> {
    const found = troublesOf(draft);
    setTroubles(found);
    if (Object.keys(found).length > 0) return false;
    if (secret !== '' && !(await store.order('account.setApplicationSecret', { secret }))) return false;
    setSecret('');
    return store.changeSettings({ service: serviceOf(draft) });
  }

  const field = (name: keyof ServiceDraft) => ({
    value: draft[name],
    trouble: troubles[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
    spellCheck: false,
    autoComplete: 'off',
  });

  const secretField = {
    value: secret,
    type: 'password',
    onChange: (event: { target: { value: string } }) => setSecret(event.target.value),
    autoComplete: 'off',
    maxLength: 1000,
  };

  return { field, secretField, save };
}
