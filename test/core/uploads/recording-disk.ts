// The real disk, with a record of its calls, and with faults on demand.
import { basename } from 'node:path';
import { spoolDisk, type SpoolDisk } from '../../../main/core/uploads/spool/spool.ts';

export type RecordingDisk = SpoolDisk & { readonly calls: string[] };

/** @param before Called before each call is forwarded, with its line; an exception from it reaches the caller. */
export function createRecordingDisk(before: (call: string) => void | Promise<void> = () => {}): RecordingDisk {
  const calls: string[] = [];
  const names = new Map<string, string>();
  /** Random names are numbered, so that records can be compared. */
  const nameOf = (path: string) => {
    const name = basename(path);
    if (!/^[0-9a-f-]{36}$/.test(name)) return name;
    if (!names.has(name)) names.set(name, `copy-${names.size + 1}`);
    return names.get(name)!;
  };
  const note = async (call: string) => {
    calls.push(call);
    await before(call);
  };
  return {
    calls,
    async makeFolder(path) {
      await note(`make ${nameOf(path)}`);
      await spoolDisk.makeFolder(path);
    },
    async create(path) {
      const name = nameOf(path);
      await note(`create ${name}`);
      const file = await spoolDisk.create(path);
      return {
        async write(piece) {
          await note(`write ${name}`);
          await file.write(piece);
        },
        async sync() {
          await note(`sync ${name}`);
          await file.sync();
        },
        async close() {
          calls.push(`close ${name}`);
          await file.close();
        },
      };
    },
    async rename(from, to) {
      await note(`rename ${nameOf(from)} ${nameOf(to)}`);
      await spoolDisk.rename(from, to);
    },
    async syncFolder(path) {
      await note(`sync folder ${nameOf(path)}`);
      await spoolDisk.syncFolder(path);
    },
    touch: (path, atMs) => spoolDisk.touch(path, atMs),
    async remove(path) {
      calls.push(`remove ${nameOf(path)}`);
      await spoolDisk.remove(path);
    },
    bytesOf: (path) => spoolDisk.bytesOf(path),
  };
}
