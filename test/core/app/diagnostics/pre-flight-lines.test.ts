// Each line of the pre-flight check, with its verdict, its parameters and the required action.
import { tmpdir } from 'node:os';
import { describe, expect, it, test } from 'vitest';
import type { LaunchState } from '../../../../main/contract/commands.ts';
import { type Failure, ok } from '../../../../main/contract/failure.ts';
import type { Check } from '../../../../main/contract/diagnostics.ts';
import { defaultSettings, type Settings } from '../../../../main/contract/settings.ts';
import type { AppState } from '../../../../main/contract/state.ts';
import { runChecks, trySignIn } from '../../../../main/core/app/diagnostics/pre-flight-check.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import type { Network } from '../../../../main/core/platform/network/http-network.ts';
import { message } from '../../../../main/messages/message.ts';
import { emptyAppState, makeFolder } from '../../../support/fake-companion/fake-state.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import type { AccountWorkers } from '../../../../main/core/profile/account-workers.ts';

const startMs = Date.UTC(2026, 4, 12, 12);

/** A service whose clock is ahead by this much, or that tells no time. */
function serviceAhead(aheadMs: number | null) {
  const clock = createVirtualClock(startMs);
  const asked: unknown[] = [];
  const network = {
    async fetch(address: string) {
      asked.push(address);
      await clock.advance(120);
      const headers = new Headers();
      if (aheadMs !== null) headers.set('date', new Date(startMs + 1_000 + aheadMs).toUTCString());
      await clock.advance(880);
      return { status: 200, headers, body: null };
    },
    routeTo: async () => ({ isProxied: false }),
  } as unknown as Network;
  return { clock, network, asked };
}

async function check(
  change: Partial<AppState>,
  more: {
    clock?: ReturnType<typeof createVirtualClock>;
    network?: Network;
    settings?: Partial<Settings>;
    ports?: Parameters<typeof runChecks>[0]['ports'];
  } = {},
) {
  const state = emptyAppState(startMs, true);
  return runChecks({
    state: {
      ...state,
      ...change,
      service: { ...state.service, name: 'Club', address: 'https://club.test', ...change.service },
    },
    dataDir: tmpdir(),
    clock: more.clock ?? createVirtualClock(startMs),
    network: more.network ?? null,
    settings: { ...defaultSettings, ...more.settings },
    ports: more.ports ?? { desktop: {} },
  });
}
const about = (found: Check[], what: Check['about']) =>
  found
    .filter((line) => line.about === what)
    .map(({ verdict, message: text, requiredAction }) => ({ verdict, message: text, requiredAction }));

const good = (text: Check['message']) => ({ verdict: 'good', message: text, requiredAction: null });
const problem = (text: Check['message'], requiredAction: Check['requiredAction'] = null) => ({
  verdict: 'problem',
  message: text,
  requiredAction,
});
const signedIn = emptyAppState(startMs, true).account;
const consent = failures.scopeMissing('flights:write');
const full = failures.dataDiskFull('full');
const chosen: Partial<AppState> = { secretsIn: 'open-vault', secretsConcern: failures.secretsInOpenVault('/vault') };
const signedOut = (reason: Failure | null) => ({ account: { status: 'signed-out', name: null, reason } as const });
const [lost, resting] = [failures.notConfigured(), failures.refreshResting()];
const ended = failures.signInEnded();
const away = failures.folderMissing('/gone');

test.each<[Check['about'], string, Partial<AppState>, object[]]>([
  ['version', 'the app’s', {}, [good(message('check.version', { version: '0.1.0' }))]],
  ['disk', 'a known problem', { dataConcern: full }, [problem(full.message, 'free-space')]],
  ['secrets', 'in the keychain', {}, [good(message('check.secrets', { place: 'keychain' }))]],
  ['secrets', 'in memory', { secretsIn: 'memory' }, [good(message('check.secrets', { place: null }))]],
  ['secrets', 'a known problem', { secretsConcern: ended }, [problem(ended.message, 'sign-in')]],
  ['secrets', 'chosen', chosen, [{ ...good(chosen.secretsConcern!.message), verdict: 'note' }]],
  ['service', 'none chosen', {}, [problem(message('check.service.none'), 'settings')]],
  ['account', 'signed in', {}, [good(message('check.account.signedIn', { name: 'Demo Pilot' }))]],
  [
    'account',
    'signed in without a permission',
    { account: { ...signedIn, concern: consent } as AppState['account'] },
    [problem(consent.message, 'new-consent')],
  ],
  ['account', 'none', { account: { status: 'none' } }, [problem(message('check.account.none'), 'sign-in')]],
  ['account', 'signing in', { account: { status: 'signing-in' } }, [problem(message('check.account.none'), 'sign-in')]],
  ['account', 'signed out', signedOut(null), [problem(message('check.account.none'), 'sign-in')]],
  ['account', 'a lost sign-in', signedOut(lost), [problem(lost.message, 'settings')]],
  ['account', 'a lost sign-in that names no action', signedOut(resting), [problem(resting.message, 'sign-in')]],
  ['folder', 'none', {}, [{ verdict: 'note', message: message('check.folder.none'), requiredAction: null }]],
  [
    'folder',
    'one of two away',
    { folders: [makeFolder({ path: '/a' }), makeFolder({ concern: away })] },
    [good(message('check.folder.good', { path: '/a', status: null })), problem(away.message)],
  ],
  [
    'folder',
    'one that is polled',
    { folders: [makeFolder({ path: '/a', status: 'polling' })] },
    [good(message('check.folder.good', { path: '/a', status: 'polling' }))],
  ],
  ['launch', 'not in a browser', {}, []],
  ['notifications', 'not in a browser', {}, []],
])('of the %s: %s', async (what, _state, change, lines) => {
  expect(about(await check(change), what)).toEqual(lines);
});

const minutes = (n: number) => message('shared.duration.minutes', { n });
const yearMs = 365.2425 * 86_400_000;
test.each<[string, number | null, object[]]>([
  ['is right', 0, [good(message('check.clock.good'))]],
  ['is a minute ahead', 60_000, [good(message('check.clock.good'))]],
  ['is a minute behind', -60_000, [good(message('check.clock.good'))]],
  ['is over a minute behind', 61_000, [problem(message('check.clock.off', { duration: minutes(1), side: null }))]],
  ['is over a minute ahead', -61_000, [problem(message('check.clock.off', { duration: minutes(1), side: 'ahead' }))]],
  [
    'is an hour and a half behind',
    90 * 60_000,
    [
      problem(
        message('check.clock.off', {
          duration: message('shared.duration.hoursMinutes', { hours: 1, minutes: 30 }),
          side: null,
        }),
      ),
    ],
  ],
  ['is 90 seconds behind', 90_000, [problem(message('check.clock.off', { duration: minutes(2), side: null }))]],
  [
    'is twenty years ahead',
    -20 * yearMs,
    [problem(message('check.clock.off', { duration: message('shared.duration.years', { n: 20 }), side: 'ahead' }))],
  ],
  ['is compared with nothing', null, []],
])('of a service that answers, and this computer’s clock that %s', async (_what, aheadMs, lines) => {
  const service = serviceAhead(aheadMs);
  const found = await check({}, service);
  expect(service.asked).toEqual(['https://club.test']);
  expect(about(found, 'service')).toEqual([
    good(
      message('check.service.answered', {
        service: 'Club',
        route: null,
        duration: message('shared.duration.seconds', { n: 1 }),
      }),
    ),
  ]);
  expect(about(found, 'clock')).toEqual(lines);
});

test.each<[boolean, AppState['service']['kind'], string[]]>([
  [true, 'demo', ['service']],
  [false, 'demo', []],
  [false, 'service', ['service']],
])('the service is asked, working here: %s, kind: %s', async (isLeader, kind, lines) => {
  const service = serviceAhead(null);
  const { service: of } = emptyAppState(startMs, true);
  const found = await check(
    { isLeader, service: { ...of, kind, name: 'Club', address: 'https://club.test' } },
    service,
  );
  expect(found.map((line) => line.about)).toEqual(['version', 'disk', 'secrets', ...lines, 'account', 'folder']);
  expect(service.asked).toHaveLength(lines.length);
});

test('a service that does not answer is a problem, and nothing is said of the clock', async () => {
  const { clock, network } = serviceAhead(0);
  const fetch = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
  const routeTo = () => Promise.reject(new Error('no route'));
  const found = await check({}, { clock, network: { ...network, fetch, routeTo } as unknown as Network });
  expect(about(found, 'service')).toEqual([problem(failures.nameNotFound('Club', 'ENOTFOUND').message)]);
  expect(about(found, 'clock')).toEqual([]);
});

describe('in the desktop app', () => {
  const desktop = (launch: LaunchState) => ({
    desktop: { launch: { read: () => launch, set: () => ok(null) } },
    notify() {},
  });

  it.each<[LaunchState, ['good' | 'note', 'on' | 'blocked' | null]]>([
    ['on', ['good', 'on']],
    ['off', ['note', null]],
    ['blocked', ['note', 'blocked']],
  ])('shows launch at login as the system has it: %s', async (launch, shown) => {
    const [line] = (await check({}, { ports: desktop(launch) })).filter(({ about }) => about === 'launch');
    expect(line && [line.verdict, line.message]).toEqual([shown[0], message('check.launch', { launch: shown[1] })]);
  });

  it.each<[string, Partial<Settings>, ['good' | 'note', 'on' | 'quiet' | null]]>([
    ['on', { notifyCompleted: false }, ['good', 'on']],
    ['off for a time', { quietUntil: startMs + 3_600_000 }, ['note', 'quiet']],
    ['on again after that time', { quietUntil: startMs - 1_000 }, ['good', 'on']],
    [
      'off',
      {
        notifyCompleted: false,
        notifyAttention: false,
        notifyRejected: false,
        notifySignIn: false,
        notifyFolder: false,
        notifyArchived: false,
      },
      ['note', null],
    ],
  ])('shows whether notifications are %s', async (_name, settings, shown) => {
    const found = await check({}, { settings, ports: desktop('unavailable') });
    const [line] = found.filter(({ about }) => about === 'notifications');
    const at = settings.quietUntil ?? 0;
    const [verdict, name] = shown;
    expect(line && [line.verdict, line.message]).toEqual([
      verdict,
      message('check.notifications', { shown: name, at }),
    ]);
    expect(found.some(({ about }) => about === 'launch')).toBe(false);
  });
});

type Asked = { limit: number; signal: AbortSignal };

function make(list: (asked: Asked) => Promise<unknown>) {
  const clock = createVirtualClock();
  const warned: unknown[][] = [];
  const log = { debug() {}, info() {}, warn: (...line: unknown[]) => void warned.push(line), error() {} };
  const workers = { scheduler: { list } } as unknown as AccountWorkers;
  return { clock, warned, tried: (here: AccountWorkers | null = workers) => trySignIn(here, { clock, log }) };
}

test('one flight is listed, and no timer remains', async () => {
  const asked: Asked[] = [];
  const { clock, warned, tried } = make(async (one) => asked.push(one));
  await tried();
  expect(asked).toMatchObject([{ limit: 1, signal: { aborted: false } }]);
  expect(clock.pending).toBe(0);
  expect(warned).toEqual([]);
});

test('the wait for the rate limit ends after ten seconds', async () => {
  let signal: AbortSignal | undefined;
  const { clock, tried } = make(
    (asked) => new Promise((resolve) => (signal = asked.signal).addEventListener('abort', resolve)),
  );
  const trial = tried();
  await clock.advance(9_999);
  expect(signal?.aborted).toBe(false);
  await clock.advance(1);
  expect(signal?.aborted).toBe(true);
  await trial;
});
