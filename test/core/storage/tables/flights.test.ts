import { describe, expect, it } from 'vitest';
import { flightOf } from '../../sample-flight.ts';
import { newJob } from '../fresh-stores.ts';
import { setUpStores } from '../stores-of-each-test.ts';

const underReview = { stage: 'automatic-check', stageSince: 10, completedAt: null, polledAt: 20 } as const;

const context = setUpStores();

describe('flights', () => {
  it('are read back as stored, open ones newest first, settled ones last completed first, with a count', () => {
    const account = context.stores.accountOf('anna');
    for (const id of [3, 1, 2]) context.stores.flights.put(account, flightOf({ id }), underReview);
    const completedAt: Record<number, number> = { 4: 600, 5: 400, 6: 600 };
    for (const id of [6, 5, 4])
      context.stores.flights.put(account, flightOf({ id }), {
        stage: 'completed',
        stageSince: 10,
        completedAt: completedAt[id]!,
        polledAt: 20,
      });
    expect(context.stores.flights.open(account).map((flight) => flight.id)).toEqual([3, 2, 1]);
    const completed = context.stores.flights.completed(account, null, 2);
    expect(completed.map((flight) => flight.id)).toEqual([6, 4]);
    expect(context.stores.flights.completed(account, completed[1]!, 10).map((flight) => flight.id)).toEqual([5]);
    expect(context.stores.flights.counts(account, 500)).toMatchObject({ open: 3, completed: 3, today: 2 });
    expect(context.stores.flights.highestId(account)).toBe(6);
    expect(context.stores.flights.byId(account, 3)).toEqual({
      id: 3,
      record: flightOf({ id: 3 }),
      stage: 'automatic-check',
      stageSince: 10,
      own: null,
      firstSeenAt: 20,
      polledAt: 20,
      completedAt: null,
    });
  });

  it('transfer only the reports and records of the sign-in whose name arrived late', () => {
    const unnamed = context.stores.accounts.signedIn('demo', { subject: null, name: null }, 100).id;
    const anna = context.stores.accountOf('anna');
    const before = context.stores.jobs.add(newJob({ accountId: unnamed, addedAt: 150 }));
    const during = context.stores.jobs.add(newJob({ accountId: unnamed, addedAt: 250 }));
    const twin = context.stores.jobs.add(newJob({ accountId: unnamed, addedAt: 260, sha256: 'the same' }));
    context.stores.jobs.add(newJob({ accountId: anna, sha256: 'the same' }));
    context.stores.jobs.change(during, 270, { state: 'uploaded', evidence: 'answered', flightId: 7 });
    for (const id of [6, 7]) context.stores.flights.put(unnamed, flightOf({ id }), underReview);
    expect(context.stores.jobs.transferJobs(unnamed, anna, 200, 300)).toEqual([during]);
    context.stores.flights.transferJobs(unnamed, anna);
    expect([before, during, twin].map((id) => context.stores.jobs.byId(id)!.accountId)).toEqual([
      unnamed,
      anna,
      unnamed,
    ]);
    expect(context.stores.flights.open(anna).map((flight) => flight.id)).toEqual([7]);
    // An account that began with this sign-in is transferred completely, including what waited for a sign-in.
    expect(context.stores.jobs.transferJobs(unnamed, anna, 100, 300)).toEqual([before]);
  });

  it('of an unnamed account count as owned for every account, since it may be the same pilot', () => {
    const unnamed = context.stores.accounts.signedIn('demo', { subject: null, name: null }, 100).id;
    const [anna, ben] = [context.stores.accountOf('anna'), context.stores.accountOf('ben')];
    for (const [account, flightId] of [
      [unnamed, 6],
      [anna, 7],
      [ben, 8],
    ] as const) {
      context.stores.jobs.change(context.stores.jobs.add(newJob({ accountId: account })), 200, {
        state: 'uploaded',
        evidence: 'answered',
        flightId,
      });
    }
    expect(context.stores.jobs.ownedFlightIds(anna, 0)).toEqual(new Set([6, 7]));
    expect(context.stores.jobs.ownedFlightIds(unnamed, 0)).toEqual(new Set([6, 7, 8]));
    expect(context.stores.jobs.ownedFlightIds(ben, 6)).toEqual(new Set([8]));
  });

  it('may exist unseen for unconfirmed jobs', () => {
    const unnamed = context.stores.accounts.signedIn('demo', { subject: null, name: null }, 100).id;
    const [anna, ben] = [context.stores.accountOf('anna'), context.stores.accountOf('ben')];
    const attempt = { startedAt: 1, endedAt: 2, baselineId: 0, lookups: 0 };
    const put = (accountId: number, change: Parameters<typeof context.stores.jobs.change>[2]) => {
      const id = context.stores.jobs.add(newJob({ accountId }));
      context.stores.jobs.change(id, 300, change);
      return id;
    };
    const [unconfirmed, asked] = [
      put(anna, { state: 'unconfirmed', attempt }),
      put(unnamed, { state: 'held', attempt }),
    ];
    const bens = put(ben, { state: 'uploading', attempt });
    put(anna, { state: 'uploaded', evidence: 'answered' });
    put(anna, { state: 'uploaded', evidence: 'answered', flightId: 4 });
    put(anna, { state: 'held' });
    const ids = (account: number) => context.stores.jobs.unconfirmedOf(account).map((job) => job.id);
    expect(ids(anna)).toEqual([unconfirmed, asked]);
    expect(ids(ben)).toEqual([asked, bens]);
    expect(ids(unnamed)).toEqual([unconfirmed, asked, bens]);
  });

  it('keep the time they were first seen, and belong to one account', () => {
    const anna = context.stores.accountOf('anna');
    const ben = context.stores.accountOf('ben');
    context.stores.flights.put(anna, flightOf({ id: 1 }), underReview);
    context.stores.flights.put(anna, flightOf({ id: 1 }), {
      stage: 'completed',
      stageSince: 30,
      completedAt: 30,
      polledAt: 30,
    });
    context.stores.flights.markPolled(anna, 1, 40);
    expect(context.stores.flights.byId(anna, 1)).toMatchObject({ firstSeenAt: 20, polledAt: 40, completedAt: 30 });
    expect(context.stores.flights.byId(ben, 1)).toBeNull();
    expect(context.stores.flights.highestId(ben)).toBe(0);
  });
});
