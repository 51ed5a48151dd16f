// Adds files to the queue of a profile: each outcome goes to the decision log, and a person gets an answer.
import type { IntakeAnswer } from '../../contract/commands.ts';
import { jobStripId, type Source } from '../../contract/strip.ts';
import { message, type Message } from '../../messages/message.ts';
import { intakeDecision } from '../decisions/decision-entries.ts';
import type { DecisionLog } from '../decisions/decision-log.ts';
import { unansweredMessage } from '../messages/failures.ts';
import type { Job } from '../storage/tables/job.ts';
import { createIntake, type Intake } from '../uploads/intake/intake.ts';
import { diskConcern, type ProfileContext } from './profile-context.ts';

export function createProfileIntake(context: ProfileContext, decisions: DecisionLog) {
  const { profile, data, stores, events } = context;
  const { clock, log } = context.ports;
  /** Why nothing may be written into the data folder, if it is not the one that was opened. */
  const dataGone = () => (data.isInPlace() ? null : diskConcern(context));
  const lasting = (id: number | null | undefined) =>
    id != null && stores.accounts.isLasting(profile.key, id) ? id : null;
  /** While nobody is shown, new reports are of the pilot who left last: the board has that one's. */
  const ownerOfNew = () =>
    stores.accounts.current(profile.key)?.id ?? lasting(stores.accounts.lastUsed(profile.key)?.id);
  const intake = createIntake({
    clock,
    spoolDir: context.spoolDir,
    stores,
    // As it is stored: every process on the data folder adds files.
    accountId: ownerOfNew,
    maxFileBytes: context.sizeLimit.maxBytes,
    onAdded(jobIds) {
      try {
        events.emit('jobs.added', jobIds);
      } catch (error) {
        // The files are safe, and reported as added, although the board cannot show them.
        log.warn('could not show the added files', { error });
      }
    },
  });

  const recorded: Intake = {
    ...intake,
    async restore(job) {
      if (dataGone() === null) await intake.restore(job);
    },
    async add(file, source) {
      const gone = dataGone();
      if (gone) return { kind: 'later', failure: gone };
      const outcome = await intake.add(file, source);
      const known = outcome.kind === 'duplicate' ? stores.jobs.byId(outcome.jobId) : null;
      decisions.record(intakeDecision(file, outcome, known));
      return outcome;
    },
  };

  function duplicateOf(jobId: number): Message {
    try {
      stores.history.add({ jobId }, clock.now(), { what: 'added-again' });
    } catch (error) {
      // The file is safe, although its history has no entry.
      log.warn('could not record that a file was added again', { error });
    }
    const job = stores.jobs.byId(jobId);
    return job ? sameReport(job) : message('intake.inQueue');
  }

  return {
    ...recorded,
    /** Adds one file for a person. */
    async addFile(
      { path, name, pilot }: { path: string; name: string; pilot?: number | null },
      source: Source,
    ): Promise<IntakeAnswer> {
      const outcome = await recorded.add({ path, name, accountId: lasting(pilot) }, source);
      switch (outcome.kind) {
        case 'added': {
          const added = outcome.held?.message ?? message('intake.added');
          return { name, outcome: 'added', stripId: jobStripId(outcome.jobId), message: added };
        }
        case 'duplicate': {
          const { jobId } = outcome;
          return { name, outcome: 'duplicate', stripId: jobStripId(jobId), message: duplicateOf(jobId) };
        }
        case 'rejected':
        case 'later':
          return { name, outcome: 'rejected', stripId: null, message: outcome.failure.message };
      }
    },
  };
}

function sameReport(job: Job): Message {
  const { state, flightId: flight } = job;
  if (state === 'declined') return message('intake.declinedBefore');
  if (state !== 'uploaded') return message('intake.inQueue');
  return (
    unansweredMessage(job) ??
    (flight === null ? message('explain.uploaded') : message('intake.sameAsFlight', { flight }))
  );
}
