// A check of one assumption: what the emulator does, and the exchanges that show the same or something else.

import type { Observation, Traffic } from './traffic.ts';

type Evidence = {
  request: number;
  holds: boolean;
  /** A sentence without its full stop. */
  shows: string;
};

export type Check = {
  claim: string;
  /** What a client has to do for it to be seen; or why no traffic can show it. */
  toObserve: string;
  /** Null if no traffic can show it. */
  find: ((traffic: Traffic) => Evidence[]) | null;
  /** What a finding does not show, if the claim goes further. */
  extent?: string | undefined;
};

/** By assumption. */
export type Checks = Readonly<Record<string, Check>>;

/** What an exchange shows; null if nothing. The exchange may be another one. */
export type Found = readonly [holds: boolean, shows: string, by?: Observation] | null;

type Find = (traffic: Traffic) => Evidence[];

/** What each exchange of a kind shows. */
export const each =
  <One extends Observation>(
    of: (traffic: Traffic) => readonly One[],
    look: (one: One, traffic: Traffic) => Found,
  ): Find =>
  (traffic) =>
    of(traffic).flatMap((one) => {
      const found = look(one, traffic);
      return found === null ? [] : [{ request: (found[2] ?? one).request, holds: found[0], shows: found[1] }];
    });

export const check = (claim: string, toObserve: string, find: Find | null, extent?: string): Check => ({
  claim,
  toObserve,
  find,
  extent,
});

type Bound = { value: number; request: number } | null;

/** A value is the expected one if its bounds are close enough to it that other values would not fit. */
export function boundsShow(
  { moreThan, atMost }: { moreThan: Bound; atMost: Bound },
  isAbove: (value: number) => boolean,
  isBelow: (value: number) => boolean,
  isClose: (least: number, most: number) => boolean,
  words: { above(value: number): string; below(value: number): string },
): Evidence[] {
  const above = moreThan && { request: moreThan.request, shows: words.above(moreThan.value) };
  const below = atMost && { request: atMost.request, shows: words.below(atMost.value) };
  if (above && isAbove(moreThan.value)) return [{ ...above, holds: false }];
  if (below && isBelow(atMost.value)) return [{ ...below, holds: false }];
  if (!above || !below || !isClose(moreThan.value, atMost.value)) return [];
  return [above, below].map((one) => ({ ...one, holds: true }));
}

/** A status with the code of its body: `429 too_fast`. */
export function answerIn({ status, json }: { status: number | null; json: unknown }): string {
  const body = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
  const code = body['detail'] ?? body['error'];
  return typeof code === 'string' && /^[\w.-]{1,40}$/.test(code) ? `${status} ${code}` : String(status);
}
