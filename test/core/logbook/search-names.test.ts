// Any name is found by each of its spellings, in the logbook, in Files and in the palette.
import { expect, it } from 'vitest';
import { matching } from '../../../renderer/shell/palette.tsx';
import { anyCharacter, fc } from '../../support/fast-check.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { createDecisionLog } from '../../../main/core/decisions/decision-log.ts';
import { filterOf, flownOn, seededLogbook } from './seeded-logbook.ts';

const widened = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.normalize('NFC'),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFKC'),
  (text) => text.normalize('NFKD'),
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase().normalize('NFD'),
  (text) => text.replaceAll('’', "'"),
  (text) => text.replaceAll("'", '’'),
  widened,
  (text) => `\u200b${text}\u202e`,
];

const names = [
  'Écran.png',
  'ZÜRICH.png',
  'ОТЧЁТ.png',
  'İstanbul.png',
  'ISTANBUL-ı.png',
  'Straße.png',
  'STRAẞE.png',
  'ΟΔΟΣ.png',
  "l'hélice.png",
  'l’hélice.png',
  'ＬＯＷＧ.png',
  'ｽｸﾘｰﾝｼｮｯﾄ.png',
  'スクリーンショット.png',
  '스크린샷.png',
  'צילום־מסך.png',
  'ไฟล์.png',
  '100%_sure.png',
];

/** Looks for a name in all three places. */
function places() {
  const world = seededLogbook();
  const decisions = createDecisionLog({
    clock: createVirtualClock(),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    store: world.decisions,
  });
  const filled: string[] = [];
  return {
    add(name: string) {
      if (filled.includes(name)) return;
      filled.push(name);
      world.put(filled.length, flownOn('2026-10-12'));
      world.reported(filled.length, name);
      decisions.record({ path: `/shots/${name}`, rule: 'existing' });
    },
    async found(q: string) {
      const page = { filter: filterOf({ q }), order: { by: 'day', descending: true }, offset: 0, limit: 500 } as const;
      const entries = filled.map((name) => ({ id: name, group: '', name, shortcut: '', run: () => {} }));
      return {
        logbook: (await world.logbook.page(page)).rows.map(({ file }) => file),
        files: decisions.page({ text: q, limit: 500 }).files.map(({ path }) => path.slice('/shots/'.length)),
        palette: matching(entries, q, []).map(({ name }) => name),
      };
    },
    async close() {
      world.database.close();
    },
  };
}

it.each(names)('%s is found by each of its spellings', async (name) => {
  const searched = places();
  for (const other of names) searched.add(other);
  for (const spelled of spellings) {
    const found = await searched.found(spelled(name));
    expect(found).toEqual({
      logbook: expect.arrayContaining([name]),
      files: expect.arrayContaining([name]),
      palette: expect.arrayContaining([name]),
    });
    expect(found.files.length).toBeLessThan(3);
  }
  await searched.close();
});

it('any drawn name is found by each of its spellings', async () => {
  const letter = anyCharacter.filter((sign) => /[\p{L}\p{M}\p{N}'’_%]/u.test(sign));
  const name = fc.string({ unit: letter, minLength: 1, maxLength: 6 }).map((text) => `xx${text}.png`);
  const searched = places();
  await fc.assert(
    fc.asyncProperty(name, fc.constantFrom(...spellings), fc.constantFrom(...spellings), async (drawn, one, other) => {
      const stored = one(drawn);
      searched.add(stored);
      const { logbook, files, palette } = await searched.found(other(drawn));
      expect([logbook.includes(stored), files.includes(stored), palette.includes(stored)]).toEqual([true, true, true]);
    }),
    { numRuns: 60 },
  );
  await searched.close();
});
