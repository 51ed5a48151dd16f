// Reproducible pseudorandom numbers (mulberry32).

export type Draw = () => number;

/** @returns values from 0 up to but not including 1 */
export function drawFrom(seed: number): Draw {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const between = (draw: Draw, least: number, most: number) => least + draw() * (most - least);
