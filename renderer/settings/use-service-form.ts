// The state of the service's form, shared by the first start and the settings.
import { useState } from 'react';
import type { KnownSettings } from '../store/window-state.ts';
import type { WindowStore } from '../store/window-store.ts';
import { draftOf, serviceOf, troublesOf } from './service-draft.ts';
import { words } from '../words/words.ts';
import type { ServiceDraft, Troubles } from './service-draft.ts';

export function useServiceForm(store: WindowStore, settings: KnownSettings) {
  const [draft, setDraft] = useState(() => draftOf(settings.service));
  const [secret, setSecret] = useState('');
  const [troubles, setTroubles] = useState<Troubles>({});
  const [isSecretMissing, setIsSecretMissing] = useState(false);
  // One that is kept belongs to the address that is kept.
  const hasSecret = settings.hasApplicationSecret && draft.address.trim() === settings.service.address;

  /** The secret is kept for the service whose address is set, so the address goes first. */
  async function save(): Promise<boolean> {
    const found = troublesOf(draft);
    setTroubles(found);
    const isMissing = secret === '' && !hasSecret;
    setIsSecretMissing(isMissing);
    if (Object.keys(found).length > 0 || isMissing) return false;
    if (!(await store.changeSettings({ service: serviceOf(draft) }))) return false;
    if (secret !== '' && !(await store.order('account.setApplicationSecret', { secret }))) return false;
    setSecret('');
    return true;
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
    hint: hasSecret ? words.fields.secretKept : words.fields.secretHint,
    trouble: isSecretMissing && secret === '' ? words.fields.required(words.fields.secret) : undefined,
    onChange: (event: { target: { value: string } }) => setSecret(event.target.value),
    autoComplete: 'off',
    maxLength: 1000,
  };

  return { field, secretField, save };
}
