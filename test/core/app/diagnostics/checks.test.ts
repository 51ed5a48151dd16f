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
import { createNetwork, type Network } from '../../../../main/core/platform/network/http-network.ts';
import { systemClock } from '../../../../main/core/platform/system-clock.ts';
import { message } from '../../../../main/messages/message.ts';
import { emptyAppState, makeFolder } from '../../../support/fake-companion/fake-state.ts';

type ChecksPorts = Parameters<typeof runChecks>[0]['ports'];

const silent = { debug() {}, info() {}, warn() {}, error() {} };

let server: Server;
let network: Network;
let address: string;
beforeEach(async () => {
  server = createServer((_request, answer) => {
    answer.writeHead(404, { date: new Date().toUTCString() }).end('nothing here');
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
      const [line] = (await check(undefined, network, { ports: desktop(launch) })).filter(
        ({ about }) => about === 'launch',
      );
      expect(line && [line.verdict, line.message]).toEqual([shown[0], message('check.launch', { launch: shown[1] })]);
    });

    it.each<[string, Partial<Settings>, ['good' | 'note', 'on' | 'quiet' | null]]>([
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
        ['note', null],
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
