import { describe, expect, it } from 'vitest';
import { createCommitQueue } from '../../../../main/core/uploads/intake/commit-queue.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

function newLine(commit?: (items: readonly string[]) => Promise<string[]>) {
  const clock = createVirtualClock();
  const batches: string[][] = [];
  const line = createCommitQueue<string, string>({
    clock,
    async commit(items) {
      batches.push([...items]);
      return commit ? await commit(items) : items.map((item) => `${item} done`);
    },
  });
  return { clock, batches, line };
}

describe('the commit queue', () => {
  it('commits in queue order, regardless of what is ready first, and answers each', async () => {
    const { line, batches } = newLine();
    const [a, b, c] = [line.join(), line.join(), line.join()];
    const later = [line.ready(c, 'c'), line.ready(b, 'b')];
    expect(batches).toEqual([]);
    expect(await line.ready(a, 'a')).toBe('a done');
    expect(await Promise.all(later)).toEqual(['c done', 'b done']);
    expect(batches.flat()).toEqual(['a', 'b', 'c']);
  });

  it('commits one batch at a time, and everything that became ready meanwhile together', async () => {
    let isInProgress = false;
    const { line, batches } = newLine(async (items) => {
      expect(isInProgress).toBe(false);
      isInProgress = true;
      await new Promise((resolve) => setImmediate(resolve));
      isInProgress = false;
      return [...items];
    });
    const places = Array.from({ length: 100 }, () => line.join());
    await Promise.all(places.map((place) => line.ready(place, String(place))));
    expect(batches.flat()).toEqual(places.map(String));
    expect(batches.map((batch) => batch.length)).toEqual([1, 32, 32, 32, 3]);
  });

  it('does not wait for a place that was released', async () => {
    const { line } = newLine();
    const [a, b] = [line.join(), line.join()];
    const waiting = line.ready(b, 'b');
    line.leave(a);
    expect(await waiting).toBe('b done');
  });

  it('waits for an earlier place for one second at most', async () => {
    const { line, clock, batches } = newLine();
    const [a, b] = [line.join(), line.join()];
    const waiting = line.ready(b, 'b');
    await clock.advance(999);
    expect(batches).toEqual([]);
    await clock.advance(1);
    expect(await waiting).toBe('b done');
    expect(await line.ready(a, 'a')).toBe('a done');
    expect(clock.pending).toBe(0);
  });

  it('rejects every item of a failed batch and continues with the next', async () => {
    let isBroken = true;
    const { line } = newLine(async (items) => {
      if (isBroken) throw new Error('no disk');
      return [...items];
    });
    await expect(line.ready(line.join(), 'a')).rejects.toThrow('no disk');
    isBroken = false;
    expect(await line.ready(line.join(), 'b')).toBe('b');
  });
});
