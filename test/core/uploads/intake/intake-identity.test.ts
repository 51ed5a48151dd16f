import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../main/core/storage/database/database.ts';
import type { IntakeOutcome } from '../../../../main/core/uploads/intake/copy-file.ts';
import { createIntake } from '../../../../main/core/uploads/intake/intake.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import { freshStores } from '../../storage/fresh-stores.ts';
import { deflateSync } from 'node:zlib';
import { failures } from '../../../../main/core/messages/failures.ts';
import { jpegOf, pngChunk, pngHeader, pngStart, samplePng } from '../../../support/image-samples.ts';
import { opened } from '../../storage/create-database.ts';

const content = samplePng({ text: 'one flight' });
let folder: string;
let database: Database | null;

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'identity-'))));
afterEach(() => {
  database?.close();
  database = null;
  rmSync(folder, { recursive: true });
});

/** One run of the companion on the same data folder, with this pilot signed in. */
function start(pilot: string | null, profile = 'demo') {
  database?.close();
  database = opened(join(folder, 'companion.db'));
  const stores = freshStores(profile, database);
  const accountId = pilot === null ? null : stores.accountOf(pilot);
  const intake = createIntake({
    clock: createVirtualClock(),
    spoolDir: join(folder, 'spool'),
    stores: stores,
    accountId: () => accountId,
    maxFileBytes: () => 1_000_000,
    onAdded() {},
  });
  return {
    stores,
    accountId,
    async add(name: string, bytes = content, mtime = 1_000) {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      utimesSync(path, mtime, mtime);
      return intake.add({ path, name }, { kind: 'folder', folder: 'Shots' });
    },
  };
}
const idOf = (outcome: IntakeOutcome) => ('jobId' in outcome ? outcome.jobId : null);

describe('field guide 12: a report is its content, per account', () => {
  it('field guide 12: another modification time, name or folder makes no second report', async () => {
    const { add, stores } = start('anna');
    const first = await add('shot.png');
    expect(idOf(await add('shot.png', content, 2_000_000_000))).toBe(idOf(first));
    expect(idOf(await add('copy of shot.png'))).toBe(idOf(first));
    expect(stores.jobs.counts().waiting).toBe(1);
  });

  it('field guide 12: recognizes an uploaded file whose copy has been deleted', async () => {
    const { add, stores } = start('anna');
    const first = idOf(await add('shot.png'))!;
    stores.jobs.change(first, 5, { state: 'uploaded', evidence: 'answered', flightId: 7, uploadedAt: 5 });
    rmSync(join(folder, 'spool'), { recursive: true });
    const life = start('anna');
    expect(await life.add('shot again.png')).toMatchObject({ kind: 'duplicate', jobId: first });
    expect(life.stores.jobs.byId(first)?.state).toBe('uploaded');
    expect(readdirSync(join(folder, 'spool', 'incoming'))).toEqual([]);
  });

  it('field guide 12: two pilots each have a report of the same image', async () => {
    const annas = await start('anna').add('shot.png');
    const { add, stores, accountId } = start('ben');
    const bens = await add('shot.png');
    expect(bens.kind).toBe('added');
    expect(idOf(bens)).not.toBe(idOf(annas));
    expect(stores.jobs.byId(idOf(bens)!)?.accountId).toBe(accountId);
    expect(idOf(await start('anna').add('shot.png'))).toBe(idOf(annas));
  });

  it('field guide 12: a file added while signed out belongs to the first pilot, and is added once', async () => {
    const first = await start(null).add('shot.png');
    const { add, stores, accountId } = start('anna');
    stores.jobs.adoptOrphans(accountId!, 5);
    expect(await add('shot.png')).toMatchObject({ kind: 'duplicate', jobId: idOf(first) });
  });

  it('field guide 12: on another service the same file is a separate report', async () => {
    await start('anna').add('shot.png');
    expect((await start('anna', 'emulator').add('shot.png')).kind).toBe('added');
  });

  it('the same picture with another comment is the same report, also after it was uploaded or declined', async () => {
    const { add, stores } = start('anna');
    const tagged = samplePng({ text: 'one flight', comment: 'five stars' });
    const first = idOf(await add('shot.png'))!;
    expect(await add('tagged.png', tagged)).toMatchObject({ kind: 'duplicate', jobId: first });
    stores.jobs.change(first, 5, { state: 'uploaded', flightId: 7, uploadedAt: 5 });
    const { sha256 } = stores.jobs.byId(first)!;
    expect(await add('shot.png', tagged)).toMatchObject({ kind: 'duplicate', jobId: first });
    expect(stores.jobs.byId(first)!.sha256).toBe(sha256);
    stores.jobs.change(first, 6, { state: 'declined', removedAt: 6 });
    expect(await add('again.png', tagged)).toMatchObject({ failure: { message: { id: 'failure.declinedBefore' } } });
  });

  it('a lost copy is restored by another file of the same picture', async () => {
    const { add, stores } = start('anna');
    const first = idOf(await add('shot.png'))!;
    rmSync(join(folder, 'spool'), { recursive: true });
    const tagged = samplePng({ text: 'one flight', comment: 'five stars' });
    expect(await add('tagged.png', tagged)).toMatchObject({ kind: 'duplicate', jobId: first });
    const { spool, bytes } = stores.jobs.byId(first)!;
    expect(readFileSync(join(folder, 'spool', spool)).length).toBe(bytes);
    expect(bytes).toBe(tagged.length);
  });

  it('an edited picture under a path that was uploaded is held beside the earlier flight; a new one is not', async () => {
    const { add, stores } = start('anna');
    const view = (seed: number) => (index: number) => (index * index * seed) % 251;
    const rows = Buffer.from(Uint8Array.from({ length: 65 * 64 }, (_, at) => (at % 65 === 0 ? 0 : view(3)(at))));
    const png = (pixels: Buffer) =>
      Buffer.concat([pngStart, pngHeader(64, 64), pngChunk('IDAT', deflateSync(pixels)), pngChunk('IEND')]);
    const first = idOf(await add('latest.png', png(rows)))!;
    stores.jobs.change(first, 5, { state: 'uploaded', flightId: 4701, uploadedAt: 5 });
    const edited = Buffer.from(rows).fill(9, 65 * 20 + 10, 65 * 20 + 40);
    expect(await add('latest.png', png(edited))).toMatchObject({
      kind: 'added',
      held: failures.editedCopy({ jobId: first, flightId: 4701 }),
    });
    expect(await add('elsewhere.png', png(Buffer.from(edited).fill(8, 70, 80)))).toMatchObject({ held: null });
    const other = Buffer.from(rows.map((_, at) => (at % 65 === 0 ? 0 : view(7)(at))));
    expect(await add('latest.png', png(other))).toMatchObject({ kind: 'added', held: null });
  });

  it('a JPEG that another program wrote over an uploaded one is held; the next of the same tool is not', async () => {
    const { add, stores } = start('anna');
    const first = idOf(await add('latest.jpg', jpegOf({ scan: [1, 2, 3], table: 3 })))!;
    stores.jobs.change(first, 5, { state: 'uploaded', flightId: 4701, uploadedAt: 5 });
    const held = failures.editedCopy({ jobId: first, flightId: 4701 });
    expect(await add('latest.jpg', jpegOf({ scan: [1, 9, 3], table: 5 }))).toMatchObject({ kind: 'added', held });
    const next = idOf(await add('other.jpg', jpegOf({ scan: [4], table: 3 })))!;
    stores.jobs.change(next, 5, { state: 'uploaded', flightId: 4702, uploadedAt: 5 });
    expect(await add('other.jpg', jpegOf({ scan: [7], table: 3 }))).toMatchObject({ kind: 'added', held: null });
  });
});
