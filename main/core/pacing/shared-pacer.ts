// What was learned about one account's limits and pauses, shared by all processes on this data folder: it is stored
// before the next one decides.
import * as z from 'zod/mini';
import type { Clock } from '../platform/ports.ts';
import { parseJson } from '../platform/text/parse-json.ts';
import type { RequestWindow } from './request-window.ts';
import type { Requests } from '../storage/tables/requests.ts';
import { observe, type Observation } from './rule/pacer.ts';
import { freshPacer, type PacerState } from './rule/pacer-state.ts';
import { fromStored, toStored } from './stored-pacer.ts';

/** Stored beside the pacer's own state. */
const subscriptionSchema = z.object({ hasSubscription: z.nullable(z.boolean()) });

export function createSharedPacer(deps: {
  clock: Clock;
  accountId: number;
  requests: Requests;
  window: RequestWindow;
}) {
  const { clock, accountId, requests, window } = deps;
  let pacer: PacerState = freshPacer();
  /**
   * Whether the application has the write-access subscription; until that is known, the lower limit holds for reads.
   */
  let hasSubscription: boolean | null = null;
  let stored: string | null = null;
  let hasFollowed = false;
  /** Reports of other processes that are part of `pacer` and not of what is stored. */
  const followed = new Set<number>();

  function followState() {
    const text = requests.storedState(accountId);
    if (text === stored) return;
    stored = text;
    const state = text === null ? null : parseJson(text);
    pacer = fromStored(state, clock.now(), clock.monotonic());
    followed.clear();
    const read = subscriptionSchema.safeParse(state);
    if (read.success) hasSubscription = read.data.hasSubscription;
  }

  /**
   * Uploads that other processes have in progress, or had when they ended: they may have arrived. Answered ones are in
   * the stored state, unless an earlier version wrote it.
   */
  function followUploads() {
    const isEarlier = pacer.accepted.length === 0;
    for (const { id, at, begunHereAt, outcome } of window.uploads()) {
      if (begunHereAt !== null || followed.has(id)) continue;
      if (outcome === 'accepted') hasSubscription ??= true;
      if (outcome !== null && !(isEarlier && mayHaveArrived.has(outcome))) continue;
      followed.add(id);
      pacer = observe(pacer, { kind: 'unsettled', startedAt: at, endedAt: at });
    }
  }

  function follow() {
    if (!window.read() && hasFollowed) return;
    hasFollowed = true;
    followState();
    followUploads();
  }
  follow();

  /** Stores an observation, in the caller's transaction. Returns what applies it here, once that is committed. */
  function keep(seen: Observation | null, subscription: boolean | null): () => void {
    follow();
    const next = seen === null ? pacer : observe(pacer, seen);
    const state = { ...toStored(next, clock.now(), clock.monotonic()), hasSubscription: subscription };
    const text = requests.storeState(accountId, state);
    return () => {
      pacer = next;
      hasSubscription = subscription;
      stored = text;
    };
  }

  return {
    state(): PacerState {
      follow();
      return pacer;
    },
    hasSubscription: () => hasSubscription,
    keep,
    /** Applies an observation for this process only. */
    note(seen: Observation) {
      pacer = observe(pacer, seen);
    },
  };
}

const mayHaveArrived: ReadonlySet<string> = new Set(['accepted', 'lost', 'accepted-unread', 'stopped']);
