// The pre-flight check against the test's own server.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LaunchState } from '../../../../main/contract/commands.ts';
import { ok } from '../../../../main/contract/failure.ts';
import { defaultSettings, type Settings } from '../../../../main/contract/settings.ts';
import type { AppState } from '../../../../main/contract/state.ts';
import { runChecks } from '../../../../main/core/app/diagnostics/checks.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { createNetwork, type Network } from '../../../../main/core/platform/network/http-network.ts';
import { systemClock } from '../../../../main/core/platform/system-clock.ts';
import { message } from '../../../../main/messages/message.ts';
import { emptyAppState, makeFolder } from '../../../support/fake-companion/fake-state.ts';

type ChecksPorts = Parameters<typeof runChecks>[0]['ports'];

const silent = { debug() {}, info() {}, warn() {}, error() {} };

let server: Server;
let network: Network;
let aheadMs: number;
let address: string;
beforeEach(async () => {
  aheadMs = 0;
  server = createServer((_request, answer) => {
    answer.writeHead(404, { date: new Date(Date.now() + aheadMs).toUTCString() }).end('nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  network = createNetwork({ clock: systemClock, log: silent });
});
afterEach(async () => {
  await network.stop();
  server.close();
});

const check = (
  change: (state: AppState) => AppState = (state) => state,
  ownNetwork: Network | null = network,
  { settings = {}, ports = { desktop: {} } }: { settings?: Partial<Settings>; ports?: ChecksPorts } = {},
) => {
  const state = emptyAppState(Date.now(), true);
  const changed = change({ ...state, service: { ...state.service, name: 'Club', address } });
  return runChecks({
    state: changed,
    dataDir: tmpdir(),
    clock: systemClock,
    network: ownNetwork,
    settings: { ...defaultSettings, ...settings },
    ports,
  });
};
const verdicts = async (checks: ReturnType<typeof check>) =>
  Object.fromEntries((await checks).map(({ about, verdict, message }) => [about, `${verdict} ${message.id}`]));

describe('the pre-flight check', () => {
  it('passes when everything works', async () => {
    const state = (now: AppState): AppState => ({ ...now, folders: [makeFolder()] });
    expect(await verdicts(check(state))).toEqual({
      version: 'good check.version',
      disk: 'good check.disk.good',
      secrets: 'good check.secrets',
      service: 'good check.service.answered',
      clock: 'good check.clock.good',
      account: expect.stringMatching(/^(good|problem) check.account/),
      folder: 'good check.folder.good',
    });
  });

  it.each([
    [-20 * 60_000, 'ahead', message('shared.duration.minutes', { n: 20 })],
    [90 * 60_000, 'other', message('shared.duration.hoursMinutes', { hours: 1, minutes: 30 })],
  ])('finds a clock that is wrong by %d ms', async (off, side, duration) => {
    aheadMs = off;
    const [clock] = (await check()).filter(({ about }) => about === 'clock');
    expect(clock).toMatchObject({
      verdict: 'problem',
      message: { id: 'check.clock.off', params: { duration, side } },
    });
  });

  it('names the pilot who is signed in', async () => {
    const account = { ...emptyAppState(0, true).account, status: 'signed-in', name: 'Anna', concern: null };
    const found = await check((state) => ({ ...state, account: account as AppState['account'] }));
    expect(found.find(({ about }) => about === 'account')).toMatchObject({
      verdict: 'good',
      message: message('check.account.signedIn', { name: 'Anna' }),
    });
  });

  it('asks the built-in service only where it runs', async () => {
    const about = async (isWorking: boolean) => {
      const found = await check((state) => ({ ...state, isWorking, service: { ...state.service, kind: 'demo' } }));
      return found.map((line) => line.about);
    };
    expect(await about(true)).toContain('service');
    expect(await about(false)).not.toContain('service');
  });

  it('names a service that does not answer', async () => {
    await new Promise((resolve) => server.close(resolve));
    const found = await check();
    expect(found.find(({ about }) => about === 'service')).toMatchObject({ verdict: 'problem' });
    expect(found.some(({ about }) => about === 'clock')).toBe(false);
  });

  it('includes what the app has: the sign-in, the secrets, the folders, the data', async () => {
    const found = await verdicts(
      check((state) => ({
        ...state,
        account: { status: 'signed-out', name: 'Anna', reason: failures.signInEnded('invalid_grant') },
        secretsConcern: failures.notChosen(),
        dataConcern: failures.notChosen(),
        folders: [makeFolder({ concern: failures.folderUnavailable('/gone') })],
      })),
    );
    expect(Object.values(found).filter((one) => one.startsWith('problem'))).toHaveLength(4);
    expect(found['folder']).toBe('problem failure.folderUnavailable');
  });

  it('sends no request before a service is chosen', async () => {
    const found = await verdicts(check((state) => state, null));
    expect(found['service']).toBe('problem check.service.none');
  });

  describe('in the desktop app', () => {
    const desktop = (launch: LaunchState) => ({
      desktop: { launch: { read: () => launch, set: () => ok(null) } },
      notify() {},
    });

    it.each<[LaunchState, ['good' | 'note', 'on' | 'blocked' | 'other']]>([
      ['on', ['good', 'on']],
      ['off', ['note', 'other']],
      ['blocked', ['note', 'blocked']],
    ])('shows launch at login as the system has it: %s', async (launch, shown) => {
      const [line] = (await check(undefined, network, { ports: desktop(launch) })).filter(
        ({ about }) => about === 'launch',
      );
      expect(line && [line.verdict, line.message]).toEqual([shown[0], message('check.launch', { launch: shown[1] })]);
    });

    it.each<[string, Partial<Settings>, ['good' | 'note', 'on' | 'quiet' | 'other']]>([
      ['on', { notifyCompleted: false }, ['good', 'on']],
      ['off for a time', { quietUntil: Date.now() + 3_600_000 }, ['note', 'quiet']],
      ['on again after that time', { quietUntil: Date.now() - 1_000 }, ['good', 'on']],
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
        ['note', 'other'],
      ],
    ])('shows whether notifications are %s', async (_name, settings, shown) => {
      const found = await check(undefined, network, { settings, ports: desktop('unavailable') });
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
});
