// A data folder with rows in every table, as after weeks of use, and ways to damage it.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, utimesSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../../../main/core/platform/ports.ts';
import { createRepositories, type Repositories } from '../../../main/core/storage/repositories.ts';
import { openDataFolder, type DataFolder } from '../../../main/core/storage/data-folder.ts';
import { inTransaction } from '../../../main/core/storage/database/database.ts';
import { pngOf } from '../../support/flight-deck.ts';
import { flightOf } from '../sample-flight.ts';
import { newJob } from './fresh-stores.ts';

const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** `like`: another data folder whose files are copied, open or not. `folder` is created by default. */
export function dataUnderTest(like?: string, folder = mkdtempSync(join(tmpdir(), 'data-'))) {
  if (like !== undefined) cpSync(like, folder, { recursive: true, preserveTimestamps: true });
  const path = join(folder, 'companion.db');
  let now = 1_800_000_000_000;
  let images = 0;
  const clock = { now: () => now };
  const lock = { isHeld: () => true, isInPlace: () => true };
  const open = () => openDataFolder({ folder, profile: 'demo', clock, log: quiet, lock });
  function opened(): DataFolder & Disposable {
    const result = open();
    if (!result.ok) throw new Error(`${result.failure.message.id} (${result.failure.code})`);
    return Object.assign(result.value, { [Symbol.dispose]: result.value.close });
  }
  const storesOf = (data: DataFolder): Repositories => createRepositories(data.database, 'demo', data.journal);
  return {
    folder,
    path,
    wal: `${path}-wal`,
    clock,
    lock,
    open,
    opened,
    storesOf,
    pass: (ms: number) => (now += ms),
    /** An image in the spool, named by its content; returns what its job needs to name it. */
    spooled() {
      const image = pngOf(`image ${(images += 1)}`);
      const sha256 = createHash('sha256').update(image).digest('hex');
      const spool = join(sha256.slice(0, 2), `${sha256}.png`);
      mkdirSync(join(folder, 'spool', sha256.slice(0, 2)), { recursive: true });
      writeFileSync(join(folder, 'spool', spool), image);
      utimesSync(join(folder, 'spool', spool), now / 1000, now / 1000);
      return { sha256, spool, bytes: image.length };
    },
    /** Anna's `reports`, of which every third waits, and as many flights with their history. */
    fill(data: DataFolder, reports: number) {
      const stores = storesOf(data);
      return inTransaction(data.database, () => {
        const anna = stores.accounts.signedIn('demo', { subject: 'anna', name: 'Anna' }, now).id;
        const folderId = stores.folders.add('demo', '/shots', now).id;
        for (let index = 1; index <= reports; index += 1) {
          const job = newJob({ ...this.spooled(), accountId: anna, addedAt: now });
          const id = stores.jobs.add(job);
          stores.history.add({ accountId: anna, jobId: id }, now, { what: 'added', source: job.source });
          if (index % 3 !== 0) {
            stores.jobs.change(id, now, {
              state: 'uploading',
              attempts: 1,
              attempt: { startedAt: now, endedAt: null, baselineId: index - 1, lookups: 0 },
            });
            stores.jobs.change(id, now, {
              state: 'uploaded',
              evidence: 'answered',
              attempt: null,
              flightId: index,
              uploadedAt: now,
            });
            stores.flights.put(anna, flightOf({ id: index, aircraft: `type ${index}` }), {
              stage: 'completed',
              stageSince: now,
              completedAt: now,
              polledAt: now,
            });
          }
          stores.folders.ledger.put(folderId, {
            path: `/shots/${index}.png`,
            size: 9,
            mtimeMs: now + 0.5,
            ctimeMs: now + 0.5,
            ino: 2 ** 60,
            verdict: 'added',
            message: null,
            sha256: job.sha256,
          });
        }
        data.database.exec("INSERT INTO pause_switch VALUES ('demo', 'paused', 1)");
        data.database.exec(`INSERT INTO pacing VALUES (${anna}, '{"least":5000}')`);
        return anna;
      });
    },
    damage(change: (content: Buffer) => Buffer, file = path) {
      writeFileSync(file, change(readFileSync(file)));
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
