// Upwards, while no wait is known that does: few steps, each of them a refusal. Why these figures: docs/pacing.md.
import { MAX_WAIT_MS, type Bracket } from './bracket.ts';

/** Where nothing is known: as often as 60 a minute allow, "a few seconds" (five just do), and what comes after that. */
export const LADDER_MS = [1_073, 4_830, 16_600, 60_500] as const;
const NEXT_RUNG_FROM = 1.1;
/** For so few reports it is not worth being refused to learn that there is no wait. */
export const FEW = 12;
export const FEW_FIRST_MS = 5_000;
const FEW_SECOND_MS = 9_000;
/** A wait that has grown: so much longer than what was refused, and then again. */
const GROWN = 3;
const GROWN_MORE = 2.5;

/** The wait to try while none is known that does, milliseconds. */
export function nextRungMs(
  { refusedMs, refusedInAllMs, restarts, spent, unconfirmedAttempts }: Bracket,
  waiting: number,
): number {
  if (refusedMs === 0 && spent === 0) return waiting >= FEW ? LADDER_MS[0] : FEW_FIRST_MS;
  const tooShortMs = restarts === true ? refusedMs : Math.max(refusedMs, refusedInAllMs);
  if (spent === 1 && tooShortMs >= FEW_FIRST_MS && tooShortMs * NEXT_RUNG_FROM < FEW_SECOND_MS) return FEW_SECOND_MS;
  const rung =
    unconfirmedAttempts > 1
      ? refusedMs * (unconfirmedAttempts === 2 ? GROWN : GROWN_MORE)
      : LADDER_MS.find((one) => one > tooShortMs * NEXT_RUNG_FROM);
  return Math.min(MAX_WAIT_MS, rung ?? tooShortMs * 2);
}
