// Creates a scenario from a service's answers: settings if the emulator has an option, faults for what it does not
// serve and for its failures, and the applications. What was not seen stays at the emulator's defaults.

import { describeValue } from '../options/option-kinds.ts';
import type { OptionValue } from '../options/option-kinds.ts';
import { optionTable } from '../options/option-table.ts';
import type { OptionName } from '../options/option-table.ts';
import { registrationError } from '../oauth/redirect-uri.ts';
import { replayFaults } from '../scenario/replay-faults.ts';
import type { JudgedAssumption } from '../api-types.ts';
import { judge } from './judge.ts';
import { memberOf, valueOf } from './traffic/observation.ts';
import type { Observation } from './traffic/observation.ts';
import { learnSettings } from './learn-settings.ts';
import { isJudged, paths, readTraffic } from './traffic/traffic.ts';
import type { Traffic } from './traffic/traffic.ts';

type Match = {
  method: string;
  path: string;
  grantType?: string;
};

/** @param service the base URL of the service */
export function scenarioFrom(observations: readonly Observation[], service: string): object {
  const traffic = readTraffic(observations, service);
  const learnt = learnSettings(traffic);
  const applications = applicationsIn(traffic);
  const missing = extensions.flatMap(([assumption, match]) => {
    const fault = missingFault(match, traffic);
    return fault === null ? [] : [{ assumption, fault }];
  });
  const expressed = new Set([...learnt, ...missing].map(({ assumption }) => assumption));
  return {
    title: `Recorded from ${service}`,
    about: aboutIt(judge(observations, service), expressed),
    settings: Object.fromEntries(learnt.map(({ name, value }) => [name, written(name, value)])),
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
  const found =
    'Settings and faults that make the emulator answer as the service did. What was not seen is as by default.';
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
  address.replace(
    /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?/,
    (_whole, host: string) => `http://${host === 'localhost' ? '127.0.0.1' : host}`,
  );

/** What the document does not show and the emulator serves in extended mode, by assumption. */
const extensions: readonly (readonly [assumption: string, Match])[] = [
  ['A4', { method: 'GET', path: paths.flights }],
  ['A4', { method: 'GET', path: `${paths.flights}/*` }],
  ['A18', { method: 'GET', path: paths.userinfo }],
  ['A31', { method: 'GET', path: paths.metadata }],
  ['A32', { method: 'POST', path: paths.revoke }],
  ['A33', { method: 'POST', path: paths.introspect }],
];

const isOf = ({ method, path }: Match) => {
  const start = path.endsWith('*') ? path.slice(0, -1) : null;
  return (one: Observation) =>
    one.method === method && (start === null ? one.path === path : one.path.startsWith(start) && one.path !== start);
};

/** A fault for an endpoint that was never there; null if it was, or was not requested. */
function missingFault(match: Match, { all, uploads }: Traffic): object | null {
  const isMissing = ({ status }: Observation) => status === 404 || status === 405;
  const seen = all.filter(isOf(match)).filter(isJudged);
  if (seen.length === 0 || !seen.every(isMissing)) return null;
  // A flight that was never uploaded is missing everywhere.
  const uploaded = new Set(
    uploads.filter(({ isAccepted }) => isAccepted).map((one) => `${paths.flights}/${idOf(one)}`),
  );
  const isSingle = match.path.endsWith('*');
  return isSingle && !seen.some(({ path }) => uploaded.has(path)) ? null : { match, effect: effectOf(seen[0]!) };
}

const idOf = (one: Observation): string => JSON.stringify(memberOf(one, 'id') ?? null);

function effectOf(one: Observation): object {
  const detail = memberOf(one, 'detail');
  const isCode = typeof detail === 'string' && /^[\w.-]{1,40}$/.test(detail);
  return { type: 'status', status: one.status, ...(isCode && { body: { detail } }) };
}

const replayed: readonly Match[] = [
  { method: 'POST', path: paths.token, grantType: 'authorization_code' },
  { method: 'POST', path: paths.token, grantType: 'refresh_token' },
  { method: 'POST', path: paths.flights },
  ...extensions.slice(0, 3).map(([, match]) => match),
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
      const retryAfter = one.headers['retry-after'];
      const isSeconds = retryAfter !== undefined && /^\d{1,9}$/.test(retryAfter);
      return { ...effectOf(one), ...(isSeconds && { headers: { 'retry-after': retryAfter } }) };
    });
    return replayFaults(match, effects);
  });
}
