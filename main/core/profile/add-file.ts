// What a person is told of each file that they handed over.
import type { IntakeAnswer } from '../../contract/commands.ts';
import type { Source } from '../../contract/strip.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { Repositories } from '../storage/repositories.ts';
import { jobStripId } from '../board/strips.ts';
import type { Intake } from '../uploads/intake/intake.ts';

export function createHandOver(deps: { clock: Clock; log: Logger; stores: Repositories; intake: Intake }) {
  const { clock, log, stores, intake } = deps;

  return async function handOver(file: { path: string; name: string }, source: Source): Promise<IntakeAnswer> {
    const outcome = await intake.take(file, source);
    switch (outcome.kind) {
      case 'taken':
        return {
          name: file.name,
          outcome: 'taken',
          stripId: jobStripId(outcome.jobId),
          words: outcome.held?.words ?? 'Safe in the queue.',
        };
      case 'already-taken': {
        try {
          stores.happenings.add({ jobId: outcome.jobId }, clock.now(), 'taken-again');
        } catch (error) {
          // It is safe, and that is the answer, whatever keeps this line from its history.
          log.warn('that a file was handed over again could not be noted', { error: String(error) });
        }
        const flightId = stores.jobs.byId(outcome.jobId)?.flightId;
        const isDeclined = stores.jobs.byId(outcome.jobId)?.state === 'declined';
        const words = flightId
          ? `The same picture as flight ${flightId}, so it is not sent twice.`
          : isDeclined
            ? 'You said that this picture is not sent. It is kept under "Not sent", where you can send it after all.'
            : 'The same picture is in the queue already, so it stays one report.';
        return { name: file.name, outcome: 'already-taken', stripId: jobStripId(outcome.jobId), words };
      }
      case 'refused':
      case 'later':
        return { name: file.name, outcome: 'refused', stripId: null, words: outcome.failure.words };
    }
  };
}
