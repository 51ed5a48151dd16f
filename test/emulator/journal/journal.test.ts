import { describe, expect, it } from 'vitest';
import { newExchange, createJournal } from '../../../emulator/journal/journal.ts';
import { createEventBus } from '../../../emulator/journal/event-bus.ts';

const journalOf = (mostEntries: number, mostBytes = 64 * 1024 ** 2, events = createEventBus()) =>
  createJournal({ mostEntries, mostBytes }, events);

const opened = (path = '/', body: string | null = null) =>
  newExchange(0, 0, () => ({
    method: 'GET',
    path,
    query: '',
    status: null,
    request: { headers: {}, body, bodyBytes: 0 },
    answer: null,
  }));

function take(journal: ReturnType<typeof createJournal>, rule: string | null = null, exchange = opened()): number {
  journal.begin(Object.assign(exchange, { outcome: 'answered', rule }));
  journal.finished(exchange);
  return exchange.id;
}

const ids = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id);

describe('the journal', () => {
  it('keeps the latest entries, oldest first', () => {
    const journal = journalOf(3);
    for (let count = 0; count < 5; count += 1) take(journal);
    expect(ids(journal.list())).toEqual([3, 4, 5]);
    expect([journal.read(2), journal.read(6), journal.read(5)?.id]).toEqual([null, null, 5]);
  });

  it('is paged', () => {
    const journal = journalOf(10);
    for (let count = 0; count < 5; count += 1) take(journal);
    const first = journal.list({ limit: 2 });
    expect([ids(first), first.next]).toEqual([[1, 2], '2']);
    const rest = journal.list({ limit: 3, after: '2' });
    expect([ids(rest), rest.next]).toEqual([[3, 4, 5], null]);
  });

  it('finds text in everything a list shows, ignoring case', () => {
    const journal = journalOf(10);
    take(journal, 'too_fast: 3.2 s after flight 17');
    take(journal, null, opened('/oauth/token'));
    expect(ids(journal.list({ contains: 'FLIGHT 17' }))).toEqual([1]);
    expect(ids(journal.list({ contains: 'token' }))).toEqual([2]);
  });

  it('continues its numbers after being cleared', () => {
    const journal = journalOf(3);
    take(journal);
    journal.clear();
    expect([journal.list().items, journal.read(1), take(journal)]).toEqual([[], null, 2]);
  });

  it('drops an open entry that has been evicted', () => {
    const journal = journalOf(1);
    const slow = opened();
    journal.begin(slow);
    take(journal);
    journal.finished(slow);
    expect(ids(journal.list())).toEqual([2]);
  });

  it('reports a slow request once when open and again when complete, a quick one only when complete', async () => {
    const events = createEventBus();
    const published: string[] = [];
    const journal = journalOf(10, undefined, events);
    const isPublished = new Promise<void>((resolve) => {
      events.listen((event) => {
        if (event.type === 'request') published.push(`${event.entry.id} ${event.entry.outcome}`);
        if (published.length === 2) resolve();
      });
    });
    const slow = opened();
    journal.begin(slow);
    take(journal);
    await isPublished;
    slow.outcome = 'answered';
    journal.finished(slow);
    journal.list();
    expect(published).toEqual(['2 answered', '1 open', '1 answered']);
  });

  it('keeps fewer large entries', () => {
    const journal = journalOf(1000, 200_000);
    for (let count = 0; count < 50; count += 1) take(journal, null, opened('/', 'x'.repeat(10_000)));
    expect(ids(journal.list())).toEqual([42, 43, 44, 45, 46, 47, 48, 49, 50]);
  });
});
