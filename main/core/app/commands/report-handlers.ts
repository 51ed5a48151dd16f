// The handlers of the commands about single reports. What the pilot can do with a report in which state is a rule
// (core/uploads/transitions.ts).
import { join } from 'node:path';
import { failed, ok, type Failure, type Result } from '../../../contract/failure.ts';
import { flightStripId, jobIdOf, jobStripId } from '../../../contract/strip.ts';
import { hasId, message } from '../../../messages/message.ts';
import { approvalAsked } from '../../folders/approval.ts';
import { fileOf, replacedBy } from '../../decisions/decision-entries.ts';
import { failures } from '../../messages/failures.ts';
import type { Ports } from '../../platform/ports.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';
import type { Job } from '../../storage/tables/job.ts';
import { applyTransition } from '../../uploads/report-writer.ts';
import { byPilot, fitsAgain, ownerChanged, pilotTransitions, type PilotTransition } from '../../uploads/transitions.ts';
import { type Handlers, createWithRuntime } from './dispatch.ts';

type ReportCommand = Extract<keyof Handlers, `${'strips' | 'layouts'}.${string}`> | 'approvals.answerAll';

/** The copy of a removed report is kept for a day (uploads/spool/spool-cleanup.ts); this is well within. */
const undoneWithinMs = 3_600_000;

export function createReportHandlers(deps: {
  ports: Pick<Ports, 'clock' | 'browser' | 'desktop'>;
  runtime(): ProfileRuntime | null;
}): Pick<Handlers, ReportCommand> {
  const { clock, browser, desktop } = deps.ports;
  const withRuntime = createWithRuntime(deps.runtime);

  const jobOf = (runtime: ProfileRuntime, stripId: string): Job | null => {
    const jobId = jobIdOf(stripId);
    return jobId === null ? null : runtime.stores.jobs.byId(jobId);
  };

  const change = (id: string, wanted: PilotTransition) =>
    withRuntime((runtime) => changeReport(runtime, id, wanted, clock.now()));

  return {
    'strips.page': ({ bay, after, limit }) => withRuntime((runtime) => ok(runtime.board.page(bay, after, limit))),
    'strips.detail': ({ id }) =>
      withRuntime(async (runtime) => {
        const detail = runtime.board.detail(id);
        const flight = runtime.board.flightOf(id);
        if (!detail) return failed(failures.notFound('report'));
        return ok({ ...detail, row: flight && (await runtime.logbook.row(flight)) });
      }),
    'strips.retry': ({ id }) => change(id, pilotTransitions.retry),
    'strips.remove': ({ id, by }) =>
      withRuntime((runtime) => {
        const job = jobOf(runtime, id);
        const other = by === undefined ? null : jobOf(runtime, by);
        const removed = changeReport(runtime, id, pilotTransitions.remove, clock.now());
        if (removed.ok && job && other) runtime.decisions.record(replacedBy(other, fileOf(job)));
        return removed;
      }),
    'strips.approve': ({ id }) => change(id, pilotTransitions.approve),
    'strips.reject': ({ id }) => change(id, pilotTransitions.reject),
    'strips.uploadAgain': ({ id }) => change(id, pilotTransitions.uploadAgain),
    'strips.markReceived': ({ id }) => change(id, pilotTransitions.markReceived),
    'strips.confirmFlight': ({ id }) => change(id, pilotTransitions.confirmFlight),
    'strips.releaseFlight': ({ id }) => change(id, pilotTransitions.releaseFlight),
    'approvals.answerAll': ({ answer }) =>
      withRuntime((runtime): Result<{ count: number; ids: string[] }> => {
        const { stores } = runtime;
        const now = clock.now();
        const ids = stores.inTransaction(() =>
          stores.jobs.awaitingApproval(runtime.board.seen()).map((id) => {
            const job = stores.jobs.byId(id)!;
            applyTransition(stores, job, byPilot(pilotTransitions[answer], job, now), now);
            return jobStripId(id);
          }),
        );
        runtime.reportsChanged(ids);
        return ok({ count: ids.length, ids });
      }),
    /** Undoes a removal or a rejection. */
    'strips.restore': ({ id }) =>
      withRuntime((runtime) => {
        const now = clock.now();
        const { jobs } = runtime.stores;
        const removed = jobs.removedSince(jobIdOf(id) ?? 0, now - undoneWithinMs);
        if (!removed) return changeReport(runtime, id, pilotTransitions.askAgain, now);
        const refusal = () => {
          const again = jobs.byImage(removed, removed.accountId);
          const isAgain = again !== null && again.accountId === removed.accountId;
          return isAgain ? failures.notNow(message('failure.addedAgain')) : null;
        };
        return changeReport(runtime, id, { ...pilotTransitions.restore, refusal }, now, removed);
      }),
    'strips.uploadAsMe': ({ id }) =>
      withRuntime((runtime) => {
        const accountId = runtime.accountId();
        if (accountId === null) return failed(failures.signInNeeded());
        const job = jobOf(runtime, id);
        const own = job && job.accountId !== accountId ? runtime.stores.jobs.byImage(job, accountId) : null;
        if (own?.accountId === accountId) return failed(failures.notNow(message('failure.alreadyYours')));
        return changeReport(runtime, id, ownerChanged(accountId), clock.now());
      }),
    'strips.setOwnEntry': ({ id, entry }) =>
      withRuntime((runtime) => {
        const flight = runtime.board.flightOf(id);
        if (!flight) return failed(failures.notFound('report'));
        const isEmpty = Object.values(entry).every((value) => value === null);
        runtime.stores.flights.setOwn(flight.account, flight.id, isEmpty ? null : entry);
        runtime.stripsChanged([id]);
        return ok(null);
      }),
    'layouts.teach': ({ id }) =>
      withRuntime(async (runtime) => {
        const job = jobOf(runtime, id);
        const own = runtime.board.find(id)?.own ?? null;
        if (!job || own === null) return failed(failures.notFound('report'));
        const taught = await runtime.pictures.teach(job.spool, own);
        runtime.stripsChanged([]);
        return taught;
      }),
    'layouts.forget': () =>
      withRuntime((runtime) => {
        runtime.pictures.forgetTaught();
        runtime.stripsChanged([]);
        return ok(null);
      }),
    'strips.showFile': ({ id }) =>
      withRuntime(async (runtime) => {
        const job = jobOf(runtime, id);
        if (!job) return failed(failures.notFound('file'));
        if (!desktop.showFile) return failed(failures.notSupportedHere(message('failure.filesShownInDesktopApp')));
        return desktop.showFile(join(runtime.spoolDir, job.spool));
      }),
    'strips.openPage': ({ id }) =>
      withRuntime(async (runtime) => {
        const flight = runtime.board.find(id)?.flight ?? null;
        if (flight === null) return failed(failures.notFound('report'));
        const { flightPage } = runtime.profile;
        if (flightPage === '') return failed(failures.noFlightPage());
        const opened = await browser.open(flightPage.replaceAll('{id}', String(flight.id)));
        return opened.ok ? ok(null) : failed(failures.pageNotOpened());
      }),
  };
}

/** Changes a report as the pilot wants, where its state allows that; `removed`: one that is no longer on the board. */
function changeReport(
  runtime: ProfileRuntime,
  stripId: string,
  wanted: PilotTransition,
  now: number,
  removed: Job | null = null,
): Result<null> {
  const { stores } = runtime;
  const jobId = jobIdOf(stripId);
  let strips: string[] = [];
  // In one transaction: the uploading process may find its record, or send it, at the same time.
  const failure = stores.inTransaction((): Failure | null => {
    const job = removed ?? (jobId === null ? null : stores.jobs.byId(jobId));
    if (!job) return failures.notFound('report');
    const refusal = wanted.refusal(job);
    if (refusal) return refusal;
    applyTransition(stores, job, byPilot(wanted, job, now), now);
    strips = [jobStripId(job.id), ...(job.flightId === null ? [] : [flightStripId(job.flightId)])];
    return null;
  });
  if (failure) return failed(failure);
  runtime.reportsChanged(strips);
  return ok(null);
}

/** What was too large, and no longer is under the pilot's new limit, gets another try. */
export async function followSizeLimit(runtime: ProfileRuntime, maxBytes: number, now: number) {
  runtime.sizeLimit.forget();
  for (const { id, bytes, reason, source, originalPath, lacksText } of runtime.stores.jobs.inStates(
    'held',
    'rejected',
  )) {
    if (reason === null || !hasId(reason.message, 'failure.fileTooLarge') || bytes > maxBytes) continue;
    const folder = originalPath === null ? null : runtime.folders.folderOf(originalPath);
    // A folder that is no longer watched may have asked.
    const asked = source.kind === 'folder' ? approvalAsked(folder?.rules ?? { approval: true }, lacksText) : null;
    changeReport(runtime, jobStripId(id), fitsAgain(asked), now);
  }
  await runtime.folders.followSizeLimit();
}
