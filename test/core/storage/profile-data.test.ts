// What becomes of the data of a service whose address changed.
import { expect, it } from 'vitest';
import { createProfileData } from '../../../main/core/storage/profile-data.ts';
import { freshStores, newJob } from './fresh-stores.ts';

it('moves to the new address, where reports of a pilot known to both are that one’s, and sign-ins end', () => {
  const here = freshStores('old');
  const there = freshStores('new', here.database);
  const data = createProfileData(here.database);
  const [anna, ben] = [here.accountOf('anna'), here.accountOf('ben')];
  const annaThere = there.accountOf('anna');
  const jobs = [anna, ben, null].map((accountId) => here.jobs.add(newJob({ accountId })));
  const folder = here.folders.add('old', '/shots', 1);
  here.switches.setPaused(true);
  expect([data.waiting('old'), data.waiting('new'), data.waiting('other')]).toEqual([3, 0, null]);

  data.move('old', 'new');
  expect([data.waiting('old'), data.waiting('new')]).toEqual([0, 3]);
  expect(jobs.map((id) => there.jobs.byId(id)?.accountId)).toEqual([annaThere, ben, null]);
  expect(there.folders.list('new').map(({ id }) => id)).toEqual([folder.id]);
  expect(there.switches.isPaused()).toBe(true);
  expect(here.accounts.list('old')).toEqual([]);
  expect(there.accounts.list('new').map(({ id }) => id)).toEqual([annaThere]);
});
