import { anyCharacter, fc } from '../../support/fast-check.ts';
import { expect, test } from 'vitest';
import {
  deleteSplit,
  maxUnits,
  maxUnitsOn,
  readSplit,
  writeSplit,
  type Items,
} from '../../../main/node/secrets/keychain-store.ts';

/** A keychain with the limit of Windows: 2,560 bytes of UTF-16 an item. */
function createItems() {
  const values = new Map<string, string>();
  const items: Items = {
    get: async (item) => values.get(item) ?? null,
    async set(item, value) {
      if (value.length * 2 > 2_560) throw new Error('too long');
      // As a store that uses UTF-8 returns it.
      values.set(item, Buffer.from(value, 'utf8').toString('utf8'));
    },
    delete: async (item) => void values.delete(item),
  };
  return { items, values };
}

test('reads back any value and deletes it completely', async () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 6_000 }),
    fc.string({ unit: 'grapheme', minLength: 900, maxLength: 3_000 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (versions) => {
      const { items, values } = createItems();
      for (const version of versions) {
        await writeSplit(items, 'tokens/demo', version);
        expect(await readSplit(items, 'tokens/demo')).toBe(version);
      }
      await deleteSplit(items, 'tokens/demo');
      expect([...values.keys()]).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test('stores a long value in parts, and removes the parts of an older one', async () => {
  const { items, values } = createItems();
  await writeSplit(items, 'a', 'x'.repeat(2_500));
  expect(values.get('a')).toMatch(/^pilot-companion-parts:3:[0-9a-f]{12}$/);
  expect([...values.keys()].filter((name) => /^a\/[0-9a-f]{12}\/[123]$/.test(name))).toHaveLength(3);
  await writeSplit(items, 'a', 'short');
  expect([...values.keys()]).toEqual(['a']);
});

test('keeps the old value or the new one when a write is interrupted', async () => {
  const before = 'b'.repeat(2_500);
  const after = 'a'.repeat(3_500);
  for (let cut = 0; cut < 12; cut += 1) {
    const { items, values } = createItems();
    await writeSplit(items, 'a', before);
    let left = cut;
    const failing: Items = {
      ...items,
      async set(item, value) {
        left -= 1;
        if (left < 0) throw new Error('power cut');
        return items.set(item, value);
      },
      async delete(item) {
        left -= 1;
        if (left < 0) throw new Error('power cut');
        return items.delete(item);
      },
    };
    await writeSplit(failing, 'a', after).catch(() => {});
    expect([before, after]).toContain(
      await readSplit({ ...items, get: async (item) => values.get(item) ?? null }, 'a'),
    );
  }
});

test('reports missing parts instead of returning a shorter value', async () => {
  const { items, values } = createItems();
  await writeSplit(items, 'a', 'x'.repeat(2_500));
  const part = [...values.keys()].find((name) => name.endsWith('/2')) ?? '';
  values.delete(part);
  await expect(readSplit(items, 'a')).rejects.toMatchObject({ code: 'PARTS_MISSING' });
});

test('returns the old value or the new one while another process replaces it', async () => {
  const before = 'b'.repeat(2_500);
  const after = 'a'.repeat(3_500);
  for (const next of [after, 'short', null]) {
    const { items, values } = createItems();
    await writeSplit(items, 'a', before);
    let isReplaced = false;
    const slow: Items = {
      ...items,
      async get(item) {
        const value = values.get(item) ?? null;
        if (item === 'a' && !isReplaced) {
          isReplaced = true;
          await (next === null ? deleteSplit(items, 'a') : writeSplit(items, 'a', next));
        }
        return value;
      },
    };
    expect(await readSplit(slow, 'a')).toBe(next);
  }
});

test.each(['darwin', 'linux'] as const)(
  'keeps a long value whole on %s, and removes the parts of the one before',
  async (platform) => {
    const values = new Map<string, string>();
    const items: Items = {
      get: async (item) => values.get(item) ?? null,
      set: async (item, value) => void values.set(item, value),
      delete: async (item) => void values.delete(item),
    };
    await writeSplit(items, 'a', 'x'.repeat(2_500));
    expect(values.size).toBe(4);
    expect(await readSplit(items, 'a')).toBe('x'.repeat(2_500));
    await writeSplit(items, 'a', 'y'.repeat(2_500), maxUnitsOn(platform));
    expect([...values]).toEqual([['a', 'y'.repeat(2_500)]]);
    expect(maxUnitsOn('win32')).toBe(maxUnits);
  },
);
