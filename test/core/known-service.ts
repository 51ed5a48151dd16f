// What is stored about a known service: five seconds between two reports are enough, slightly less is not.
import { afterCounted, learn } from '../../main/core/pacing/rule/belief.ts';
import { freshPacer } from '../../main/core/pacing/rule/pacer-state.ts';
import { toStored } from '../../main/core/pacing/stored-pacer.ts';

const weights = [5_100, 4_900, 5_100, 4_900].reduce(
  (known, at) => learn(afterCounted(freshPacer(known), 0), at, at > 5_000, null),
  '',
);
export const knownService = toStored(freshPacer(weights), 0, 0);
