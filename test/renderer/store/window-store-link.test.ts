// When the window's store reads: once events arrive, again after a lost connection, and never with older settings.
import { expect, it } from 'vitest';
import { bays } from '../../../main/contract/strip.ts';
import { openReadStore, openStore } from './open-store.ts';

it('reads everything again after a lost connection', async () => {
  const { store, clock, companion, tellLink } = await openReadStore();
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
  const { store, clock, companion, tellLink } = await openReadStore({ isUp: false });
  expect([companion.calls, store.get().app]).toEqual([[], null]);
  tellLink('up');
  await clock.advance(0);
  expect(companion.calls.map((call) => call.name)).toContain('settings.read');
  expect(store.get().app).not.toBeNull();
});

/** A store whose answers with settings wait until they are released. */
async function openWithLateSettings() {
  const waiting: (() => void)[] = [];
  let isLate = false;
  const opened = openStore({
    isUp: false,
    async answer(name, input) {
      const result = await opened.companion.handle(name, input);
      if (name === 'settings.read' && isLate) await new Promise<void>((done) => waiting.push(done));
      return result as never;
    },
  });
  opened.tellLink('up');
  await opened.clock.advance(0);
  isLate = true;
  const savedFilters = () => opened.store.get().settings?.logbook?.saved?.map(({ name }) => name);
  return { ...opened, waiting, savedFilters };
}

const saved = (name: string) => ({ saved: [{ name, query: 'type=A320' }] });

it('keeps newer settings when the answer with older ones is late', async () => {
  const { clock, companion, waiting, savedFilters } = await openWithLateSettings();
  for (const name of ['newer', 'newest']) {
    await companion.handle('settings.change', { logbook: saved(name) });
    await clock.advance(0);
  }
  waiting.toReversed().forEach((release) => release());
  await clock.advance(0);
  expect([waiting.length, savedFilters()]).toEqual([2, ['newest']]);
});

it('keeps a change while the settings are read before it, or before it is saved', async () => {
  const { store, clock, companion, waiting, savedFilters } = await openWithLateSettings();
  await companion.handle('settings.change', { logbook: saved('elsewhere') });
  await clock.advance(0);
  const changed = store.changeLogbook(saved('here'));
  companion.emit({ type: 'settings.changed' });
  const shown = [];
  for (let answered = 0; answered < waiting.length; answered += 1) {
    waiting[answered]!();
    await clock.advance(0);
    shown.push(savedFilters());
  }
  expect(new Set(shown.flat())).toEqual(new Set(['here']));
  expect(await changed).toBe(true);
});
