// Which assumptions hold, as far as exchanges show it. A verdict needs an exchange; without one, the assumption is not seen.

import type { JudgedAssumption } from '../api-types.ts';
import { readingChecks } from './checks/reading-checks.ts';
import { signInChecks } from './checks/sign-in-checks.ts';
import { tokenChecks } from './checks/token-checks.ts';
import { uploadChecks } from './checks/upload-checks.ts';
import type { Check, Checks } from './checks/check.ts';
import type { Observation } from './traffic/observation.ts';
import { readTraffic } from './traffic/traffic.ts';
import type { Traffic } from './traffic/traffic.ts';

const byNumber = ([left]: [string, Check], [right]: [string, Check]) => Number(left.slice(1)) - Number(right.slice(1));

/** All assumptions, in the order of their numbers. */
export const assumptionChecks: Checks = Object.fromEntries(
  Object.entries({ ...signInChecks, ...tokenChecks, ...uploadChecks, ...readingChecks }).toSorted(byNumber),
);

/** @param service the base URL of the service */
export function judge(observations: readonly Observation[], service: string): JudgedAssumption[] {
  const traffic = readTraffic(observations, service);
  return Object.entries(assumptionChecks).map(([number, check]) => judgeOne(number, check, traffic));
}

/** The first requests are enough. */
const mostEvidence = 3;

function judgeOne(number: string, check: Check, traffic: Traffic): JudgedAssumption {
  const { claim } = check;
  if ('invisible' in check) {
    return { number, claim, verdict: 'not-visible', evidence: [], note: `${check.invisible}.` };
  }
  const found = check.find(traffic);
  if (found.length === 0) return { number, claim, verdict: 'not-seen', evidence: [], note: `${check.toObserve}.` };
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
    note: isContradicted || check.extent === undefined ? null : `${check.extent}.`,
  };
}
