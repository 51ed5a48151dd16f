// Chooses a service at the first start and begins the sign-in. Nothing is chosen if nothing answers, so that no browser
// opens a dead page and the address can be corrected.
import { useState } from 'react';
import type { Failure } from '../../main/contract/failure.ts';
import { useStore } from '../store/use-window.ts';

export type ServiceChoice = {
  /** The service that is being contacted, by its id. */
  readonly asked: string | null;
  /** Why the last one was not chosen. */
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
