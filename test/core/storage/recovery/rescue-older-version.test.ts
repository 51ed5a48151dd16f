// A damaged database of an earlier version, as after an update: its rows are carried over and migrated.
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../main/core/storage/database/database.ts';
import { migrations } from '../../../../main/core/storage/database/migrations.ts';
import { flightOf } from '../../sample-flight.ts';
import { dataUnderTest } from '../data-under-test.ts';

const PAGE = 4096;
const firstWithPresentNames = migrations.findIndex((step) => step.includes('RENAME TO history')) + 1;

it.each([1, 2, firstWithPresentNames - 1, firstWithPresentNames, migrations.length - 1])(
  'a damaged database of version %i keeps its rows',
  (version) => {
    using data = dataUnderTest();
    const opened = openDatabase(data.path, migrations.slice(0, version));
    if (!opened.ok) throw new Error(opened.failure.code);
    const old = opened.value;
    const { sha256, spool } = data.spooled();
    const [addedAt, history] = version < firstWithPresentNames ? ['taken_at', 'happenings'] : ['added_at', 'history'];
    const record = JSON.stringify(flightOf({ id: 7, aircraft: 'A320' }));
    old.exec(`
      INSERT INTO accounts VALUES (1, 'demo', 'anna', 'Anna', 1, 2, 0);
      INSERT INTO jobs (id, profile, account_id, sha256, name, bytes, media_type, spool, source, ${addedAt}, state, since, flight_id, uploaded_at)
        VALUES (4, 'demo', 1, '${sha256}', 'sent.png', 9, 'image/png', '${spool}', '{"kind":"dropped"}', 3, 'uploaded', 4, 7, 4);
      INSERT INTO flights VALUES (1, 7, '${record}', 'with-moderator', 5, 5, 5, 6);
      INSERT INTO ${history} (account_id, job_id, flight_id, at, what, details) VALUES (1, 4, 7, 4, 'uploaded', '{"flightId":7}');
      INSERT INTO pacing VALUES (1, '{"least":4000}');
    `);
    const page = Number(
      old.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'accounts_by_subject'").get()?.['rootpage'],
    );
    old.close();
    data.damage((content) => Buffer.from(content).fill(0xa5, (page - 1) * PAGE, page * PAGE));
    const rescued = data.opened();
    expect(rescued.concern()?.message.id).toMatch(/^failure\.dataRescued/);
    const stores = data.storesOf(rescued);
    expect(stores.jobs.byId(4)).toMatchObject({ state: 'uploaded', flightId: 7, addedAt: 3 });
    expect(stores.flights.byId(1, 7)).toMatchObject({ record: { aircraft: 'A320' }, completedAt: 6 });
    expect(stores.history.of({ jobId: 4 })).toMatchObject([{ what: 'uploaded' }]);
    expect(stores.requests.storedState(1)).toBe('{"least":4000}');
    rescued.close();
  },
);
