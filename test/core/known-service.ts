// What is kept of a service that is known: five seconds between two reports are enough, a little less is not.
import { afterCounted, learn, type Weights } from '../../main/core/pacing/rule/belief.ts';
import { freshPacer } from '../../main/core/pacing/rule/pacer.ts';
import { toStored } from '../../main/core/pacing/rule/stored-state.ts';

const { history } = freshPacer();
const weights = [5_100, 4_900, 5_100, 4_900].reduce<Weights>(
  (known, at) => learn(known, afterCounted(history, 0), at, at > 5_000, null),
  '',
);
export const knownService = toStored(freshPacer(weights), 0, 0);
