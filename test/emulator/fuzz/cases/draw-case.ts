// Draws the case for a number in a run: the request, its mistake, and how it is sent.

import { bearerDraft, controlDraft } from './bearer-cases.ts';
import { createChance } from '../../../support/chance.ts';
import type { Chance } from '../../../support/chance.ts';
import { render } from './draft.ts';
import type { Draft } from './draft.ts';
import { authorizeDraft, tokenDraft } from './form-cases.ts';
import type { FuzzCase, Target } from './fuzz-case.ts';
import { spoilBytes } from './http-bytes.ts';
import { pipeline, plainDraft } from './http-cases.ts';
import { spoilDraft } from './http-changes.ts';
import { multipartDraft } from './multipart-cases.ts';

const drafts: Record<Target, (chance: Chance) => Draft> = {
  token: tokenDraft,
  authorize: authorizeDraft,
  bearer: bearerDraft,
  multipart: multipartDraft,
  control: controlDraft,
  http: plainDraft,
};

export function drawCase(seed: number, number: number, among: readonly Target[]): FuzzCase {
  const chance = createChance(`${seed}:${number}`);
  const target = chance.pick(among);
  const one = drafts[target](chance);
  // The other targets mostly get valid HTTP, so that their own rules are reached.
  const share = target === 'http' ? 1 : 0.12;
  if (chance.is(share * 0.7)) spoilDraft(one, chance);
  const chunkBytes = chance.pick([1, 3, 100, 4000, 100_000]);
  let bytes = chance.is(share * 0.2)
    ? pipeline(one, chance)
    : render(one, Math.max(chunkBytes, one.body.length / 2000 + 1) | 0);
  if (chance.is(share * 0.4)) bytes = spoilBytes(bytes, chance, one.message);
  return {
    target,
    place: target === 'control' ? 'steered' : chance.is(0.25) ? 'strict' : 'extended',
    message: one.message,
    bytes,
    ...deliveryOf(bytes, chance),
  };
}

function deliveryOf(bytes: Buffer, chance: Chance): Pick<FuzzCase, 'cuts' | 'pauseMs'> {
  if (chance.is(0.6)) return { cuts: [], pauseMs: 0 };
  if (chance.is(0.2) && bytes.length < 600) {
    return { cuts: Array.from(bytes, (_, at) => at + 1), pauseMs: 0 };
  }
  const cuts = Array.from({ length: chance.int(1, 8) }, () => chance.int(1, Math.max(1, bytes.length - 1)));
  return { cuts: [...new Set(cuts)].toSorted((left, right) => left - right), pauseMs: chance.pick([0, 0, 1, 5, 30]) };
}
