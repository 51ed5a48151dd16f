// What the leader writes about itself, a row for each profile that it works for, so that no other process has to guess.
// It counts while the leader's lock is held.
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Worker } from '../../../contract/state.ts';
import { nameSchema } from '../../../messages/message.ts';
import type { Logger } from '../../platform/ports.ts';
import type { Database } from '../database/database.ts';
import { isLocked, leaderLockName } from '../files/lock-file.ts';
import { storageErrorOf } from '../files/storage-errors.ts';

const detailsSchema = z.object({ service: nameSchema, address: z.string(), isUploading: z.boolean() });

type Leader = z.infer<typeof detailsSchema> & {
  /** Another one for each profile that it opens. */
  readonly id: string;
  /** The key of the profile. */
  readonly profile: string;
};

export type LeaderRecord = ReturnType<typeof createLeaderRecord>;

export function createLeaderRecord(deps: { database: Database; dataDir: string; log: Logger }) {
  const { database } = deps;
  const lock = join(deps.dataDir, leaderLockName);
  const select = database.prepare('SELECT id, profile, details FROM leader ORDER BY profile IS ? DESC, rowid DESC');
  const replace = database.prepare('INSERT OR REPLACE INTO leader (id, profile, details) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM leader WHERE id = ?');

  /** A full disk keeps no leader from its work, and other processes see that the disk is full. */
  function unlessFull(write: () => void) {
    try {
      write();
    } catch (error) {
      if (storageErrorOf(error) === null) throw error;
      deps.log.warn('the record of the leader could not be written', { error });
    }
  }

  /** A leader sends nothing once another file is in the place of its lock. */
  function isHeld(): boolean {
    try {
      return isLocked(lock);
    } catch (error) {
      if (storageErrorOf(error) === null) throw error;
      return false;
    }
  }

  /** What the other process that uploads and watches now does for this profile, or for another one. */
  function other(wanted: string | null): Leader | null {
    if (!isHeld()) return null;
    const row = select.get(wanted);
    const details = row && detailsSchema.safeParse(JSON.parse(String(row['details'])));
    if (!details?.success || !details.data.isUploading) return null;
    return { ...details.data, id: String(row!['id']), profile: String(row!['profile']) };
  }

  return {
    /** For the other processes: who works, seen from this profile. */
    worker(profile: string | null): Worker {
      const found = other(profile);
      return found
        ? { is: 'other', service: found.service, address: found.address, isSameService: found.profile === profile }
        : { is: 'none' };
    },
    /** For the other processes: the id of the leader that works for this profile; null if none does. */
    idFor(profile: string): string | null {
      const found = other(profile);
      return found?.profile === profile ? found.id : null;
    },
    write: ({ id, profile, ...details }: Leader) => unlessFull(() => replace.run(id, profile, JSON.stringify(details))),
    remove: (id: string) => unlessFull(() => remove.run(id)),
    /** Call it with the lock, before anything is written: a process that has died left its record. */
    clear: () => unlessFull(() => database.exec('DELETE FROM leader')),
  };
}
