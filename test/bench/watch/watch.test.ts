import { describe, expect, test } from 'vitest';
import { quickEffort } from '../../../bench/harness/benchmark.ts';
import { unpinned } from '../../../bench/harness/pinning.ts';
import { between, drawFrom } from '../../../bench/harness/draw.ts';
import { drawImage } from '../../../bench/watch/images.ts';
import { watch } from '../../../bench/watch/watch.ts';
import { createImageCheck } from '../../../main/core/uploads/image/image-check.ts';

describe('the benchmark of watching', () => {
  test('runs its parts in real processes, with figures', async () => {
    const bench = {
      effort: { ...quickEffort, pairs: 1, repeats: 4, worldShare: 0.003 },
      pinning: unpinned('a test'),
    };
    const found: Record<string, number> = {};
    for (const [name, part] of Object.entries(watch.parts)) {
      for await (const { subject, against, ratio } of part(bench)) {
        found[name] = (found[name] ?? 0) + 1;
        expect(subject.median).toBeGreaterThanOrEqual(0);
        expect(ratio === null).toBe(against === null);
      }
    }
    expect(found).toEqual({ start: 6, latency: 1, idle: 1 });
  });
});

test('its images are complete, of both formats, and reproducible from a seed', async () => {
  for (const format of ['png', 'jpg'] as const) {
    const [one, again] = [7, 7].map((seed) => drawImage(drawFrom(seed), format, 5000));
    expect(one!.equals(again!)).toBe(true);
    const check = createImageCheck(`shot.${format}`);
    await check.push(one!.subarray(0, -1));
    expect(check.verdict().kind).toBe('incomplete');
    await check.push(one!.subarray(-1));
    expect(check.verdict().kind).toBe('complete');
  }
  expect(between(() => 0.5, 10, 20)).toBe(15);
});
