import { describe, expect, it } from 'vitest';
import { clientId, openEmulator } from '../../open-emulator.ts';

describe('flights added without an upload', () => {
  it('have figures and pending checks, as after an upload', async () => {
    const emulator = await openEmulator();
    const { items } = emulator.flights.add({ count: 3 });
    expect(items.map(({ record }) => record.id)).toEqual([4700, 4701, 4702]);
    expect(items[0]).toMatchObject({
      record: { aircraft: 'UNKNOWN', pax: null, created_at: '2026-05-12T12:00:00' },
      pilot: 'demo',
      clientId,
      fileName: 'flight-4700.png',
      sizeBytes: 0,
      sha256: null,
      dueAt: '2026-05-12T12:00:20.000Z',
    });
    expect(new Set(items.map(({ figures }) => JSON.stringify(figures))).size).toBe(3);
    await emulator.clock.advance(20_000);
    expect(emulator.flights.read(4701).record).toMatchObject({ automated_checked: true });
  });

  it('from the past have passed the checks due since', async () => {
    const emulator = await openEmulator({ moderationShare: 1 });
    const made = (createdAt: string) => emulator.flights.add({ count: 1, createdAt }).items[0]!;
    expect(made('2026-05-12T11:00:00Z')).toMatchObject({
      record: { automated_checked: true, moderator_checked: true, created_at: '2026-05-12T11:00:00' },
      dueAt: null,
    });
    expect(made('2026-05-12T11:59:00Z')).toMatchObject({
      record: { automated_checked: true, moderator_checked: false },
      dueAt: '2026-05-12T12:00:20.000Z',
    });
    expect(made('2026-05-12T11:59:50Z')).toMatchObject({
      record: { automated_checked: false },
      dueAt: '2026-05-12T12:00:10.000Z',
    });
  });

  it.each([
    [{ automatedChecked: false }, { automated_checked: false }, '2026-05-12T12:00:20.000Z'],
    [{ automatedChecked: true, needsModerator: true }, { automated_checked: true }, '2026-05-12T12:01:00.000Z'],
    [{ automatedChecked: true, needsModerator: false }, { automated_checked: true }, null],
    [{ moderatorChecked: true }, { automated_checked: true, moderator_checked: true }, null],
    [{ isArchived: true }, { automated_checked: false, is_archived: true }, null],
  ])('have the requested state and continue from there: %j', async (flags, record, dueAt) => {
    const emulator = await openEmulator();
    const createdAt = '2026-05-01T12:00:00Z';
    expect(emulator.flights.add({ records: [{ ...flags, createdAt }] }).items).toMatchObject([{ record, dueAt }]);
  });

  it('are added all or none', async () => {
    const emulator = await openEmulator();
    expect(() => emulator.flights.add({ records: [{}, { pilot: 'nobody' }] })).toThrow('Pilot nobody not found.');
    expect(emulator.flights.list().items).toEqual([]);
    expect(emulator.flights.add({ count: 1 }).items[0]?.record.id).toBe(4700);
  });
});

describe('a long list', () => {
  it('is paged oldest or newest first, for all pilots or one, unaffected by new flights', async () => {
    const emulator = await openEmulator();
    emulator.flights.add({ count: 4 });
    emulator.flights.add({ count: 3, pilot: 'second' });
    const ids = (page: ReturnType<typeof emulator.flights.list>) => page.items.map(({ record }) => record.id);
    const first = emulator.flights.list({ limit: 3, newestFirst: true });
    emulator.flights.add({ count: 1 });
    const second = emulator.flights.list({ limit: 3, newestFirst: true, after: first.next! });
    const third = emulator.flights.list({ limit: 3, newestFirst: true, after: second.next! });
    expect([first, second, third].map(ids)).toEqual([[4706, 4705, 4704], [4703, 4702, 4701], [4700]]);
    expect(third.next).toBeNull();
    expect(ids(emulator.flights.list({ pilot: 'second' }))).toEqual([4704, 4705, 4706]);
    expect(() => emulator.flights.list({ pilot: 'nobody' })).toThrow('Pilot nobody not found.');
  });

  it('has 100 items per page by default', async () => {
    const emulator = await openEmulator();
    emulator.flights.add({ count: 250 });
    expect(emulator.flights.list().items).toHaveLength(100);
    expect(emulator.flights.list({ after: '4899' })).toMatchObject({ items: { length: 50 }, next: null });
  });
});
