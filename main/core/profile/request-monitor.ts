// Watches the requests of an account's workers: the watchdog sees each, and none outlives its abort for long.
import type { RequestScheduler } from '../pacing/request-scheduler.ts';
import type { Clock } from '../platform/ports.ts';
import type { FlightClient } from '../service/flight-client.ts';
import { settleOnAbort } from './settle-on-abort.ts';

const notUploaded = () => ({ kind: 'stopped', mayHaveArrived: false }) as const;

export function createRequestMonitor<Worker extends string>(deps: { clock: Clock; onMoved(worker: Worker): void }) {
  const { clock, onMoved } = deps;
  const inProgress = new Map<Worker, number>();
  /** Uploads between their first byte and their answer. More than one while an aborted one ends late. */
  let uploadsWithService = 0;

  async function attend<T>(worker: Worker, work: Promise<T>): Promise<T> {
    const count = (change: 1 | -1) => {
      inProgress.set(worker, (inProgress.get(worker) ?? 0) + change);
      onMoved(worker);
    };
    count(1);
    try {
      return await work;
    } finally {
      count(-1);
    }
  }

  return {
    attend,
    isBusy: (worker: Worker) => (inProgress.get(worker) ?? 0) > 0,

    /** The client for the scheduler: knows which uploads have left the queue for a token or a slot. */
    monitored: (client: FlightClient): FlightClient => ({
      ...client,
      async upload(call) {
        uploadsWithService += 1;
        return client.upload(call).finally(() => (uploadsWithService -= 1));
      },
    }),

    /** The scheduler's requests as one worker makes them. */
    requestsOf: (worker: Worker, scheduler: Pick<RequestScheduler, 'upload' | 'list' | 'read'>) => ({
      list: (call: Parameters<RequestScheduler['list']>[0] & { signal: AbortSignal }) =>
        attend(worker, settleOnAbort(clock, scheduler.list(call), call.signal, notUploaded)),
      read: (call: Parameters<RequestScheduler['read']>[0] & { signal: AbortSignal }) =>
        attend(worker, settleOnAbort(clock, scheduler.read(call), call.signal, notUploaded)),
      upload(...[file, onProgress, signal]: Parameters<RequestScheduler['upload']>) {
        let hasBegun = false;
        const call = scheduler.upload(
          file,
          (sent, total) => {
            hasBegun = true;
            onMoved(worker);
            onProgress(sent, total);
          },
          signal,
        );
        const unsettled = () => ({ kind: 'stopped', mayHaveArrived: hasBegun && uploadsWithService > 0 }) as const;
        return attend(worker, settleOnAbort(clock, call, signal, unsettled));
      },
    }),
  };
}
