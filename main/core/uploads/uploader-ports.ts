// What the uploader needs from the rest of the program. An account's workers fill these (profile/account-workers.ts).
import type { Name } from '../../messages/message.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Flight } from '../../contract/flight.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { ListOutcome, UploadOutcome } from '../service/outcomes.ts';
import type { UploadFile } from '../service/multipart.ts';
import type { ServiceClock } from '../service/times.ts';
import type { History } from '../storage/tables/log/history.ts';
import type { Job, Jobs } from '../storage/tables/jobs.ts';
import type { StoredHold } from '../storage/tables/learned-facts.ts';
import type { SizeLimit } from './size-limit.ts';
import type { CopyCheck } from './spool/spool.ts';
import type { Hold } from './after-attempt.ts';

type NoToken = { readonly kind: 'no-token'; readonly failure: Failure };

/** The queue on disk. Its methods throw what the database throws. */
export type JobStore = {
  readonly jobs: Jobs;
  readonly history: History;
  /** Why nothing is uploaded, shared by every process on the data folder. */
  readonly hold: { read(): StoredHold | null; write(hold: StoredHold | null): void };
  inTransaction<T>(work: () => T): T;
  isPaused(): boolean;
  spoolPath(job: Job): string;
  /** Hashes the copy in the spool, and restores it from the original if it is damaged or missing. */
  checkCopy(job: Job): Promise<CopyCheck>;
};

/** The account's requests. Times are monotonic. */
export type UploadScheduler = {
  isSignedIn(): boolean;
  nextUploadAt(): number;
  nextReadAt(): number;
  upload(
    file: UploadFile,
    onProgress: (sentBytes: number, totalBytes: number) => void,
    signal: AbortSignal,
  ): Promise<UploadOutcome | NoToken>;
  list(call: { beforeId?: number; limit: number; signal: AbortSignal }): Promise<ListOutcome | NoToken>;
};

/** The known state of the account's flights at the service. */
type FlightKnowledge = {
  /** Whether flights can be read (A4); null until that is known. */
  canRead(): boolean | null;
  /** Whether flights of this service were ever read, in any run. */
  hasEverRead(): boolean;
  /** Whether the service's newest flights were listed in this run. */
  hasListed(): boolean;
  highestId(): number;
  /** Stores the record of a job. Runs in the transaction that marks the job uploaded. */
  keep(flight: Flight, job: Job): void;
};

type UploadEvents = {
  onJob(id: number): void;
  onProgress(id: number, sentBytes: number, totalBytes: number): void;
  onHold(hold: Hold | null): void;
  /** A lookup showed that flights cannot be read. */
  onReadingRejected(): void;
};

export type UploaderDeps = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly accountId: number;
  readonly service: {
    readonly name: Name;
    readonly sizeLimit: Pick<SizeLimit, 'maxBytes' | 'note'>;
    /** What its clock showed at a monotonic time. */
    timeAt: ServiceClock['at'];
    /** The longest time from the last byte of a report to its answer, ever. */
    readonly needed: { readMs(): number; write(ms: number): void };
  };
  readonly store: JobStore;
  readonly scheduler: UploadScheduler;
  readonly flights: FlightKnowledge;
  readonly events: UploadEvents;
};
