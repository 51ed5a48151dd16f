// The state of the console for one emulator: clock, journal and parts, kept up to date by events. Validation is left to the
// emulator.
import type { ChangedPart, EmulatorEvent, SignedIn } from '../../api-types.ts';
import { createCalls } from '../link/calls.ts';
import { CallError, createControlClient } from '../link/control-client.ts';
import { createLiveLink } from './live-link.ts';
import type { LinkState } from './live-link.ts';
import { createCell } from './cell.ts';
import { createJournalReader } from './journal-reader.ts';
import { createJournalStore } from './journal-store.ts';
import { createNotices } from './notices.ts';
import { createResource } from './resource.ts';
import type { Resource } from './resource.ts';
import { createClockSkew } from './clock-skew.ts';

export type ConsoleStore = ReturnType<typeof createConsoleStore>;

const firstFlights = 200;

/** @param base the URL of the control interface, with a trailing slash */
export function createConsoleStore(base: string, token: string) {
  const client = createControlClient(base, token);
  const calls = createCalls(client);
  const clock = createClockSkew();
  const journal = createJournalStore();
  const notices = createNotices();
  const link = createCell<LinkState>({ kind: 'connecting' });
  const flightsWanted = createCell(firstFlights);
  const consentPages = createCell(1);

  const parts = {
    health: createResource(calls.health),
    clock: createResource(() => calls.clock.read().then((state) => (clock.update(state), state))),
    faults: createResource(calls.faults.list),
    flights: createResource(() => calls.flights.list(flightsWanted.get())),
    applications: createResource(calls.applications.list),
    pilots: createResource(calls.pilots.list),
    consents: createResource(() => calls.consents.list(consentPages.get())),
    tokens: createResource(() => calls.tokens.list(consentPages.get())),
    limits: createResource(calls.limits),
    settings: createResource(calls.settings.list),
    scenario: createResource(calls.scenario.read),
    worlds: createResource(calls.worlds),
    offers: createResource(calls.scenario.offers),
  };

  const journalReader = createJournalReader({ journal, read: calls.journal.list });

  const refresh = (what: readonly ChangedPart[]) => {
    for (const part of what) if (part !== 'journal') parts[part].refresh();
    // The next due event may have changed.
    parts.clock.refresh();
    if (what.includes('journal')) journalReader.readAll();
  };

  const handleEvent = (event: EmulatorEvent) => {
    if (event.type === 'request') journalReader.update(event.entry);
    else if (event.type === 'clock') clock.update(event.clock);
    else refresh(event.what);
  };

  const live = createLiveLink({
    client,
    state: link,
    onOpen() {
      for (const part of Object.values<Resource<unknown>>(parts)) part.refresh();
      journalReader.readAll();
    },
    onEvent: handleEvent,
  });

  return {
    calls,
    clock,
    journal,
    notices,
    link,
    parts,
    /** The URL of the control interface, with a trailing slash. */
    base,
    controlToken: token,
    /** The last sign-in of this console; the emulator keeps only digests of the tokens. */
    signedIn: createCell<SignedIn | null>(null),
    /** The URL of the service. */
    address: new URL('..', base).href.replace(/\/$/, ''),
    start() {
      // Shown by the clock in every view.
      parts.clock.subscribe(() => {});
      live.start();
    },
    retryNow: live.retryNow,
    end: live.end,
    wantMoreFlights() {
      flightsWanted.set((n) => Math.min(1000, n * 2));
      parts.flights.refresh();
    },
    wantMoreConsents() {
      consentPages.set((n) => n + 1);
      parts.consents.refresh();
      parts.tokens.refresh();
    },
    /** Runs a call and shows a notice. Resolves with null if it failed. */
    async act<T>(does: () => Promise<T>, done?: string): Promise<T | null> {
      try {
        const answer = await does();
        if (done !== undefined) notices.show('done', done);
        return answer;
      } catch (cause) {
        if (!(cause instanceof CallError)) throw cause;
        notices.show('refused', cause.message);
        return null;
      }
    },
  };
}
