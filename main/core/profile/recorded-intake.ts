// Intake as a profile uses it: each outcome goes to the decision log, and what was added is shown.
import type { Failure } from '../../contract/failure.ts';
import type { DecisionLog } from '../decisions/decision-log.ts';
import { intakeDecision } from '../decisions/decision-entries.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { Repositories } from '../storage/repositories.ts';
import { createIntake, type Intake } from '../uploads/intake/intake.ts';

export function createRecordedIntake(deps: {
  clock: Clock;
  log: Logger;
  stores: Repositories;
  decisions: DecisionLog;
  spoolDir: string;
  accountId(): number | null;
  maxFileBytes(): number;
  isDiskFull(): boolean;
  /** Why nothing may be written into the data folder, if it is not the one that was opened. */
  dataGone(): Failure | null;
  onAdded(jobIds: readonly number[]): void;
}): Intake {
  const { log, stores } = deps;
  const intake = createIntake({
    ...deps,
    jobs: stores.jobs,
    history: stores.history,
    inTransaction: stores.inTransaction,
    onAdded(jobIds) {
      try {
        deps.onAdded(jobIds);
      } catch (error) {
        // The files are safe, and reported as added, although the board cannot show them.
        log.warn('could not show the added files', { error });
      }
    },
  });
  return {
    ...intake,
    async restore(job) {
      if (deps.dataGone() === null) await intake.restore(job);
    },
    async add(file, source) {
      const gone = deps.dataGone();
      if (gone) return { kind: 'later', failure: gone };
      const outcome = await intake.add(file, source);
      const known = outcome.kind === 'duplicate' ? stores.jobs.byId(outcome.jobId) : null;
      deps.decisions.record(intakeDecision(file, outcome, known));
      return outcome;
    },
  };
}
