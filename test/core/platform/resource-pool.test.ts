import { expect, test } from 'vitest';
import { createResourcePool } from '../../../main/core/platform/resource-pool.ts';

test('runs as many at a time as it has resources, first come, first served, and keeps none when idle', async () => {
  let made = 0;
  const pool = createResourcePool(2, () => (made += 1));
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string) =>
    pool.run(async (tool) => {
      begun.push(`${name} ${tool}`);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (name === 'b') throw new Error('b fails');
      return name;
    });
  const results = ['a', 'b', 'c', 'd'].map(run);
  const settled = Promise.allSettled(results);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  expect(begun).toEqual(['a 1', 'b 2']);
  ends[1]!();
  await turn();
  expect(begun).toEqual(['a 1', 'b 2', 'c 2']);
  ends[0]!();
  await turn();
  expect(begun).toEqual(['a 1', 'b 2', 'c 2', 'd 1']);
  for (const end of ends) end();
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  const next = run('e');
  await turn();
  expect(begun.at(-1)).toBe('e 3');
  ends.at(-1)!();
  expect(await next).toBe('e');
});
