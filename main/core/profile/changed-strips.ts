// Which strips windows draw again when something has happened in a profile, and how far its uploads are.
import type { Failure } from '../../contract/failure.ts';
import { jobStripId, stripIdsOfFlight, type Strip } from '../../contract/strip.ts';
import type { ProfileContext } from './profile-context.ts';

/** `pilots`: who is shown, and why no report of an account is uploaded. */
export function createChangedStrips(
  { stores, events }: ProfileContext,
  pilots: { accountId(): number | null; holds(): (Failure | null)[] },
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

  return {
    progress: (jobId: number) => progress.get(jobId) ?? null,
    /** Everything of the account that another process may have changed. */
    showAll() {
      const states = ['waiting', 'uploading', 'unconfirmed', 'rejected', 'held'] as const;
      const accountId = pilots.accountId();
      const open = accountId === null ? [] : stores.flights.open(accountId).slice(0, 100);
      show([
        ...states.flatMap((state) => stores.jobs.idsOf(state, 200)).map(jobStripId),
        ...open.flatMap(({ id }) => stripsOf(accountId!, id)),
      ]);
    },
  };
}
