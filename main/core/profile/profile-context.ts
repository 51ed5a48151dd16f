// What all parts of an open profile share: its stores, what this process does for it, and its events. A part
// knows those below it and calls them; what happens in a part is an event, for whoever made the part.
import type { EventEmitter } from 'node:events';
import type { Failure } from '../../contract/failure.ts';
import type { AccountState } from '../../contract/state.ts';
import type { Ports } from '../platform/ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { Job } from '../storage/tables/job.ts';
import type { SizeLimit } from '../uploads/size-limit.ts';

/**
 * `none`: adds files and shows what is there. `account`: signs in and out as well. `reading`: also reads flights.
 * `all`: uploads and watches folders. All but `none` need to be the only process on the data folder.
 */
export type Work = 'none' | 'account' | 'reading' | 'all';

/** What this process does for the profile. `isLeader`: it is the only one on the data folder that does more than add files. */
export const roleOf = (work: Work) => ({
  isLeader: work !== 'none',
  reads: work === 'reading' || work === 'all',
  /** It watches folders as well. */
  uploads: work === 'all',
});
export type Role = ReturnType<typeof roleOf>;

/** Listeners run at once, in the order in which they were added. */
export type ProfileEvents = EventEmitter<{
  /** The account may be another one, or its state. Emitted before its workers start. */
  'account.changed': [AccountState];
  /** These are jobs now, or wait again. */
  'jobs.added': [ids: readonly number[]];
  'jobs.changed': [ids: readonly number[]];
  /** Another account is active, or none. */
  'owner.changed': [];
  'flights.changed': [accountId: number, ids: readonly number[]];
  /** Why nothing is uploaded may have changed. */
  'hold.changed': [];
  /** A report has its record. Emitted in the transaction that stores this. */
  'report.uploaded': [Job];
  'upload.progressed': [jobId: number, sentBytes: number, totalBytes: number];
  /** What windows show has changed: the state, and these strips. */
  'view.changed': [stripIds: Iterable<string>];
}>;

export type ProfileContext = {
  readonly ports: Ports;
  readonly profile: ServiceProfile;
  readonly data: DataFolder;
  readonly stores: Repositories;
  readonly spoolDir: string;
  readonly sizeLimit: SizeLimit;
  readonly role: Role;
  readonly events: ProfileEvents;
};

/** Why nothing can be written to disk: then nothing is uploaded either. */
export function diskConcern({ data }: ProfileContext): Failure | null {
  const failure = data.failure();
  return failure?.kind === 'disk' ? failure : null;
}
