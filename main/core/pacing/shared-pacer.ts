// What was learned about one account's minimum interval and pauses, shared by all processes on this data folder: it is
// stored before the next one decides.
import { z } from 'zod';
import type { Clock } from '../platform/ports.ts';
import type { KnownRequest, RequestWindow } from './request-window.ts';
import type { Requests } from '../storage/tables/requests.ts';
import { fromStored, toStored } from './interval/stored-state.ts';
import { freshPacer, observe, type Observation, type PacerState } from './interval/pacer.ts';

/** Stored beside the pacer's own state. */
const subscriptionSchema = z.object({ hasSubscription: z.boolean().nullable() });

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

  function followMemory() {
    const memory = requests.memory(accountId);
    const text = JSON.stringify(memory);
    if (text === stored) return;
    stored = text;
    pacer = { ...pacer, ...fromStored(memory, clock.now(), clock.monotonic()) };
    const read = subscriptionSchema.safeParse(memory);
    if (read.success) hasSubscription = read.data.hasSubscription;
  }

  /** Uploads of other processes, or of an earlier run. */
  function followUploads() {
    for (const one of window.uploads()) {
      if (one.begunHereAt !== null || one.at <= (pacer.lastAccepted?.endedAt ?? Number.NEGATIVE_INFINITY)) continue;
      const arrival = { endedAt: one.at, durationMs: 0 };
      if (one.outcome === 'accepted') {
        pacer = { ...pacer, lastAccepted: arrival, lastRefused: null, isSure: true };
        hasSubscription ??= true;
      } else if (one.outcome === 'too-fast') pacer = { ...pacer, lastRefused: arrival };
      else if (mayHaveArrived(one)) pacer = { ...pacer, lastAccepted: arrival, lastRefused: null, isSure: false };
    }
  }

  function follow() {
    if (!window.read() && stored !== null) return;
    followMemory();
    followUploads();
  }
  follow();

  /** Applies an observation and stores it, in the caller's transaction. */
  function keep(seen: Observation | null, subscription: boolean | null) {
    follow();
    if (seen !== null) pacer = observe(pacer, seen);
    hasSubscription = subscription;
    const memory = { ...toStored(pacer, clock.now(), clock.monotonic()), hasSubscription };
    const text = JSON.stringify(memory);
    if (text === stored) return;
    stored = text;
    requests.keepMemory(accountId, memory);
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

/** In progress when its process ended, or without an answer that proves that there is no record. */
const mayHaveArrived = ({ outcome }: KnownRequest) =>
  outcome === null || outcome === 'lost' || outcome === 'accepted-unread' || outcome === 'stopped';
