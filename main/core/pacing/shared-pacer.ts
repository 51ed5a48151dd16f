// What was learned about one account's limits and pauses, shared by all processes on this data folder: it is stored
// before the next one decides.
import * as z from 'zod/mini';
import type { Clock } from '../platform/ports.ts';
import { parseJson } from '../platform/text/byte-order-mark.ts';
import type { Requests } from '../storage/tables/requests.ts';
import { fromStored, observe, toStored, type Observation, type PacerState } from './pacer.ts';
import type { RequestWindow } from './request-window.ts';

/** Stored beside the pacer's own state. */
const subscriptionSchema = z.object({ hasSubscription: z.nullable(z.boolean()) });

export function createSharedPacer(deps: {
  clock: Clock;
  accountId: number;
  requests: Requests;
  window: RequestWindow;
}) {
  const { clock, accountId, requests, window } = deps;
  let pacer: PacerState = fromStored(null, 0, 0);
  /**
   * Whether the application has the write-access subscription; until that is known, the lower limit holds for reads.
   */
  let hasSubscription: boolean | null = null;
  let stored: string | null = null;

  function readStored() {
    const text = requests.storedState(accountId);
    if (text === stored) return;
    stored = text;
    const state = text === null ? null : parseJson(text);
    pacer = fromStored(state, clock.now(), clock.monotonic());
    const read = subscriptionSchema.safeParse(state);
    if (read.success) hasSubscription = read.data.hasSubscription;
  }

  function follow() {
    if (window.read()) readStored();
  }
  readStored();

  return {
    state(): PacerState {
      follow();
      return pacer;
    },
    hasSubscription: () => hasSubscription,
    /** Holds for this process at once. Returns the state to store, so that the others know it too. */
    learn(seen: Observation | null, subscription: boolean | null): object {
      follow();
      if (seen !== null) pacer = observe(pacer, seen);
      hasSubscription = subscription;
      return { ...toStored(pacer, clock.now(), clock.monotonic()), hasSubscription };
    },
  };
}
