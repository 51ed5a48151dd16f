import { describe, expect, test } from 'vitest';
import { compareAlternately } from '../../../bench/harness/rounds.ts';
import { quantileOf, spreadOf } from '../../../bench/harness/statistics.ts';

describe('rounds', () => {
  test('subject and peer take turns, each as often first as second', async () => {
    const order: string[] = [];
    const measure = (name: string) => () => {
      order.push(name);
      return Promise.resolve(1);
    };
    await compareAlternately(measure('A'), measure('B'), 4);
    expect(order.join(' ')).toBe('A B B A A B B A');
  });

  test('the ratio is calculated per pair, so that a slow period of the machine does not change it', async () => {
    // Both are ten times slower in the second pair.
    const subject = [80, 8, 80];
    const peer = [100, 10, 100];
    const { ratio } = await compareAlternately(
      () => Promise.resolve(subject.shift() ?? 0),
      () => Promise.resolve(peer.shift() ?? 0),
      3,
    );
    expect(ratio).toMatchObject({ count: 3, least: 0.8, median: 0.8, most: 0.8 });
  });
});

describe('a spread', () => {
  test('interpolates its quantiles', () => {
    expect(spreadOf([4, 1, 3, 2])).toEqual({
      count: 4,
      least: 1,
      lowerQuartile: 1.75,
      median: 2.5,
      upperQuartile: 3.25,
      most: 4,
    });
    expect(quantileOf([1, 2, 3], 0.5)).toBe(2);
  });

  test('of one value is that value', () => {
    expect(spreadOf([7])).toMatchObject({ least: 7, median: 7, most: 7 });
  });

  test('of nothing throws', () => {
    expect(() => spreadOf([])).toThrow('no values');
  });
});
