import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quickEffort } from '../../../bench/harness/benchmark.ts';
import { unpinned } from '../../../bench/harness/pinning.ts';
import { intake } from '../../../bench/intake/intake.ts';
import { writeImages } from '../../../bench/intake/images.ts';
import { createImageCheck } from '../../../main/core/uploads/image/image-check.ts';

describe('the benchmark of intake', () => {
  test('runs every part, with figures on both sides', async () => {
    const bench = { effort: { ...quickEffort, pairs: 1, worldShare: 0.002 }, pinning: unpinned('a test') };
    for (const part of Object.values(intake.parts)) {
      const whats: string[] = [];
      for await (const { what, subject, ratio } of part(bench)) {
        whats.push(what);
        expect(subject.median).toBeGreaterThan(0);
        expect(ratio!.median).toBeGreaterThan(0);
      }
      expect(whats).toHaveLength(1);
    }
  });
});

describe('its images', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'images-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test('are complete, of the requested size, and all different', async () => {
    const paths = writeImages(join(folder, 'some'), 4, 200_000);
    const contents = paths.map((path) => readFileSync(path));
    for (const [index, path] of paths.entries()) {
      const check = createImageCheck(path);
      await check.push(contents[index]!);
      expect(check.verdict()).toMatchObject({ kind: 'complete' });
      expect(Math.abs(contents[index]!.length - 200_000)).toBeLessThan(1_000);
    }
    expect(new Set(contents.map((content) => content.toString('latin1'))).size).toBe(4);
  });
});
