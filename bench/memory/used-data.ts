// Creates data folders with a long queue, by the companion's own repositories, closed as in a clean shutdown.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../../main/core/platform/ports.ts';
import { createRepositories } from '../../main/core/storage/repositories.ts';
import { openDataFolder } from '../../main/core/storage/data-folder.ts';
import { makeImage } from '../harness/images.ts';

type Use = {
  profile: string;
  /** The pilot of the emulator who signs in. */
  subject: string;
  waiting: number;
};

/** The number of images that are really in the spool; no run uploads more. */
const images = 100;

const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

export function writeUsedData(folder: string, use: Use) {
  const now = Date.now();
  mkdirSync(folder, { recursive: true });
  const opened = openDataFolder({
    folder,
    profile: use.profile,
    clock: { now: () => now },
    log: quiet,
    lock: { isHeld: () => true, isInPlace: () => true },
  });
  if (!opened.ok) throw new Error(opened.failure.message.id);
  const stores = createRepositories(opened.value.database, use.profile);
  stores.inTransaction(() => {
    const account = stores.accounts.signedIn(use.profile, { subject: use.subject, name: null }, now).id;
    for (let index = 0; index < use.waiting; index += 1) {
      const { sha256, spool, bytes } = index < images ? spooled(folder) : named(index);
      const jobId = stores.jobs.add({
        accountId: account,
        sha256,
        imageHash: sha256,
        name: `Screenshot 2026-05-12 at 14.02.${index}.png`,
        bytes,
        mediaType: 'image/png',
        spool,
        source: { kind: 'folder', folder: 'Screenshots' },
        originalPath: `/home/pilot/Pictures/Screenshots/Screenshot 2026-05-12 at 14.02.${index}.png`,
        addedAt: now,
        state: 'waiting',
        reason: null,
      });
      stores.history.add({ accountId: account, jobId }, now, { what: 'added', source: { kind: 'dropped' } });
    }
  });
  opened.value.close();
}

function spooled(folder: string) {
  const image = makeImage('png', 200_000);
  const sha256 = createHash('sha256').update(image).digest('hex');
  const spool = join(sha256.slice(0, 2), `${sha256}.png`);
  mkdirSync(join(folder, 'spool', sha256.slice(0, 2)), { recursive: true });
  writeFileSync(join(folder, 'spool', spool), image);
  return { sha256, spool, bytes: image.length };
}

function named(index: number) {
  const sha256 = createHash('sha256').update(String(index)).digest('hex');
  return { sha256, spool: join(sha256.slice(0, 2), `${sha256}.png`), bytes: 1_500_000 };
}
