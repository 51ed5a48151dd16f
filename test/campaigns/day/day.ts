// A day of following flights, with the companion's real request scheduler, uploader, tracker and database in virtual
// time.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { between, drawFrom } from '../../../bench/harness/draw.ts';
import { ok } from '../../../main/contract/failure.ts';
import { createAccountWorkers } from '../../../main/core/profile/account-workers.ts';
import { emulatorProfile } from '../../../main/core/service/profile.ts';
import { createSizeLimit } from '../../../main/core/uploads/uploader-ports.ts';
import { freshStores, newJob } from '../../core/storage/fresh-stores.ts';
import { createDayClock } from './day-clock.ts';
import { createDayService, type Change } from './day-service.ts';

const minuteMs = 60_000;

type DayWishes = {
  readonly seed: number;
  readonly hours: number;
  /** Reports that arrive during the day, a few at a time. */
  readonly uploads: number;
  /** Flights that are open at the start. */
  readonly followed: number;
  /** Completed flights that only the service has at the start; the logbook loads them. */
  readonly older: number;
  readonly hasSubscription: boolean;
};

type Day = {
  readonly changes: readonly Change[];
  readonly counts: { reads: number; uploads: number; rateLimited: number; tooFast: number };
  readonly uploaded: number;
  /** How many of the older flights were loaded, and when the last one was. */
  readonly loaded: number;
  readonly loadedAtMs: number | null;
  /** Open flights on which companion and service differ, though nothing changed for an hour. */
  readonly wrong: number;
};

export async function runDay({ seed, hours, uploads, followed, older, hasSubscription }: DayWishes): Promise<Day> {
  const draw = drawFrom(seed);
  const clock = createDayClock(Date.UTC(2026, 4, 12));
  const stores = freshStores();
  const accountId = stores.accountOf('anna');
  const service = createDayService({ clock, draw, hasSubscription, minuteMs: minuteMs });
  const endMs = hours * 60 * minuteMs;

  for (let place = 0; place < older; place += 1) service.put(endMs + (older - place) * minuteMs, null, null);
  // Two of three are open, as in a pilot's list: the others are settled.
  let open = 0;
  for (let place = 0; open < followed; place += 1) {
    const isCompleted = place % 3 === 2;
    const ageMs = endMs * (1 - open / followed);
    const hasAutomatic = draw() < 0.3;
    const moderatorInMs = between(draw, 0, 1.5) * endMs;
    const automaticInMs = hasAutomatic ? moderatorInMs * draw() : null;
    const flight = isCompleted ? service.put(ageMs, null, null) : service.put(ageMs, automaticInMs, moderatorInMs);
    if (!isCompleted) open += 1;
    const stage = isCompleted ? 'completed' : flight.automatedChecked ? 'with-moderator' : 'automatic-check';
    stores.flights.put(accountId, flight, stage, flight.createdAt!, isCompleted ? clock.now() : null, clock.now());
  }

  // The app has uploaded before: the subscription is known.
  if (hasSubscription) {
    stores.requests.end(stores.requests.begin(accountId, 'upload', clock.now()), clock.now(), 'accepted');
  }
  const spoolDir = mkdtempSync(join(tmpdir(), 'day-'));
  const workers = createAccountWorkers(
    {
      clock,
      log: {
        debug() {},
        info() {},
        warn() {},
        error: (message, fields) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
      },
      profile: emulatorProfile('emulator', 'http://127.0.0.1:1'),
      stores,
      spoolDir,
      sizeLimit: createSizeLimit({ clock, facts: stores.facts, inSettings: () => 1e7 }),
    },
    {
      accountId,
      client: service.client,
      tokens: {
        accessToken: async () => ok({ value: 'token' }),
        rejected: async () => ok({ value: 'token' }),
        accepted() {},
        isSignedIn: () => true,
      },
      restoreCopy: async () => {},
      events: { onSent() {}, onJobs() {}, onFlights() {}, onProgress() {}, onState() {} },
    },
  );
  for (let left = uploads; left > 0;) {
    const together = Math.min(left, Math.ceil(between(draw, 0, 40)));
    left -= together;
    clock.schedule(between(draw, 0, 0.9) * endMs, () => {
      for (let one = 0; one < together; one += 1) {
        stores.jobs.add(newJob({ accountId, ...spooledImage(spoolDir), addedAt: clock.now() }));
      }
      workers.uploader.wake();
    });
  }
  const oldest = stores.database.prepare('SELECT COUNT(*) AS n FROM flights WHERE id <= ?');
  const countLoaded = () => Number(oldest.get(older)?.['n']);
  let loadedAtMs: number | null = null;
  function watchLoading() {
    if (countLoaded() === older) loadedAtMs = clock.monotonic();
    else clock.schedule(minuteMs, watchLoading);
  }
  clock.schedule(minuteMs, watchLoading);
  workers.start({ uploads: true, reading: true, isAlone: true });
  await clock.run(endMs);
  const quietSince = endMs - 60 * minuteMs;
  const changedLately = new Set(service.changes.filter((one) => one.atMs > quietSince).map((one) => one.id));
  const wrong = stores.flights
    .open(accountId)
    .filter((flight) => !changedLately.has(flight.id))
    .filter(({ id, record }) => JSON.stringify(record) !== JSON.stringify(service.record(id))).length;
  const stopping = workers.stop();
  await clock.run(endMs + minuteMs);
  await stopping;
  const uploaded = stores.jobs.counts().uploaded;
  const loaded = countLoaded();
  stores.database.close();
  rmSync(spoolDir, { recursive: true });
  return { changes: service.changes, counts: service.counts, uploaded, loaded, loadedAtMs, wrong };
}

let images = 0;

/** A copy in the spool, with unique content: it is compared with the upload. */
function spooledImage(spoolDir: string) {
  const content = Buffer.from(`image ${(images += 1)}`);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const spool = `${sha256}.png`;
  writeFileSync(join(spoolDir, spool), content);
  return { sha256, spool, bytes: content.length };
}
