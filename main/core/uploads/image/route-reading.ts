// Reads the images of reports for the route that they look like (0045), after they are queued: they upload meanwhile.
import { join } from 'node:path';
import type { LooksLike } from '../../../contract/strip.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import type { Repositories } from '../../storage/repositories.ts';

/** The newest first, in batches, so that a new one never waits for all old ones. */
const atOnce = 20;

export function createRouteReading(deps: {
  clock: Clock;
  log: Logger;
  jobs: Repositories['jobs'];
  spoolDir: string;
  isOn(): boolean;
  looksLike(path: string): Promise<LooksLike | null>;
  onChanged(jobIds: readonly number[]): void;
}) {
  const { clock, jobs } = deps;
  let isReading = false;
  /** What is read may be forgotten meanwhile. */
  let round = 0;
  let isStopped = false;

  async function read(jobId: number) {
    const job = jobs.byId(jobId);
    const before = round;
    const looksLike = job && (await deps.looksLike(join(deps.spoolDir, job.spool)));
    // Switched off meanwhile: that nothing was read says nothing.
    if (isStopped || before !== round || !deps.isOn()) return;
    jobs.change(jobId, clock.now(), { looksLike });
    if (looksLike) deps.onChanged([jobId]);
  }

  const unread = () => (isStopped || !deps.isOn() ? [] : jobs.unread(atOnce));

  async function readAll() {
    for (let ids = unread(); ids.length > 0; ids = unread()) await Promise.all(ids.map(read));
  }

  function wake() {
    if (isReading) return;
    isReading = true;
    readAll()
      .catch((error: unknown) => deps.log.warn('the route on an image could not be noted', { error }))
      .finally(() => (isReading = false));
  }

  return {
    wake,
    /** Forgets what was read, and reads all images again. */
    readAgain() {
      round += 1;
      deps.onChanged(jobs.forgetReadings());
      wake();
    },
    stop() {
      isStopped = true;
    },
  };
}
