// Writes what becomes of reports. Each call runs in a transaction of its caller, in which the job was read.
import type { Flight } from '../../contract/flight.ts';
import type { History } from '../storage/tables/log/history.ts';
import type { Jobs } from '../storage/tables/jobs.ts';
import type { Job } from '../storage/tables/job.ts';
import { foundTooLarge, losesFlight, type Transition } from './transitions.ts';
import type { UploaderDeps } from './uploader-deps.ts';

/** Writes a transition, and its notes in the history. */
export function applyTransition(
  { jobs, history }: { readonly jobs: Jobs; readonly history: History },
  { id, accountId }: Job,
  { change, notes = [] }: Transition,
  now: number,
) {
  jobs.change(id, now, change);
  for (const note of notes) {
    // The upload is part of the flight's own history as well; an inference is not.
    history.add({ accountId, jobId: id, ...(note.what === 'uploaded' && { flightId: note.flightId }) }, now, note);
  }
}

export type ReportWriter = ReturnType<typeof createReportWriter>;

/** For the uploads of one account. */
export function createReportWriter(
  deps: Pick<UploaderDeps, 'stores' | 'keep'> & {
    ports: Pick<UploaderDeps['ports'], 'clock'>;
    account: Pick<UploaderDeps['account'], 'id'>;
    service: Pick<UploaderDeps['service'], 'sizeLimit'>;
    events: Pick<UploaderDeps['events'], 'onJob'>;
  },
) {
  const { account, stores, events } = deps;
  const { clock } = deps.ports;
  const { sizeLimit } = deps.service;
  const { jobs } = stores;

  function write(job: Job, transition: Transition) {
    applyTransition(stores, job, transition, clock.now());
    events.onJob(job.id);
  }

  function apply(job: Job, transition: Transition) {
    write(job, transition);
    const { state, reason } = transition.change;
    if (state !== 'rejected' || reason?.kind !== 'file-too-large') return;
    // The limit that a rejected file has shown holds for those that wait.
    sizeLimit.note(job.bytes, 'too-large');
    const maxBytes = sizeLimit.maxBytes();
    const tooLarge = jobs.ofAccount(account.id, 'waiting').filter(({ bytes }) => bytes > maxBytes);
    for (const other of tooLarge) write(other, foundTooLarge(other, maxBytes));
  }

  /** The same, and stores the record that the report has now. */
  function keepRecord(job: Job, flight: Flight, transition: Transition) {
    const holder = jobs.byFlight(account.id, flight.id);
    if (holder && holder.id !== job.id) apply(holder, losesFlight(holder));
    applyTransition(stores, job, transition, clock.now());
    // Before the event: its listeners look for what follows from the record.
    deps.keep(flight, job);
    events.onJob(job.id);
  }

  return { apply, keepRecord };
}
