// The settings that a service shows, by the options of the emulator.

import { optionTable } from '../options/option-table.ts';
import { isAllowed } from '../options/option-kinds.ts';
import type { OptionRow, OptionValue } from '../options/option-kinds.ts';
import type { OptionName } from '../options/option-table.ts';
import { assumptionChecks } from './judge.ts';
import {
  accessLifetime,
  checkDelay,
  codeLifetime,
  fileSize,
  refreshLifetime,
  waitBetweenUploads,
} from './traffic/measures.ts';
import type { Bounds } from './traffic/measures.ts';
import type { Traffic } from './traffic/traffic.ts';

type LearntSetting = {
  name: OptionName;
  value: OptionValue;
  /** The assumption that it expresses; empty for what the document shows. */
  assumption: string;
};

/** The value of a switch if the assumption holds, and if it differs. */
const switches: Partial<Record<OptionName, readonly [held: OptionValue, otherwise: OptionValue]>> = {
  retryAfter: [true, false],
  tooFastRestarts: [false, true],
  nullableAsStrings: [false, true],
  basicWithoutClientId: [false, true],
  codeReplayRevokes: [false, true],
  refreshScope: [true, false],
  jpegLs: [false, true],
  nulInNames: [false, true],
  lenientPaging: [false, true],
  methodNotAllowed: [true, false],
};

const secondMs = 1000;
const minuteMs = 60 * secondMs;

export function learnSettings(traffic: Traffic): LearntSetting[] {
  const access = accessLifetime(traffic);
  const measured: [OptionName, number | null][] = [
    ['accessLifetimeMs', access === null ? null : Math.round(access.value * secondMs)],
    ['minGapMs', within(waitBetweenUploads(traffic), 'minGapMs', [secondMs])],
    ['maxFileBytes', sizeWithin(fileSize(traffic))],
    ['codeLifetimeMs', within(codeLifetime(traffic), 'codeLifetimeMs', [minuteMs, secondMs])],
    ['refreshLifetimeMs', within(refreshLifetime(traffic), 'refreshLifetimeMs', [24 * 60 * minuteMs, minuteMs])],
    ['checkDelayMs', within(checkDelay(traffic), 'checkDelayMs', [secondMs])],
  ];
  const isLocalhost = traffic.authorizations.some(
    ({ redirectUri, answer }) => answer !== null && /^http:\/\/localhost\b/.test(redirectUri),
  );
  return [
    ...(isLocalhost ? [{ name: 'allowLocalhost' as const, value: true, assumption: 'A2' }] : []),
    // A service may send anything, such as a negative lifetime.
    ...measured.flatMap(([name, value]) =>
      value !== null && isAllowed(optionTable[name], value) ? [{ name, value, assumption: assumptionOf(name) }] : [],
    ),
    ...Object.entries(switches).flatMap(([key, [held, otherwise]]) => {
      const name = key as OptionName;
      const check = assumptionChecks[assumptionOf(name)];
      const found = check === undefined || 'invisible' in check ? [] : check.find(traffic);
      if (found.length === 0) return [];
      const value = found.every((one) => one.holds) ? held : otherwise;
      return [{ name, value, assumption: assumptionOf(name) }];
    }),
  ];
}

const assumptionOf = (name: OptionName): string => (optionTable[name] as OptionRow).assumption ?? '';

/**
 * A value above the lower bound and not above the upper one: the default if it fits, otherwise a round one. Null leaves
 * the default, if a single bound does not contradict it.
 * @param steps round values are multiples of these, the best first
 */
function within({ moreThan, atMost }: Bounds, name: OptionName, steps: readonly number[]): number | null {
  if (moreThan === null && atMost === null) return null;
  const isBounded = moreThan !== null && atMost !== null;
  const least = moreThan?.value ?? -1;
  const most = atMost?.value ?? Infinity;
  const fits = (value: number) => value > least && value <= most;
  const usual = optionTable[name].default as number;
  if (fits(usual)) return isBounded ? usual : null;
  const round = steps.map((step) => (Math.floor(least / step) + 1) * step).find(fits);
  return round ?? (Number.isFinite(most) ? Math.floor(most) : Math.ceil(least) + 1);
}

const kibibyte = 1024;

/** At least what was accepted, and less than what was refused. */
function sizeWithin({ moreThan, atMost }: Bounds): number | null {
  if (moreThan === null && atMost === null) return null;
  const accepted = moreThan?.value ?? 1;
  const refused = atMost?.value ?? Infinity;
  const fits = (value: number) => value >= accepted && value < refused;
  const usual = optionTable.maxFileBytes.default;
  if (fits(usual)) return moreThan !== null && atMost !== null ? usual : null;
  const steps = [kibibyte ** 2, kibibyte, 1];
  // Without a rejection, only the largest accepted size is known.
  if (!Number.isFinite(refused)) return Math.ceil(accepted / kibibyte ** 2) * kibibyte ** 2;
  return steps.map((step) => Math.floor((refused - 1) / step) * step).find((value) => value > 0 && fits(value)) ?? null;
}
