// Which assumptions hold, as far as exchanges show it. A verdict needs an exchange; without one, the assumption is not seen.

import type { JudgedAssumption } from '../api-types.ts';
import { accessChecks } from './access-checks.ts';
import type { Check, Checks } from './check.ts';
import { flightChecks } from './flight-checks.ts';
import { readTraffic } from './traffic.ts';
import type { Observation, Traffic } from './traffic.ts';

const byNumber = ([left]: [string, Check], [right]: [string, Check]) => Number(left.slice(1)) - Number(right.slice(1));

/** All assumptions, in the order of their numbers. */
export const assumptionChecks: Checks = Object.fromEntries(
  Object.entries({ ...accessChecks, ...flightChecks }).toSorted(byNumber),
);

/** @param service the base URL of the service */
export function judge(observations: readonly Observation[], service: string): JudgedAssumption[] {
  const traffic = readTraffic(observations, service);
  return Object.entries(assumptionChecks).map(([number, one]) => judgeOne(number, one, traffic));
}

/** The first requests are enough. */
const mostEvidence = 3;

function judgeOne(number: string, { claim, toObserve, find, extent }: Check, traffic: Traffic): JudgedAssumption {
  const found = find?.(traffic) ?? [];
  if (found.length === 0) {
    return { number, claim, verdict: find === null ? 'not-visible' : 'not-seen', evidence: [], note: `${toObserve}.` };
  }
  const isContradicted = found.some(({ holds }) => !holds);
  const findings = new Map<string, number>();
  for (const { holds, shows, request } of found) {
    if (holds === !isContradicted && !findings.has(shows)) findings.set(shows, request);
  }
  return {
    number,
    claim,
    verdict: isContradicted ? 'differs' : 'holds',
    evidence: [...findings].slice(0, mostEvidence).map(([shows, request]) => ({ request, shows: `${shows}.` })),
    note: isContradicted || extent === undefined ? null : `${extent}.`,
  };
}
