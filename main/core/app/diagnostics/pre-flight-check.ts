// The pre-flight check: what has to work before reports are uploaded, one line each, with the required action.
import type { LaunchState } from '../../../contract/commands.ts';
import type { Check } from '../../../contract/diagnostics.ts';
import type { Failure } from '../../../contract/failure.ts';
import { placeOf } from '../../../contract/secrets.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { AppState } from '../../../contract/state.ts';
import { durationMessage } from '../../../messages/duration.ts';
import { message, type Message, type Name } from '../../../messages/message.ts';
import { connectionFailure, failures } from '../../messages/failures.ts';
import type { Network } from '../../platform/network/http-network.ts';
import type { Clock, Ports, Logger } from '../../platform/ports.ts';
import { withTimeLimit } from '../../platform/waits.ts';
import { isAnyWanted } from '../notifications/notices.ts';
import { freeBytes } from './diagnostics.ts';
import { askService, type ServiceAnswer } from '../../service/ask-service.ts';
import type { AccountWorkers } from '../../profile/account-workers.ts';

/** A few hundred screenshots. */
const lowBytes = 500 * 1024 * 1024;
/** A record's time is compared with ours to the minute. */
const mostSkewMs = 60_000;

const good = (about: Check['about'], text: Message): Check => line(about, 'good', text);
const problem = (about: Check['about'], { message: text, requiredAction }: Failure): Check =>
  line(about, 'problem', text, requiredAction ?? null);
const line = (
  about: Check['about'],
  verdict: Check['verdict'],
  text: Message,
  requiredAction: Check['requiredAction'] = null,
): Check => ({ about, verdict, message: text, requiredAction });

/** `network`: null before a service is chosen. */
export async function runChecks(deps: {
  readonly state: AppState;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly network: Network | null;
  readonly settings: Settings;
  /** What only the desktop app has: absent elsewhere. */
  readonly ports: { readonly desktop: Pick<Ports['desktop'], 'launch'>; readonly notify?: unknown };
}): Promise<Check[]> {
  const { state, clock, network } = deps;
  // The built-in service runs in the process that does the work.
  const isElsewhere = state.service.kind === 'demo' && !state.isLeader;
  const { address } = state.service;
  const reached = network && !isElsewhere ? await reach(network, address, clock) : null;
  return [
    good('version', message('check.version', { version: state.host.version })),
    diskCheck(deps.dataDir, state),
    secretsCheck(state),
    ...(isElsewhere ? [] : serviceChecks(state.service.name, reached)),
    accountCheck(state),
    ...signedOutChecks(state),
    ...workerChecks(state),
    ...folderChecks(state),
    ...launchChecks(deps.ports.desktop.launch?.read() ?? 'unavailable'),
    ...(deps.ports.notify ? [notificationCheck(deps.settings, clock.now())] : []),
  ];
}

function secretsCheck({ secretsIn, secretsConcern: concern }: AppState): Check {
  const text = message('check.secrets', { place: placeOf(secretsIn) });
  // The pilot chose it.
  if (secretsIn === 'open-vault') return line('secrets', 'note', concern?.message ?? text);
  return concern ? problem('secrets', concern) : good('secrets', text);
}

function diskCheck(dataDir: string, { dataConcern }: AppState): Check {
  if (dataConcern) return problem('disk', dataConcern);
  const bytes = freeBytes(dataDir);
  const gigabytes = Math.round(bytes / 1e8) / 10;
  return bytes < lowBytes
    ? line('disk', 'problem', message('check.disk.low', { gigabytes, path: dataDir }))
    : good('disk', message('check.disk.good', { gigabytes }));
}

type Reached = { readonly answer: ServiceAnswer; readonly isProxied: boolean };

async function reach(network: Network, address: string, clock: Clock): Promise<Reached> {
  const answer = await askService(address, { fetch: network.fetch, clock });
  const isProxied = answer.kind === 'answered' && (await network.routeTo(address)).isProxied;
  return { answer, isProxied };
}

/** `reached`: null before a service is chosen. */
function serviceChecks(service: Name, reached: Reached | null): Check[] {
  if (reached === null) return [line('service', 'problem', message('check.service.none'), 'settings')];
  const { answer, isProxied } = reached;
  if (answer.kind === 'failed') return [problem('service', connectionFailure(service, answer.why, answer.code))];
  const { tookMs, aheadMs } = answer;
  const route = isProxied ? 'proxy' : null;
  const found = [
    good(
      'service',
      message('check.service.answered', { service, route, duration: durationMessage(tookMs, 'milliseconds') }),
    ),
  ];
  if (aheadMs === null) return found;
  const duration = durationMessage(Math.round(Math.abs(aheadMs) / 60_000) * 60_000);
  const isOff = Math.abs(aheadMs) > mostSkewMs;
  const side = aheadMs > 0 ? null : 'ahead';
  return [
    ...found,
    isOff
      ? line('clock', 'problem', message('check.clock.off', { duration, side }))
      : good('clock', message('check.clock.good')),
  ];
}

function accountCheck({ account }: AppState): Check {
  if (account.status === 'signed-in') {
    return account.concern
      ? problem('account', account.concern)
      : good('account', message('check.account.signedIn', { name: account.name }));
  }
  const reason = account.status === 'signed-out' ? account.reason : null;
  return reason
    ? problem('account', { requiredAction: 'sign-in', ...reason })
    : line('account', 'problem', message('check.account.none'), 'sign-in');
}

/** Their sign-in begins on the board. */
const signedOutChecks = ({ signedOut }: AppState): Check[] =>
  signedOut.map(({ name, reports: n }) => line('account', 'problem', message('shared.waitForSignIn', { n, name })));

function folderChecks({ folders }: AppState): Check[] {
  if (folders.length === 0) return [line('folder', 'note', message('check.folder.none'))];
  return folders.map(({ path, status, concern }) => {
    if (concern) return problem('folder', concern);
    if (status === 'watching' || status === 'unavailable')
      return good('folder', message('check.folder.good', { path, status: null }));
    return line('folder', status === 'polling' ? 'good' : 'note', message('check.folder.good', { path, status }));
  });
}

/** Another process that works for this service is as good as this one. */
function workerChecks({ begun, worker }: AppState): Check[] {
  if (!begun || worker.is === 'this') return [];
  if (worker.is === 'none') return [line('worker', 'note', message('check.worker.none'))];
  return worker.isSameService ? [] : [problem('worker', failures.worksForOther(worker))];
}

/** Both are the pilot's choice, so neither is a problem. */
function launchChecks(launch: LaunchState): Check[] {
  if (launch === 'unavailable') return [];
  const text = message('check.launch', { launch: launch === 'off' ? null : launch });
  return [launch === 'on' ? good('launch', text) : line('launch', 'note', text)];
}

function notificationCheck(settings: Settings, now: number): Check {
  const shown = !isAnyWanted(settings) ? null : settings.quietUntil > now ? 'quiet' : 'on';
  const text = message('check.notifications', { shown, at: settings.quietUntil });
  return shown === 'on' ? good('notifications', text) : line('notifications', 'note', text);
}

// Whether the pilot's sign-in still works, asked of the service itself.

const limitMs = 10_000;

/**
 * Lists one flight with the pilot's token. A sign-in that has ended at the service ends here as well. Never rejects;
 * waits for the rate limit for 10 s at most.
 */
export async function trySignIn(workers: AccountWorkers | null, { clock, log }: { clock: Clock; log: Logger }) {
  if (!workers) return;
  try {
    await withTimeLimit(clock, limitMs, undefined, (signal) => workers.scheduler.list({ limit: 1, signal }));
  } catch (error) {
    // A full disk, which has a line of its own in the check.
    log.warn('the sign-in could not be tried', { error });
  }
}
