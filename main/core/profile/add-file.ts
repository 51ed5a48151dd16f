// Adds one file for a person, and returns the result.
import type { IntakeAnswer } from '../../contract/commands.ts';
import type { Source } from '../../contract/strip.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import { unansweredMessage } from '../messages/evidence-messages.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { Intake } from '../uploads/intake/intake.ts';
import type { Job } from '../storage/tables/jobs.ts';
import { message, type Message } from '../../messages/message.ts';
import { jobStripId } from '../../contract/strip.ts';

function sameReport(job: Job): Message {
  const { state, flightId: flight } = job;
  if (state === 'declined') return message('intake.declinedBefore');
  if (state !== 'uploaded') return message('intake.inQueue');
  return (
    unansweredMessage(job) ??
    (flight === null ? message('explain.uploaded') : message('intake.sameAsFlight', { flight }))
  );
}

export function createAddFile(deps: { clock: Clock; log: Logger; stores: Repositories; intake: Intake }) {
  const { clock, log, stores, intake } = deps;

  return async function addFile(file: { path: string; name: string }, source: Source): Promise<IntakeAnswer> {
    const outcome = await intake.add(file, source);
    switch (outcome.kind) {
      case 'added':
        return {
          name: file.name,
          outcome: 'added',
          stripId: jobStripId(outcome.jobId),
          message: outcome.held?.message ?? message('intake.added'),
        };
      case 'duplicate': {
        try {
          stores.history.add({ jobId: outcome.jobId }, clock.now(), 'added-again');
        } catch (error) {
          // The file is safe, although its history has no entry.
          log.warn('could not record that a file was added again', { error });
        }
        const job = stores.jobs.byId(outcome.jobId);
        const same = job ? sameReport(job) : message('intake.inQueue');
        return { name: file.name, outcome: 'duplicate', stripId: jobStripId(outcome.jobId), message: same };
      }
      case 'rejected':
      case 'later':
        return { name: file.name, outcome: 'rejected', stripId: null, message: outcome.failure.message };
    }
  };
}
