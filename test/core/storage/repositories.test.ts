import { beforeEach, describe, expect, it } from 'vitest';
import { flightOf } from '../sample-flight.ts';
import { freshStores, newJob, type FreshStores } from './fresh-stores.ts';

let stores: FreshStores;
beforeEach(() => {
  stores = freshStores();
});

describe('accounts', () => {
  const anna = { subject: 'a-1', name: 'Anna' };

  it('are the same for the same pilot at the same service, even after a sign-out', () => {
    const first = stores.accounts.signedIn('demo', anna, 1);
    expect(stores.accounts.signedIn('demo', anna, 2)).toEqual(first);
    stores.accounts.signedOut(first.id);
    expect(stores.accounts.current('demo')).toBeNull();
    expect(stores.accounts.signedIn('demo', anna, 3).id).toBe(first.id);
    expect(stores.accounts.current('demo')?.id).toBe(first.id);
    expect(stores.accounts.signedIn('service-x', anna, 4).id).not.toBe(first.id);
  });

  it('without a name end with the sign-out, because the next sign-in may be another pilot (A18)', () => {
    const nobody = { subject: null, name: null };
    const first = stores.accounts.signedIn('demo', nobody, 1);
    expect(stores.accounts.signedIn('demo', nobody, 2).id).toBe(first.id);
    stores.accounts.signedOut(first.id);
    expect(stores.accounts.signedIn('demo', nobody, 3).id).not.toBe(first.id);
  });

  it('accept a name that arrives later, but never merge with an existing account', () => {
    const nobody = stores.accounts.signedIn('demo', { subject: null, name: null }, 1);
    expect(stores.accounts.learnName('demo', nobody.id, { subject: 'a-1', name: 'Anna' })).toBe(true);
    expect(stores.accounts.byId(nobody.id)).toEqual({ id: nobody.id, subject: 'a-1', name: 'Anna' });
    expect(stores.accounts.signedIn('demo', anna, 2).id).toBe(nobody.id);
    stores.accounts.signedOut(nobody.id);
    const later = stores.accounts.signedIn('demo', { subject: null, name: null }, 3);
    expect(stores.accounts.learnName('demo', later.id, anna)).toBe(false);
    expect(stores.accounts.byId(later.id)?.subject).toBeNull();
  });

  it('keep a name that the service does not repeat', () => {
    stores.accounts.signedIn('demo', anna, 1);
    expect(stores.accounts.signedIn('demo', { subject: 'a-1', name: null }, 2).name).toBe('Anna');
  });

  it('make the last one used the current one', () => {
    const first = stores.accounts.signedIn('demo', anna, 1);
    const second = stores.accounts.signedIn('demo', { subject: 'b-2', name: 'Ben' }, 2);
    expect(stores.accounts.current('demo')?.id).toBe(second.id);
    stores.accounts.signedIn('demo', anna, 3);
    expect(stores.accounts.current('demo')?.id).toBe(first.id);
  });
});

describe('several signed-in accounts', () => {
  const anna = { subject: 'a-1', name: 'Anna' };
  const ben = { subject: 'b-2', name: 'Ben' };
  const nobody = { subject: null, name: null };
  const places = () => stores.accounts.list('demo').map(({ name, item, isInUse }) => [name, item, isInUse]);

  it('each have a place for tokens, and exactly one is active', () => {
    stores.accounts.signedIn('demo', anna, 1);
    stores.accounts.signedIn('demo', ben, 2, 'ab12');
    expect(places()).toEqual([
      ['Anna', '', true],
      ['Ben', 'ab12', false],
    ]);
    stores.accounts.use('demo', 'ab12');
    expect(stores.accounts.current('demo')).toMatchObject({ name: 'Ben', item: 'ab12' });
    stores.accounts.use('demo', '');
    expect(stores.accounts.current('demo')).toMatchObject({ name: 'Anna', item: '' });
  });

  it('are listed for their own service only', () => {
    stores.accounts.signedIn('demo', anna, 1);
    stores.accounts.signedIn('service-x', ben, 2);
    expect(stores.accounts.list('service-x').map(({ name }) => name)).toEqual(['Ben']);
    stores.accounts.use('service-x', '');
    expect(stores.accounts.current('demo')?.name).toBe('Anna');
  });

  it('sign out one by one without activating another', () => {
    const first = stores.accounts.signedIn('demo', anna, 1);
    stores.accounts.signedIn('demo', ben, 2, 'ab12');
    stores.accounts.signedOut(first.id);
    expect(places()).toEqual([['Ben', 'ab12', false]]);
    expect(stores.accounts.current('demo')).toBeNull();
  });

  it('list the earlier token places of a pilot who signs in again', () => {
    stores.accounts.signedIn('demo', anna, 1);
    stores.accounts.signedIn('demo', ben, 2, 'ab12');
    stores.accounts.signedIn('demo', anna, 3, 'cd34');
    expect(stores.accounts.olderItems('demo', 'cd34')).toEqual(['']);
    expect(stores.accounts.olderItems('demo', 'ab12')).toEqual([]);
    stores.accounts.forget('demo', '');
    expect(places()).toEqual([
      ['Anna', 'cd34', false],
      ['Ben', 'ab12', false],
    ]);
  });

  it('without a name are told apart by their token places (A18)', () => {
    const one = stores.accounts.signedIn('demo', nobody, 1);
    const other = stores.accounts.signedIn('demo', nobody, 2, 'ab12');
    expect(other.id).not.toBe(one.id);
    expect(stores.accounts.signedIn('demo', nobody, 3, 'ab12').id).toBe(other.id);
  });

  it('never treat an unnamed sign-in as the named pilot who used that place before', () => {
    const first = stores.accounts.signedIn('demo', anna, 1);
    expect(stores.accounts.signedIn('demo', nobody, 2).id).not.toBe(first.id);
  });
});

describe('flights', () => {
  it('are read back as stored, open or settled, newest first, with a count', () => {
    const account = stores.accountOf('anna');
    for (const id of [3, 1, 2]) stores.flights.put(account, flightOf({ id }), 'automatic-check', 10, null, 20);
    for (const id of [6, 5, 4]) stores.flights.put(account, flightOf({ id }), 'completed', 10, id * 100, 20);
    expect(stores.flights.open(account).map((flight) => flight.id)).toEqual([3, 2, 1]);
    expect(stores.flights.completed(account, 6, 10).map((flight) => flight.id)).toEqual([5, 4]);
    expect(stores.flights.completed(account, 99, 2).map((flight) => flight.id)).toEqual([6, 5]);
    expect(stores.flights.counts(account, 500)).toEqual({ open: 3, completed: 3, today: 2 });
    expect(stores.flights.highestId(account)).toBe(6);
    expect(stores.flights.byId(account, 3)).toEqual({
      id: 3,
      record: flightOf({ id: 3 }),
      stage: 'automatic-check',
      stageSince: 10,
      firstSeenAt: 20,
      polledAt: 20,
      settledAt: null,
    });
  });

  it('transfer only the reports and records of the sign-in whose name arrived late', () => {
    const unnamed = stores.accounts.signedIn('demo', { subject: null, name: null }, 100).id;
    const anna = stores.accountOf('anna');
    const before = stores.jobs.add(newJob({ accountId: unnamed, addedAt: 150 }));
    const during = stores.jobs.add(newJob({ accountId: unnamed, addedAt: 250 }));
    const twin = stores.jobs.add(newJob({ accountId: unnamed, addedAt: 260, sha256: 'the same' }));
    stores.jobs.add(newJob({ accountId: anna, sha256: 'the same' }));
    stores.jobs.change(during, 270, { state: 'uploaded', flightId: 7 });
    for (const id of [6, 7]) stores.flights.put(unnamed, flightOf({ id }), 'automatic-check', 10, null, 20);
    expect(stores.jobs.transferJobs(unnamed, anna, 200, 300)).toEqual([during]);
    stores.flights.transferJobs(unnamed, anna);
    expect([before, during, twin].map((id) => stores.jobs.byId(id)!.accountId)).toEqual([unnamed, anna, unnamed]);
    expect(stores.flights.open(anna).map((flight) => flight.id)).toEqual([7]);
    // An account that began with this sign-in is all of it: also what had waited for a sign-in.
    expect(stores.jobs.transferJobs(unnamed, anna, 100, 300)).toEqual([before]);
  });

  it('of an unnamed account count as owned for every account, since it may be the same pilot', () => {
    const unnamed = stores.accounts.signedIn('demo', { subject: null, name: null }, 100).id;
    const [anna, ben] = [stores.accountOf('anna'), stores.accountOf('ben')];
    for (const [account, flightId] of [
      [unnamed, 6],
      [anna, 7],
      [ben, 8],
    ] as const) {
      stores.jobs.change(stores.jobs.add(newJob({ accountId: account })), 200, { state: 'uploaded', flightId });
    }
    expect(stores.jobs.ownedFlightIds(anna, 0)).toEqual(new Set([6, 7]));
    expect(stores.jobs.ownedFlightIds(unnamed, 0)).toEqual(new Set([6, 7, 8]));
    expect(stores.jobs.ownedFlightIds(ben, 6)).toEqual(new Set([8]));
  });

  it('may exist unseen for unconfirmed jobs and for those recently marked as received', () => {
    const unnamed = stores.accounts.signedIn('demo', { subject: null, name: null }, 100).id;
    const [anna, ben] = [stores.accountOf('anna'), stores.accountOf('ben')];
    const attempt = { startedAt: 1, endedAt: 2, baselineId: 0, lookups: 0 };
    const put = (accountId: number, change: Parameters<typeof stores.jobs.change>[2], now = 300) => {
      const id = stores.jobs.add(newJob({ accountId }));
      stores.jobs.change(id, now, change);
      return id;
    };
    const [doubtful, asked] = [put(anna, { state: 'unconfirmed', attempt }), put(unnamed, { state: 'held', attempt })];
    const [received, bens] = [put(anna, { state: 'uploaded' }), put(ben, { state: 'uploading', attempt })];
    put(anna, { state: 'uploaded' }, 200);
    put(anna, { state: 'uploaded', flightId: 4 });
    put(anna, { state: 'held' });
    const ids = (account: number) => stores.jobs.withoutRecord(account, 300).map((job) => job.id);
    expect(ids(anna)).toEqual([doubtful, asked, received]);
    expect(ids(ben)).toEqual([asked, bens]);
    expect(ids(unnamed)).toEqual([doubtful, asked, received, bens]);
  });

  it('keep the time they were first seen, and belong to one account', () => {
    const anna = stores.accountOf('anna');
    const ben = stores.accountOf('ben');
    stores.flights.put(anna, flightOf({ id: 1 }), 'automatic-check', 10, null, 20);
    stores.flights.put(anna, flightOf({ id: 1 }), 'completed', 30, 30, 30);
    stores.flights.markPolled(anna, 1, 40);
    expect(stores.flights.byId(anna, 1)).toMatchObject({ firstSeenAt: 20, polledAt: 40, settledAt: 30 });
    expect(stores.flights.byId(ben, 1)).toBeNull();
    expect(stores.flights.highestId(ben)).toBe(0);
  });
});

describe('folders', () => {
  it('are stored once each per profile, in the order they were added', () => {
    const first = stores.folders.add('demo', '/shots', 1);
    const second = stores.folders.add('demo', '/more', 2);
    stores.folders.add('service-x', '/shots', 3);
    expect(() => stores.folders.add('demo', '/shots', 4)).toThrow(/UNIQUE/);
    stores.folders.markScanned(second.id);
    expect(stores.folders.list('demo')).toEqual([first, { ...second, scanned: true }]);
  });

  it('write and delete many ledger entries in one transaction', () => {
    const folder = stores.folders.add('demo', '/many', 100);
    const entryOf = (name: string, verdict: 'existing' | 'added') =>
      ({
        path: `/many/${name}`,
        size: 1,
        mtimeMs: 1.5,
        ctimeMs: 1.5,
        ino: 2 ** 60 + 2 ** 12,
        verdict,
        message: null,
        sha256: null,
      }) as const;
    const entries = [entryOf('a.png', 'existing'), entryOf('b.png', 'added')];
    stores.folders.ledger.putAll(folder.id, entries);
    expect(stores.folders.ledger.entries(folder.id)).toEqual(entries);
    const wrong = { ...entryOf('d.png', 'added'), size: null as unknown as number };
    expect(() => stores.folders.ledger.putAll(folder.id, [entryOf('c.png', 'added'), wrong])).toThrow('NOT NULL');
    expect(stores.folders.ledger.entries(folder.id)).toEqual(entries);
    stores.folders.ledger.forgetExisting(folder.id);
    expect(stores.folders.ledger.entries(folder.id)).toEqual([entries[1]]);
  });

  it('delete their ledger with them', () => {
    const folder = stores.folders.add('demo', '/shots', 1);
    const entry = {
      path: '/shots/a.png',
      size: 1,
      mtimeMs: 2.5,
      ctimeMs: 3.5,
      ino: null,
      verdict: 'added',
      message: null,
      sha256: 'x',
    } as const;
    stores.folders.ledger.put(folder.id, entry);
    stores.folders.ledger.put(folder.id, { ...entry, size: 2 });
    expect(stores.folders.ledger.entries(folder.id)).toEqual([{ ...entry, size: 2 }]);
    expect(stores.folders.entriesOf('/shots/a.png')).toHaveLength(1);
    stores.folders.ledger.forget(folder.id, '/shots/a.png');
    expect(stores.folders.ledger.entries(folder.id)).toEqual([]);
    stores.folders.ledger.put(folder.id, entry);
    stores.folders.remove(folder.id);
    expect(stores.folders.entriesOf('/shots/a.png')).toEqual([]);
    expect(stores.folders.list('demo')).toEqual([]);
  });
});

describe('requests', () => {
  it('of the last minutes are kept for each account, older ones deleted', () => {
    const minute = 60_000;
    const { requests } = stores;
    requests.end(requests.begin(1, 'read', 0), 10, 'page');
    requests.begin(2, 'read', 0);
    requests.end(requests.begin(1, 'upload', 4 * minute), 4 * minute + 0.4, 'accepted');
    expect(requests.since(1, 0)).toHaveLength(2);
    const last = requests.begin(1, 'upload', 6 * minute);
    expect(requests.since(1, 0)).toEqual([
      { id: 3, kind: 'upload', begunAt: 4 * minute, knownAt: 4 * minute, outcome: 'accepted' },
      { id: last, kind: 'upload', begunAt: 6 * minute, knownAt: 6 * minute, outcome: null },
    ]);
    expect(requests.since(1, 5 * minute)).toHaveLength(1);
    expect(requests.since(2, 0)).toHaveLength(1);
  });

  it('with a time in the future count as now, because the clock was set back', () => {
    const { requests } = stores;
    requests.begin(1, 'read', 9_000);
    requests.bringBack(1, 5_000);
    expect(requests.since(1, 0)).toMatchObject([{ begunAt: 5_000, knownAt: 5_000 }]);
  });

  it('store what the pacer has learned', () => {
    expect(stores.requests.memoryText(1)).toBeNull();
    stores.requests.keepMemory(1, { gapMs: 1 });
    stores.requests.keepMemory(1, { gapMs: 2 });
    expect(stores.requests.memoryText(1)).toBe('{"gapMs":2}');
  });
});

describe('history', () => {
  it('are listed for report and flight together, in order, without duplicates', () => {
    const account = stores.accountOf('anna');
    const job = stores.jobs.add(newJob({ accountId: account }));
    const { history } = stores;
    history.add({ accountId: account, jobId: job, flightId: 7 }, 20, 'uploaded', { flightId: 7 });
    history.add({ accountId: account, jobId: job }, 10, 'added');
    history.add({ accountId: account, flightId: 7 }, 20, 'automatic-check');
    history.add({ accountId: account, flightId: 8 }, 30, 'completed');
    history.add({ accountId: account + 1, flightId: 7 }, 30, 'completed');
    const told = history.of({ accountId: account, jobId: job, flightId: 7 });
    expect(told.map((one) => one.what)).toEqual(['added', 'uploaded', 'automatic-check']);
    expect(told[1]?.details).toEqual({ flightId: 7 });
    expect(history.of({})).toEqual([]);
  });

  it('are listed by kind, newest first', () => {
    for (const ms of [1, 2, 3]) stores.history.add({ accountId: 1 }, ms, 'automatic-check-took', { ms });
    expect(stores.history.recent(1, 'automatic-check-took', 2).map((one) => one.details['ms'])).toEqual([3, 2]);
  });
});

describe('a paused queue', () => {
  it('is visible to every process on the data folder, for its profile only', () => {
    const other = freshStores('demo', stores.database);
    expect(other.pauseSwitch.isPaused()).toBe(false);
    stores.pauseSwitch.setPaused(true);
    expect(other.pauseSwitch.isPaused()).toBe(true);
    expect(freshStores('service-x', stores.database).pauseSwitch.isPaused()).toBe(false);
    stores.pauseSwitch.setPaused(false);
    expect(other.pauseSwitch.isPaused()).toBe(false);
  });
});
