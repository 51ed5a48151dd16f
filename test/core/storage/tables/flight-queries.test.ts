// The queries of flights that the tracker and the window ask by account and range.
import { describe, expect, it } from 'vitest';
import { flightOf } from '../../sample-flight.ts';
import { setUpStores } from '../stores-of-each-test.ts';

const context = setUpStores();
const flights = () => context.stores.flights;

/** Anna's flights 1 to 6, of which 4 to 6 are completed (5 is archived), and one of Ben's. */
function filled() {
  const [anna, ben] = [context.stores.accountOf('anna'), context.stores.accountOf('ben')];
  const open = { stage: 'automatic-check', stageSince: 10, completedAt: null } as const;
  const final = { stageSince: 10, completedAt: 100, polledAt: 20 };
  for (const id of [3, 1, 2]) flights().put(anna, flightOf({ id }), { ...open, polledAt: 20 + id });
  for (const id of [4, 6, 5])
    flights().put(anna, flightOf({ id }), { ...final, stage: id === 5 ? 'archived' : 'completed' });
  flights().put(ben, flightOf({ id: 9 }), { ...open, polledAt: 20 });
  return { anna, ben };
}

describe('the flights of an account', () => {
  it('are watched while they are open, the newest first', () => {
    const { anna, ben } = filled();
    flights().markPolled(anna, 2, 50);
    expect(flights().watched(anna)).toEqual([
      { id: 3, firstSeenAt: 23, polledAt: 23 },
      { id: 2, firstSeenAt: 22, polledAt: 50 },
      { id: 1, firstSeenAt: 21, polledAt: 21 },
    ]);
    expect(flights().watched(ben)).toEqual([{ id: 9, firstSeenAt: 20, polledAt: 20 }]);
  });

  it('are counted, all of them and in a range', () => {
    const { anna, ben } = filled();
    expect([flights().count(anna), flights().count(ben)]).toEqual([6, 1]);
    expect(flights().between(anna, 2, 5)).toBe(4);
    expect(flights().between(ben, 2, 5)).toBe(0);
  });

  it('reach down to the id that completes a number of records, else to 0', () => {
    const { anna } = filled();
    expect(flights().reach(anna, 5, 1)).toBe(5);
    expect(flights().reach(anna, 5, 3)).toBe(3);
    expect(flights().reach(anna, 5, 5)).toBe(1);
    expect(flights().reach(anna, 5, 6)).toBe(0);
  });

  it('that are not archived are listed in a range, the oldest first', () => {
    const { anna } = filled();
    expect(flights().notArchived(anna, 3, 6)).toEqual([3, 4, 6]);
  });

  it('are read page by page while they are open, below an id', () => {
    const { anna } = filled();
    expect(flights().openPage(anna, 99, 2)).toEqual([flights().byId(anna, 3), flights().byId(anna, 2)]);
    expect(
      flights()
        .openPage(anna, 2, 2)
        .map(({ id }) => id),
    ).toEqual([1]);
  });

  it('are known by their id', () => {
    const { anna, ben } = filled();
    expect([flights().has(anna, 6), flights().has(anna, 9), flights().has(ben, 9)]).toEqual([true, false, true]);
  });

  it('are marked as polled if their record and stage are unchanged', () => {
    const { anna } = filled();
    expect(flights().markUnchanged(anna, flightOf({ id: 1 }), 'automatic-check', 70)).toBe(true);
    expect(flights().byId(anna, 1)?.polledAt).toBe(70);
    expect(flights().markUnchanged(anna, flightOf({ id: 1 }), 'completed', 80)).toBe(false);
    expect(flights().markUnchanged(anna, flightOf({ id: 1, aircraft: 'A320' }), 'automatic-check', 80)).toBe(false);
    expect(flights().byId(anna, 1)?.polledAt).toBe(70);
  });
});
