// Creates a scenario from a service's answers: settings if the emulator has an option, faults for what it does not
// serve and for its failures, and the applications. What was not seen stays at the emulator's defaults.

import type { JudgedAssumption } from '../api-types.ts';
import { registrationError } from '../oauth/parameters.ts';
import { describeValue, isAllowed } from '../options/option-kinds.ts';
import type { OptionRow, OptionValue } from '../options/option-kinds.ts';
import { optionTable } from '../options/option-table.ts';
import type { OptionName } from '../options/option-table.ts';
import { replayFaults } from '../scenario/replay-faults.ts';
import { assumptionChecks, judge } from './assumption-checks.ts';
import {
  accessLifetime,
  codeIn,
  isJudged,
  isMissing,
  largestFile,
  memberOf,
  paths,
  readTraffic,
  secondsIn,
  valueOf,
  waitBetweenUploads,
} from './traffic.ts';
import type { Bounds, Observation, Traffic } from './traffic.ts';

type Match = { method: string; path: string; grantType?: string };

/** @param service the base URL of the service */
export function scenarioFrom(observations: readonly Observation[], service: string): object {
  const traffic = readTraffic(observations, service);
  const learnt = learnSettings(traffic);
  const applications = applicationsIn(traffic);
  const missing = missingExtensions(traffic);
  const expressed = new Set([
    ...learnt.map(([name]) => assumptionOf(name)),
    ...missing.map(({ assumption }) => assumption),
  ]);
  return {
    title: `Recorded from ${service}`,
    about: aboutIt(judge(observations, service), expressed),
    settings: Object.fromEntries(learnt.map(([name, value]) => [name, written(name, value)])),
    ...(applications.length > 0 && { applications }),
    faults: [...missing.map(({ fault }) => fault), ...failures(traffic)],
    steps: [],
  };
}

/** In the notation of the command line, which people read. */
function written(name: OptionName, value: OptionValue): OptionValue {
  const { kind } = optionTable[name];
  return kind === 'duration' || kind === 'size' ? describeValue(optionTable[name], value) : value;
}

/** Differences that neither a setting nor a fault expresses. */
function aboutIt(assumptions: readonly JudgedAssumption[], expressed: ReadonlySet<string>): string {
  const others = assumptions.filter(({ number, verdict }) => verdict === 'differs' && !expressed.has(number));
  const notes = others.map(({ number, evidence: [first] }) => `${number}: ${first?.shows ?? ''}`);
  const found = 'Settings and faults with which the emulator answers as the service did; the rest is as by default.';
  return notes.length === 0 ? found : `${found} Not expressed here: ${notes.join(' ')}`;
}

/** Client IDs that were accepted. Their secrets are not kept; the emulator generates new ones. */
function applicationsIn({ tokenCalls, authorizations, uploads }: Traffic): object[] {
  const clientIds = new Set(tokenCalls.filter(({ isGranted }) => isGranted).map(({ clientId }) => clientId));
  const isRefused = uploads.some(({ detail }) => detail === 'write_not_enabled');
  const writeEnabled = !isRefused || uploads.some(({ isAccepted }) => isAccepted);
  return [...clientIds].flatMap((clientId) => {
    if (clientId === undefined || clientId === '') return [];
    const redirectUris = [
      ...authorizations.filter((one) => one.clientId === clientId && one.answer !== null).map((one) => one.redirectUri),
      ...tokenCalls
        .filter((one) => one.clientId === clientId && one.isGranted)
        .map(({ form }) => valueOf(form, 'redirect_uri')),
    ].filter((address) => address !== undefined && registrationError(address) === null);
    const registered = new Set(redirectUris.map((address) => withoutPort(address!)));
    return [{ clientId, redirectUris: [...registered], ...(!writeEnabled && { writeEnabled }) }];
  });
}

/** The emulator accepts any port of a loopback address. `localhost` is the same to it, with the option. */
const withoutPort = (address: string): string =>
  address
    .replace(/^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?/, 'http://$1')
    .replace(/^http:\/\/localhost/, 'http://127.0.0.1');

/** What the document does not show and the emulator serves in extended mode, by assumption. */
const extensions: readonly (readonly [assumption: string, Match])[] = [
  ['A4', { method: 'GET', path: paths.flights }],
  ['A4', { method: 'GET', path: `${paths.flights}/*` }],
  ['A18', { method: 'GET', path: paths.userinfo }],
  ['A31', { method: 'GET', path: '/.well-known/oauth-authorization-server' }],
  ['A32', { method: 'POST', path: '/oauth/revoke' }],
  ['A33', { method: 'POST', path: '/oauth/introspect' }],
];

const isOf = ({ method, path }: Match) => {
  const start = path.endsWith('*') ? path.slice(0, -1) : null;
  return (one: Observation) =>
    one.method === method && (start === null ? one.path === path : one.path.startsWith(start) && one.path !== start);
};

/** Faults for the endpoints that were never there, and, if none was there, for those that were not requested. */
function missingExtensions({ all, uploads }: Traffic): { assumption: string; fault: object }[] {
  // A flight that was never uploaded is missing everywhere.
  const uploaded = uploads.filter(({ isAccepted }) => isAccepted).map((one) => `${paths.flights}/${idOf(one)}`);
  const requested = extensions.map(([assumption, match]) => ({
    assumption,
    match,
    seen: all
      .filter(isOf(match))
      .filter(isJudged)
      .filter((one) => !isMissing(one) || !match.path.endsWith('*') || uploaded.includes(one.path)),
  }));
  const isOther = requested.some(({ seen }) => !seen.every(isMissing));
  const [missing] = requested.flatMap(({ seen }) => seen);
  return requested.flatMap(({ assumption, match, seen }) => {
    const like = seen[0] ?? (isOther ? undefined : missing);
    return like === undefined || !seen.every(isMissing)
      ? []
      : [{ assumption, fault: { match, effect: effectOf(like) } }];
  });
}

const idOf = (one: Observation): string => JSON.stringify(memberOf(one, 'id') ?? null);

function effectOf(one: Observation): object {
  const detail = memberOf(one, 'detail') === undefined ? null : codeIn(one);
  return { type: 'status', status: one.status, ...(detail !== null && { body: { detail } }) };
}

const replayed: readonly Match[] = [
  { method: 'POST', path: paths.token, grantType: 'authorization_code' },
  { method: 'POST', path: paths.token, grantType: 'refresh_token' },
  { method: 'POST', path: paths.flights },
  ...extensions.map(([, match]) => match),
];

/**
 * Answers above 499, for the same request in the order of requests. A lost answer is left out: it proves too little.
 */
function failures({ all }: Traffic): object[] {
  return replayed.flatMap((match) => {
    const seen = all.filter(isOf(match)).filter(({ form }) => {
      return match.grantType === undefined || valueOf(form, 'grant_type') === match.grantType;
    });
    const effects = seen.map((one) => {
      if (one.status === null || one.status < 500 || one.status > 599) return null;
      const seconds = secondsIn(one);
      return { ...effectOf(one), ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }) };
    });
    return replayFaults(match, effects);
  });
}

/** At least what was refused; less only where the service restarts the wait at a refusal. */
function learntWait(traffic: Traffic) {
  const wait = waitBetweenUploads(traffic, false);
  return (wait.moreThan?.value ?? 0) <= (wait.atMost?.value ?? Infinity) ? wait : waitBetweenUploads(traffic);
}

/** The switches of assumptions that the report judges. */
const switches = ['retryAfter', 'nullableAsStrings', 'basicWithoutClientId'] as const;

function learnSettings(traffic: Traffic): (readonly [OptionName, OptionValue])[] {
  const access = accessLifetime(traffic);
  const isLocalhost = traffic.authorizations.some(
    ({ redirectUri, answer }) => answer !== null && /^http:\/\/localhost\b/.test(redirectUri),
  );
  const learnt: [OptionName, OptionValue | null][] = [
    ['allowLocalhost', isLocalhost || null],
    ['accessLifetimeMs', access === undefined ? null : Math.round(access * 1000)],
    ['minGapMs', within(learntWait(traffic), 'minGapMs', [1000])],
    ['maxFileBytes', within(largestFile(traffic), 'maxFileBytes', [1024 ** 2, 1024, 1])],
    ...switches.map((name): [OptionName, boolean | null] => {
      const found = assumptionChecks[assumptionOf(name)]?.find(traffic) ?? [];
      const usual = optionTable[name].default ?? true;
      return [name, found.length === 0 ? null : found.every(({ holds }) => holds) === usual];
    }),
  ];
  // A service may send anything, such as a negative lifetime.
  return learnt.flatMap(([name, value]) =>
    value !== null && isAllowed(optionTable[name], value) ? [[name, value] as const] : [],
  );
}

/** Empty for what the document shows. */
const assumptionOf = (name: OptionName): string => (optionTable[name] as OptionRow).assumption ?? '';

/**
 * A value above the lower bound and not above the upper one: the default if it fits, otherwise a round one at the strict end,
 * because a wait that is too short would teach a client to be refused. Null leaves the default, if a single bound does not
 * contradict it.
 * @param steps round values are multiples of these, the best first
 */
function within({ moreThan, atMost }: Bounds, name: OptionName, steps: readonly number[]): number | null {
  if (moreThan === null && atMost === null) return null;
  const least = moreThan?.value ?? -1;
  const most = atMost?.value ?? Infinity;
  const fits = (value: number) => value > least && value <= most;
  const usual = optionTable[name].default as number;
  if (fits(usual)) return moreThan !== null && atMost !== null ? usual : null;
  const isEndless = most === Infinity;
  const roundTo = (step: number) => (isEndless ? Math.floor(least / step) + 1 : Math.floor(most / step)) * step;
  return steps.map(roundTo).find(fits) ?? (isEndless ? Math.ceil(least) + 1 : Math.floor(most));
}

export async function scenarioFileText(document: object, file: string): Promise<string> {
  if (file.toLowerCase().endsWith('.json')) return `${JSON.stringify(document, null, 2)}\n`;
  const { stringify } = await import('yaml');
  return stringify(document, { lineWidth: 120 });
}
