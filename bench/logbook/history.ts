// A data folder's database with a long history of plausible flights: 300 airports, 5,000 routes, 12 types, twenty
// years.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogbookFilter } from '../../main/contract/logbook.ts';
import type { Flight } from '../../main/contract/flight.ts';
import { createRepositories } from '../../main/core/storage/repositories.ts';
import { openDatabase } from '../../main/core/storage/database/database.ts';
import { loadAirports } from '../../main/core/logbook/airports.ts';
import { createLogbook } from '../../main/core/logbook/logbook.ts';
import { systemClock } from '../../main/core/platform/system-clock.ts';
import { drawFrom } from '../harness/draw.ts';

const types = ['A320', 'B738', 'A20N', 'A321', 'B77W', 'E190', 'CRJ9', 'DH8D', 'C172', 'A359', 'B789', 'A388'];
const routeCount = 5_000;
/** The airports that the benchmarks search for. */
const searched = ['LOWG', 'EDDF', 'KJFK', 'EGLL'];
const yearsMs = 20 * 365 * 86_400_000;

/** The filter that all flights match. */
export const everything: LogbookFilter = {
  pilots: 'active',
  from: null,
  to: null,
  types: [],
  airports: [],
  route: null,
  statuses: [],
  differs: false,
  q: '',
};

/** Fills a new database at `path`. Returns the account. */
async function writeHistory(path: string, flights: number): Promise<number> {
  const opened = openDatabase(path);
  if (!opened.ok) throw new Error(opened.failure.message.id);
  const database = opened.value;
  const airports = await loadAirports();
  const draw = drawFrom(1);
  const oneOf = <T>(items: readonly T[]) => items[Math.floor(draw() * items.length)]!;
  const known = airports.codes.filter((code) => /^[A-Z]{4}$/.test(code));
  const hubs = [...searched, ...Array.from({ length: 300 - searched.length }, () => oneOf(known))];
  const routes = Array.from({ length: routeCount }, (_, at) => [hubs[at % hubs.length]!, oneOf(hubs)] as const);
  const insertAccount = database.prepare(
    "INSERT INTO accounts (profile, subject, name, created_at, used_at) VALUES ('bench', 'pilot', 'Pilot', 1, 1)",
  );
  const account = Number(insertAccount.run().lastInsertRowid);
  const insert = database.prepare('INSERT INTO flights VALUES (?, ?, ?, NULL, ?, ?, ?, ?, ?)');
  const insertJob = database.prepare(
    `INSERT INTO jobs (profile, account_id, sha256, name, bytes, media_type, spool, source, added_at, state, since, flight_id)
     VALUES ('bench', ?, ?, ?, 1, 'image/png', '', '{}', 1, 'uploaded', 1, ?)`,
  );
  database.exec('BEGIN');
  for (let index = 0; index < flights; index += 1) {
    const at = Math.round(1_795_000_000_000 - (flights - index) * (yearsMs / flights));
    const date = new Date(at).toISOString().slice(0, 19);
    // A few routes and types have most flights.
    const [icaoOut, icaoIn] = routes[Math.floor(draw() * draw() * routes.length)]!;
    const isArchived = draw() < 0.01;
    const record = {
      id: index + 1,
      date,
      dateAt: at,
      aircraft: types[Math.floor(draw() * draw() * types.length)]!,
      icaoOut,
      icaoIn,
      totalFt: 60 + Math.floor(draw() * 620),
      enRoute: 40 + Math.floor(draw() * 600),
      pax: Math.floor(draw() * 300),
      cargoKg: Math.floor(draw() * 20_000),
      delayMin: draw() < 0.05 ? null : Math.floor(draw() * 80 - 25),
      moderatorChecked: draw() < 0.5,
      automatedChecked: true,
      ratingContribution: Math.round(draw() * 100) / 100,
      seasonPoints: Math.floor(draw() * 500),
      isArchived,
      createdAtText: date,
      createdAt: at,
    } satisfies Flight;
    // Half of the flights were reported from here.
    if (index % 2 === 0)
      insertJob.run(account, String(record.id), `Screenshot ${Math.floor(draw() * 1e6)}.png`, record.id);
    insert.run(account, record.id, JSON.stringify(record), isArchived ? 'archived' : 'completed', at, at, at, at);
  }
  database.exec('COMMIT');
  database.close();
  return account;
}

/** A logbook over a new data folder, which is removed when the scene ends. */
export async function openLogbook(flights: number) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-logbook-'));
  const path = join(folder, 'companion.db');
  const account = await writeHistory(path, flights);
  const opened = openDatabase(path);
  if (!opened.ok) throw new Error(opened.failure.message.id);
  const database = opened.value;
  createRepositories(database, 'bench');
  const book = createLogbook({
    clock: systemClock,
    database,
    profile: 'bench',
    accountId: () => account,
    shown: () => [account],
    completenessOf: () => ({ status: 'complete', flights, unread: 0, readAfter: null }),
    language: () => 'en',
  });
  // What is done once per data folder and process.
  await book.totals(everything);
  return {
    book,
    folder,
    async [Symbol.asyncDispose]() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}
