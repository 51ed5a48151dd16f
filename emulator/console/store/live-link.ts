// Keeps the event stream open, and reconnects with growing delays. Browsers allow six connections to a server, for all tabs
// together, so that a hidden tab keeps none.
import type { EmulatorEvent } from '../../api-types.ts';
import { CallError } from '../client/client.ts';
import type { Client } from '../client/client.ts';
import { after } from './machine-time.ts';

export type LinkState =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** Retrying after this many seconds. */
  | { kind: 'lost'; againInS: number }
  /** The token was rejected. */
  | { kind: 'refused' };

const firstWaitMs = 500;
const longestWaitMs = 5000;

export function createLiveLink({
  client,
  onState,
  onOpen,
  onEvent,
}: {
  client: Client;
  onState(state: LinkState): void;
  /** The stream is open; load what was missed. */
  onOpen(): void;
  onEvent(event: EmulatorEvent): void;
}) {
  const ending = new AbortController();
  let lastEventId: string | null = null;
  let retryNow = () => {};

  const waitFor = (delayMs: number) =>
    new Promise<void>((resolve) => {
      const cancel = after(delayMs, resolve);
      retryNow = () => (cancel(), resolve());
    });

  /** Resolves when the stream ends. */
  const follow = async (opened: () => void, stop: AbortSignal) => {
    const events = await client.events(lastEventId, stop);
    onState({ kind: 'live' });
    opened();
    onOpen();
    for await (const { id, data } of events) {
      lastEventId = id ?? lastEventId;
      onEvent(JSON.parse(data));
    }
  };

  const run = async () => {
    for (let waitMs = firstWaitMs; !ending.signal.aborted; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
      await tabIs('visible', ending.signal);
      const hiding = new AbortController();
      void tabIs('hidden', ending.signal).then(() => hiding.abort());
      try {
        await follow(() => void (waitMs = firstWaitMs / 2), hiding.signal);
      } catch (cause) {
        if (cause instanceof CallError && cause.status === 401) return onState({ kind: 'refused' });
      }
      if (ending.signal.aborted) return;
      if (hiding.signal.aborted) continue;
      onState({ kind: 'lost', againInS: Math.ceil(waitMs / 1000) });
      await waitFor(waitMs);
    }
  };

  return {
    start: () => void run(),
    /** Retries immediately. */
    retryNow: () => retryNow(),
    end() {
      ending.abort();
      retryNow();
    },
  };
}

/** Resolves once the tab is visible or hidden, or the link ends. */
function tabIs(wanted: DocumentVisibilityState, ending: AbortSignal): Promise<void> {
  const done = new AbortController();
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== wanted && !ending.aborted) return;
      done.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', look, { signal: done.signal });
    ending.addEventListener('abort', look, { signal: done.signal });
    look();
  });
}
