// Chooses a service at the first start and begins the sign-in. A service that doesn't answer is not chosen, so that the
// browser opens no dead page and the address can be corrected.
import { useState } from 'react';
import type { Failure } from '../../main/contract/failure.ts';
import { useStore } from '../store/use-window.ts';

export type ServiceChoice = {
  /** The id of the service that is being contacted. */
  readonly asked: string | null;
  /** Why the last service was not chosen. */
  readonly refused: { readonly id: string; readonly why: Failure } | null;
  choose(id: string): Promise<void>;
  clear(): void;
};

export function useServiceChoice(onChosen: () => void): ServiceChoice {
  const store = useStore();
  const [asked, setAsked] = useState<string | null>(null);
  const [refused, setRefused] = useState<ServiceChoice['refused']>(null);

  async function choose(id: string) {
    setRefused(null);
    setAsked(id);
    const chosen = await store.ask('profile.choose', { profile: id, ifReachable: true });
    setAsked(null);
    if (!chosen.ok) return setRefused({ id, why: chosen.failure });
    onChosen();
    await store.signIn();
  }

  return { asked, refused, choose, clear: () => setRefused(null) };
}
