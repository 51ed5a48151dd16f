// When the window's store reads: once events arrive, again after a lost connection, and never with older settings.
import { expect, it } from 'vitest';
import { bays } from '../../../main/contract/strip.ts';
import { openStore } from './open-store.ts';

it('reads everything again after a lost connection', async () => {
  const { store, clock, companion, tellLink } = openStore();
  await clock.advance(0);
  tellLink('down');
  expect(store.get().link).toBe('down');
  companion.calls.length = 0;
  tellLink('up');
  await clock.advance(0);
  const names = companion.calls.map((call) => call.name);
  expect(names.filter((name) => name === 'strips.page')).toHaveLength(bays.length);
  expect(names).toContain('app.state');
});

it('reads nothing before events arrive, which would miss the changes in between', async () => {
  const { store, clock, companion, tellLink } = openStore({ isUp: false });
  await clock.advance(0);
  expect([companion.calls, store.get().app]).toEqual([[], null]);
  tellLink('up');
  await clock.advance(0);
  expect(companion.calls.map((call) => call.name)).toContain('settings.read');
  expect(store.get().app).not.toBeNull();
});

it('keeps newer settings when the answer with older ones is late', async () => {
  const waiting: (() => void)[] = [];
  const held: { now: boolean } = { now: false };
  const { store, clock, companion, tellLink } = openStore({
    isUp: false,
    async answer(name, input) {
      const result = await companion.handle(name, input);
      if (name === 'settings.read' && held.now) await new Promise<void>((done) => waiting.push(done));
      return result as never;
    },
  });
  tellLink('up');
  await clock.advance(0);
  held.now = true;
  for (const filter of ['newer', 'newest']) {
    await companion.handle('settings.change', { logbook: { saved: [{ name: filter, query: 'type=A320' }] } });
    await clock.advance(0);
  }
  const [first, second] = waiting;
  second?.();
  first?.();
  await clock.advance(0);
  expect(store.get().settings?.logbook?.saved?.map(({ name }) => name)).toEqual(['newest']);
});
