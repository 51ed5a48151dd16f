// Reproducible random values. Each case of a run has its own seed, so that it can be repeated alone.

import { hash } from 'node:crypto';

export type Chance = {
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  /** Returns true with this probability. */
  is(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes(count: number): Buffer;
  /** Returns text of one-byte characters. */
  text(count: number): string;
};

export function createChance(seed: string): Chance {
  let state = Number.parseInt(hash('sha256', seed).slice(0, 8), 16);
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => int(0, 255)));
  return {
    int,
    is: (share) => next() < share,
    pick: (from) => from[int(0, from.length - 1)]!,
    bytes,
    text: (count) => bytes(count).toString('latin1'),
  };
}
