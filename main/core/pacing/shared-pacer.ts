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
    /** Stores an observation, in the caller's transaction. Returns what applies it here, once that is committed. */
    keep(seen: Observation | null, subscription: boolean | null): () => void {
      follow();
      const next = seen === null ? pacer : observe(pacer, seen);
      const state = { ...toStored(next, clock.now(), clock.monotonic()), hasSubscription: subscription };
      const text = requests.storeState(accountId, state);
      return () => {
        pacer = next;
        hasSubscription = subscription;
        stored = text;
      };
    },
    /** Applies an observation for this process only. */
    note(seen: Observation) {
      pacer = observe(pacer, seen);
    },
  };
}
