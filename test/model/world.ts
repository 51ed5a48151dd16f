// A pilot, a watched folder, a service and a computer around a whole companion, in virtual time. A world knows what was
// really done, so that what the companion says can be held against it.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JobState, Strip } from '../../main/contract/strip.ts';
import type { Evidence } from '../../main/contract/evidence.ts';
import { createFileLog } from '../../main/core/platform/logging/log-file.ts';
import { ok } from '../../main/contract/failure.ts';
import { mountSmallDisk } from '../core/storage/small-disk.ts';
import { memoryFolder } from '../setup/memory-folder.ts';
import { openFlightDeck, pngOf, type FlightDeck } from '../support/flight-deck.ts';

export const pilots = { demo: 'Demo Pilot', other: 'Other Pilot' } as const;
export type PilotId = keyof typeof pilots;

/** An image that the pilot made. */
export type Image = {
  readonly sha256: string;
  readonly bytes: Buffer;
  readonly isFromFolder: boolean;
  path: string;
  /** Who was signed in when it was dropped, null for nobody; or whose folder it is in. */
  owner: PilotId | null;
  /** The pilot removed it, or gave it to another account: what becomes of it was the pilot's own decision. */
  isDecided: boolean;
  /** The pilot changed, renamed or deleted the file. */
  isTouched: boolean;
  /** The pilot was told at once that it isn't added. */
  isRefused: boolean;
};

/** A report as the database has it. */
export type Row = {
  readonly id: number;
  readonly sha256: string;
  readonly name: string;
  readonly state: JobState;
  readonly evidence: Evidence | null;
  readonly agreed_at: number | null;
  readonly flight_id: number | null;
  readonly removed_at: number | null;
  /** Whether it is on the board: of the shown pilot, or not uploaded and of nobody who is signed in. */
  readonly is_shown: 0 | 1;
};

export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld() {
  const secrets = new Set<string>();
  const disk = mountSmallDisk(mkdtempSync(join(memoryFolder(), 'model-')), 24);
  const deck: FlightDeck = await openFlightDeck({
    expectsMishaps: true,
    hasOwnTime: true,
    dataDir: join(disk.mountPoint, 'data'),
    onSecret: ({ value }) => void secrets.add(value),
    openLog: ({ dataDir, clock }) => createFileLog({ folder: join(dataDir, 'logs'), clock }),
    trash: async (path) => {
      rmSync(path);
      return ok(null);
    },
  });
  const images: Image[] = [];
  /** The flight that the service answered with, by the id of the report. */
  const answered = new Map<number, number>();
  let count = 0;
  deck.emulator.pilots.add({ id: 'other', name: pilots.other });
  // The folder of the pilot who is signed in.
  await deck.answer('folders.add', { path: deck.screenshots, existing: false, rules: {} });
  // Flights can be read from the start, so that a later refusal to list them is a fault.
  await deck.pass(3_000);

  /** A new image; `name`: saved over the one that has the name. */
  function paint(isFromFolder: boolean, name?: string): Image {
    count += 1;
    const path = isFromFolder ? join(deck.screenshots, name ?? `${count}.png`) : deck.file(`${count}.png`, '');
    const bytes = pngOf(`image ${count} ${'.'.repeat(2_000)}`);
    const image: Image = {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes,
      isFromFolder,
      path,
      owner: isFromFolder ? 'demo' : null,
      isDecided: false,
      isTouched: false,
      isRefused: false,
    };
    writeFileSync(path, bytes);
    images.push(image);
    return image;
  }

  function rows(): Row[] {
    using database = new DatabaseSync(join(deck.dataDir, 'companion.db'), { readOnly: true });
    return database
      .prepare(
        `SELECT id, sha256, name, state, evidence, agreed_at, flight_id, removed_at,
           account_id IS NULL
             OR account_id IN (SELECT account_id FROM sign_ins WHERE in_use = 1
               OR EXISTS (SELECT 1 FROM pause_switch WHERE name = 'everyone' AND is_on = 1))
             OR (state <> 'uploaded' AND account_id NOT IN (SELECT account_id FROM sign_ins)) AS is_shown
         FROM jobs`,
      )
      .all() as Row[];
  }

  async function pilot(): Promise<PilotId | null> {
    const { account } = await deck.state();
    if (account.status !== 'signed-in') return null;
    const shown = JSON.stringify(account);
    return shown.includes(pilots.other) ? 'other' : 'demo';
  }

  return {
    deck,
    disk,
    secrets,
    images,
    answered,
    paint,
    rows,
    pilot,
    flights: () => deck.emulator.flights.list({ limit: 1000 }).items,
    existing: () => images.filter(({ path, isTouched }) => !isTouched && existsSync(path)),
    /** The image of a strip. */
    imageOf: (strip: Strip) => {
      const row = rows().find(({ id }) => `job-${id}` === strip.id);
      return images.find(({ sha256 }) => sha256 === row?.sha256);
    },
    rename(image: Image, name: string) {
      const to = join(deck.screenshots, name);
      renameSync(image.path, to);
      image.path = to;
    },
    filesOnDisk: () =>
      readdirSync(deck.dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => {
          const path = join(entry.parentPath, entry.name);
          // The database removes its journals meanwhile.
          return { name: basename(path), content: existsSync(path) ? readFileSync(path) : Buffer.alloc(0) };
        }),
    /** What was asked of the service, and what each report's history says. */
    async histories(): Promise<string[]> {
      const asked = deck.emulator.journal
        .list({ limit: 1000 })
        .items.map(({ at, method, path, status, rule, fault }) =>
          [at, method, path, status ?? 'no answer', rule ?? '', fault === null ? '' : `fault ${fault}`].join(' '),
        );
      const strips = (await deck.strips()).filter(({ file }) => file !== null);
      const told = strips.map(async ({ id, file, bay, stage }) => {
        const { history } = await deck.answer('strips.detail', { id });
        const lines = history.map(
          ({ at, message }) => `  ${new Date(at).toISOString()} ${message.id} ${JSON.stringify(message.params)}`,
        );
        return [`${id} ${file?.name} ${bay} ${stage}`, ...lines].join('\n');
      });
      return [...asked, ...(await Promise.all(told))];
    },
    async [Symbol.asyncDispose]() {
      disk.empty();
      await deck[Symbol.asyncDispose]();
      disk.unmount();
      rmSync(disk.mountPoint, { recursive: true, force: true });
    },
  };
}
