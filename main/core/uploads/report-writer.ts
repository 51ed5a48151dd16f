// Writes what becomes of reports. Each call runs in a transaction of its caller, in which the job was read.
import type { Flight } from '../../contract/flight.ts';
import type { Clock } from '../platform/ports.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { History } from '../storage/tables/log/history.ts';
import type { Jobs } from '../storage/tables/jobs.ts';
import type { Job } from '../storage/tables/job.ts';
import type { SizeLimit } from './size-limit.ts';
import { foundTooLarge, losesFlight, type Transition } from './transitions.ts';

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
export function createReportWriter(deps: {
  clock: Clock;
  accountId: number;
  stores: Pick<Repositories, 'jobs' | 'history'>;
  sizeLimit: Pick<SizeLimit, 'maxBytes' | 'note'>;
  /** Stores the record of a job. */
  keep(flight: Flight, job: Job): void;
  onJob(id: number): void;
}) {
  const { clock, accountId, stores, sizeLimit } = deps;
  const { jobs } = stores;

  function write(job: Job, transition: Transition) {
    applyTransition(stores, job, transition, clock.now());
    deps.onJob(job.id);
  }

  function apply(job: Job, transition: Transition) {
    write(job, transition);
    const { state, reason } = transition.change;
    if (state !== 'rejected' || reason?.kind !== 'file-too-large') return;
    // The limit that a rejected file has shown holds for those that wait.
    sizeLimit.note(job.bytes, 'too-large');
    const maxBytes = sizeLimit.maxBytes();
    const tooLarge = jobs.ofAccount(accountId, 'waiting').filter(({ bytes }) => bytes > maxBytes);
    for (const other of tooLarge) write(other, foundTooLarge(other, maxBytes));
  }

  /** The same, and stores the record that the report has now. */
  function keepRecord(job: Job, flight: Flight, transition: Transition) {
    const holder = jobs.byFlight(accountId, flight.id);
    if (holder && holder.id !== job.id) apply(holder, losesFlight(holder));
    applyTransition(stores, job, transition, clock.now());
    // Before the event: its listeners look for what follows from the record.
    deps.keep(flight, job);
    deps.onJob(job.id);
  }

  return { apply, keepRecord };
}
