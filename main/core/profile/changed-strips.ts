// Which strips windows draw again when something has happened in a profile, and how far its uploads are.
import type { Failure } from '../../contract/failure.ts';
import { jobStripId, stripIdsOfFlight, type Strip } from '../../contract/strip.ts';
import type { ProfileContext } from './profile-context.ts';

/** `pilots`: why no report of an account is uploaded. */
export function createChangedStrips(
  { stores, events, profile }: ProfileContext,
  pilots: { holds(): (Failure | null)[] },
) {
  const progress = new Map<number, Strip['progress']>();
  let shownHold = '';

  const show = (stripIds: Iterable<string>) => events.emit('view.changed', stripIds);
  const showJobs = (ids: readonly number[]) => show(ids.map(jobStripId));
  const stripsOf = (accountId: number, flightId: number) =>
    stripIdsOfFlight(stores.jobs.byFlight(accountId, flightId)?.id ?? null, flightId);
  const showWaiting = () => showJobs(stores.jobs.idsOf('waiting', 500));

  events.on('jobs.added', showJobs);
  events.on('jobs.changed', (ids) => {
    for (const id of ids) if (stores.jobs.byId(id)?.state !== 'uploading') progress.delete(id);
    showJobs(ids);
  });
  events.on('flights.changed', (accountId, ids) => show(ids.flatMap((id) => stripsOf(accountId, id))));
  events.on('upload.progressed', (id, sentBytes, totalBytes) => void progress.set(id, { sentBytes, totalBytes }));
  // Other pilots' reports show whose they are.
  events.on('owner.changed', showWaiting);
  events.on('hold.changed', () => {
    const holds = pilots.holds().map((hold) => `${hold?.kind ?? ''} ${hold?.requiredAction ?? ''}`);
    const key = [stores.switches.isPaused(), ...holds].join();
    // It is shown on each waiting report.
    if (key === shownHold) return show([]);
    shownHold = key;
    return showWaiting();
  });

  const openStrips = (accountId: number) =>
    stores.flights
      .open(accountId)
      .slice(0, 100)
      .flatMap(({ id }) => stripsOf(accountId, id));
  /** What isn't settled: another process may change it. */
  const unsettled = () => [
    ...unsettledStates.flatMap((state) => stores.jobs.idsOf(state, 200)).map(jobStripId),
    ...stores.accounts.list(profile.key).flatMap(({ id }) => openStrips(id)),
  ];
  /** Shown once more: it may be settled by now. */
  let before = unsettled();

  return {
    progress: (jobId: number) => progress.get(jobId) ?? null,
    /** Everything that another process may have changed. */
    showAll() {
      const now = unsettled();
      show(new Set([...before, ...now]));
      before = now;
    },
  };
}

const unsettledStates = ['waiting', 'uploading', 'unconfirmed', 'rejected', 'held'] as const;
