// Shrinks a case that has a finding while it keeps the same finding: sent in one write if possible, and without any
// bytes that are not needed.

import type { FuzzCase } from './cases/fuzz-case.ts';

/** `shows` is called at most `mostTries` times. */
export async function shrink(
  found: FuzzCase,
  shows: (smaller: FuzzCase) => Promise<boolean>,
  mostTries = 300,
): Promise<FuzzCase> {
  const atOnce = { ...found, cuts: [], pauseMs: 0 };
  let best = (await shows(atOnce)) ? atOnce : found;
  let size = best.bytes.length >> 1;
  let at = 0;
  for (let tries = 1; tries < mostTries && size >= 1; tries += 1) {
    const { bytes } = best;
    const smaller = { ...best, bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + size)]) };
    if (await shows(smaller)) best = smaller;
    else at += size;
    if (at < best.bytes.length) continue;
    size >>= 1;
    at = 0;
  }
  return best;
}
