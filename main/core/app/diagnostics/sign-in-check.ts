// Whether the pilot's sign-in still works, asked of the service itself.
import type { Clock, Logger } from '../../platform/ports.ts';
import type { AccountWorkers } from '../../profile/account-workers.ts';

const LIMIT_MS = 10_000;

/**
 * Lists one flight with the pilot's token. A sign-in that has ended at the service ends here as well. Never rejects;
 * waits for the rate limit for 10 s at most.
 */
export async function trySignIn(workers: AccountWorkers | null, { clock, log }: { clock: Clock; log: Logger }) {
  if (!workers) return;
  const ending = new AbortController();
  const undo = clock.schedule(LIMIT_MS, () => ending.abort());
  try {
    await workers.scheduler.list({ limit: 1, signal: ending.signal });
  } catch (error) {
    // A full disk, which has a line of its own in the check.
    log.warn('the sign-in could not be tried', { error });
  } finally {
    undo();
  }
}
