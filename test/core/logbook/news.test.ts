import { beforeEach, describe, expect, it } from 'vitest';
import { newsOf } from '../../../main/core/logbook/news.ts';
import { flightOf } from '../sample-flight.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';

const hour = 3_600_000;
const seenAt = Date.UTC(2026, 4, 12, 20);
let stores: FreshStores;
let account: number;

beforeEach(() => {
  stores = freshStores();
  account = stores.accountOf('anna');
});

function complete(id: number, at: number, more: Parameters<typeof flightOf>[0] = {}) {
  const record = flightOf({ id, ...more });
  const stage = record.isArchived ? 'archived' : 'completed';
  stores.flights.put(account, record, { stage, stageSince: at, completedAt: at, polledAt: at });
}
const look = (at: number) => newsOf(stores, account, at);

describe('what came since the pilot looked last', () => {
  it('is nothing at the first look, soon after one, or when nothing was completed', async () => {
    complete(1, seenAt - hour);
    expect(await look(seenAt)).toBeNull();
    complete(2, seenAt + 1_000);
    expect(await look(seenAt + hour - 1)).toBeNull();
    expect(await look(seenAt + 5 * hour)).toBeNull();
  });

  it('is what was completed and archived, with the points and the longest leg', async () => {
    await look(seenAt);
    complete(1, seenAt + hour, { icaoOut: 'EDDF', icaoIn: 'LPPT', seasonPoints: 14 });
    complete(2, seenAt + hour, { icaoOut: 'EDDF', icaoIn: 'KJFK', seasonPoints: '34' });
    complete(3, seenAt + hour, { icaoOut: 'LOWW', icaoIn: 'LOWG', seasonPoints: 7, isArchived: true });
    const news = await look(seenAt + 2 * hour);
    expect(news).toMatchObject({ since: seenAt, completed: 2, points: 48, archived: 1 });
    expect(news?.longest).toMatchObject({ from: 'EDDF', to: 'KJFK' });
    expect(news?.archivedFlights).toEqual([{ id: 3, from: 'LOWW', to: 'LOWG' }]);
    expect(await look(seenAt + 4 * hour)).toBeNull();
  });
});
