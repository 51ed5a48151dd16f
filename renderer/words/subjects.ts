// The names that the catalogue has words for.
import type { segmentStates, Actor, Bay, StageName, StripAction } from '../../main/contract/strip.ts';

export type SegmentState = (typeof segmentStates)[number];
export type { Actor, Bay, StageName, StripAction };
