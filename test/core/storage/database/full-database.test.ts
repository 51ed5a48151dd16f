import { expect, test } from 'vitest';
import { inTransaction, relieveWhenFull } from '../../../../main/core/storage/database/database.ts';
import { dataUnderTest } from '../data-under-test.ts';
import { newJob } from '../fresh-stores.ts';

test('a transaction on a full database is run again once the reserve is released', () => {
  using folder = dataUnderTest();
  const data = folder.opened();
  folder.fill(data, 10);
  const { jobs } = folder.storesOf(data);
  const pages = Number(data.database.prepare('PRAGMA page_count').get()?.['page_count']);
  data.database.exec(`PRAGMA max_page_count = ${pages}`);
  let runs = 0;
  const grow = () =>
    inTransaction(data.database, () => {
      runs += 1;
      for (let job = 0; job < 200; job += 1) jobs.add(newJob({ accountId: 1 }));
    });
  const relief = [true, false];
  relieveWhenFull(data.database, () => {
    if (!relief.shift()) return false;
    data.database.exec('PRAGMA max_page_count = 1000000');
    return true;
  });
  grow();
  expect(runs).toBe(2);
  expect(data.database.prepare('SELECT COUNT(*) AS n FROM jobs').get()).toEqual({ n: 210 });
  data.close();
});
