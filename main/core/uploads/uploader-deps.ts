// What the uploads of an account work with (profile/account-workers.ts).
import type { Flight } from '../../contract/flight.ts';
import type { Name } from '../../messages/message.ts';
import type { RequestScheduler } from '../pacing/request-scheduler.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { ServiceClock } from '../service/times.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { Job } from '../storage/tables/job.ts';
import type { SizeLimit } from './size-limit.ts';
import type { CopyCheck } from './spool/spool.ts';
import type { Hold } from './upload-hold.ts';

export type UploaderDeps = {
  readonly ports: { readonly clock: Clock; readonly log: Logger };
  readonly account: {
    readonly id: number;
    isSignedIn(): boolean;
    /** Whether flights can be read (A4); null until that is known. */
    canRead(): boolean | null;
    /** Whether the newest flights were listed in this run. */
    hasListed(): boolean;
  };
  readonly service: {
    readonly name: Name;
    /** What the service's clock showed at a monotonic time. */
    readonly timeAt: ServiceClock['at'];
    readonly sizeLimit: Pick<SizeLimit, 'maxBytes' | 'note'>;
  };
  readonly stores: Pick<Repositories, 'jobs' | 'history' | 'flights' | 'facts' | 'switches' | 'inTransaction'>;
  /** The account's requests. */
  readonly scheduler: Pick<RequestScheduler, 'nextUploadAt' | 'nextReadAt' | 'newestListedId' | 'upload' | 'list'>;
  readonly spool: {
    pathOf(job: Job): string;
    /** Hashes the copy, and restores it from the original if it is damaged or missing. */
    check(job: Job): Promise<CopyCheck>;
  };
  /** Stores the record of a job. Runs in the transaction that marks the job uploaded. */
  keep(flight: Flight, job: Job): void;
  readonly events: {
    onJob(id: number): void;
    onProgress(id: number, sentBytes: number, totalBytes: number): void;
    onHold(hold: Hold | null): void;
    /** A lookup showed that flights cannot be read. */
    onReadingRejected(): void;
  };
};
