// The planned times of uploads, as the window shows them.
import { expect, test } from 'vitest';
import { believedService, uploadTimes, usualWaitMs } from '../../../main/core/pacing/plan.ts';
import { freshPacer } from '../../../main/core/pacing/rule/pacer-state.ts';
import { fromStored } from '../../../main/core/pacing/stored-pacer.ts';
import { knownService } from '../known-service.ts';

const state = fromStored(knownService, 0, 0);
const unlimited = (_ends: readonly number[], at: number) => at;
const gapsOf = (times: readonly number[]) => times.slice(1).map((at, index) => at - times[index]!);
const plan = (count: number, usualUploadMs = 0) =>
  uploadTimes(state, count, count, 1_000, [], unlimited, usualUploadMs);

test('thirty intervals are planned with the margin of the belief, the later ones with the usual wait', () => {
  expect(usualWaitMs(state)).toBe(5_000);
  const gaps = gapsOf(plan(40));
  expect(gaps.slice(0, 30)).toEqual(Array<number>(30).fill(5_040));
  expect(gaps.slice(30)).toEqual(Array<number>(9).fill(5_000));
});

test('the first upload is planned at the time of the decision, and none for no report', () => {
  expect(plan(1)).toEqual([1_000]);
  expect(plan(0)).toEqual([]);
});

test.each([
  ['shorter than the wait do not lengthen it', 800, [5_040, 5_040]],
  ['longer than the wait follow each other', 20_000, [20_000, 20_000]],
])('uploads that are %s', (_, usualUploadMs, gaps) => {
  expect(gapsOf(plan(3, usualUploadMs))).toEqual(gaps);
});

test('the rate limit is given the earlier requests and the ends of the planned uploads', () => {
  const given: (readonly number[])[] = [];
  const limited = (ends: readonly number[], at: number) => {
    given.push([...ends]);
    return at + 10_000;
  };
  expect(uploadTimes(state, 3, 3, 1_000, [400, 700], limited, 200)).toEqual([11_000, 26_040, 41_080]);
  expect(given).toEqual([
    [400, 700],
    [400, 700, 11_200],
    [400, 700, 11_200, 26_240],
  ]);
});

test('a service is believed in once something is known about it', () => {
  expect(believedService(state)).toEqual({ waitMs: 5_000, capacity: 1 });
  expect(believedService(freshPacer())).toBeNull();
});
