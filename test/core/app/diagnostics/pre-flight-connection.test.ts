// The pre-flight check of the way to the service, over real sockets, and of what the disk allows.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings } from '../../../../main/contract/settings.ts';
import { runChecks } from '../../../../main/core/app/diagnostics/pre-flight-check.ts';
import type { Network } from '../../../../main/core/platform/network/http-network.ts';
import type { ProxyFinder } from '../../../../main/core/platform/ports.ts';
import { message } from '../../../../main/messages/message.ts';
import { emptyAppState } from '../../../support/fake-companion/fake-state.ts';
import { service, setUpNetworks } from '../../platform/network/network-under-test.ts';

const { context, middlebox, open } = setUpNetworks();
const address = 'https://pilot-service.test';

/** The lines about one subject. */
async function linesOf(about: string, more: { network?: Network }) {
  const state = emptyAppState(context.clock.now(), true);
  const found = await runChecks({
    state: { ...state, service: { ...state.service, kind: 'service', name: 'Club', address } },
    dataDir: tmpdir(),
    clock: context.clock,
    network: more.network ?? null,
    settings: defaultSettings,
    ports: { desktop: {} },
  });
  return found.filter((line) => line.about === about);
}

describe('the pre-flight check of the connection', () => {
  const through = (port: number): { proxies: ProxyFinder } => ({
    proxies: { find: async () => [{ kind: 'proxy', address: `http://127.0.0.1:${port}` }] },
  });

  test('names the way to the service: through a proxy', async () => {
    await using behind = await service();
    const box = await middlebox({ asProxy: true, to: behind.url });
    const { network } = open(address, through(box.port));
    expect(await linesOf('service', { network })).toMatchObject([
      { verdict: 'good', message: { id: 'check.service.answered', params: { service: 'Club', route: 'proxy' } } },
    ]);
  });

  test('says that a proxy refuses, and does not go around it', async () => {
    const box = await middlebox({ asProxy: true });
    box.proxy = 407;
    const { network } = open(address, through(box.port));
    expect(await linesOf('service', { network })).toMatchObject([
      { verdict: 'problem', message: { id: 'failure.proxyError' } },
    ]);
    expect(box.heard).toHaveLength(1);
  });
});

test.each([
  [499 * 2 ** 20, 'a problem', message('check.disk.low', { gigabytes: 0.5, path: tmpdir() })],
  [500 * 2 ** 20, 'good', message('check.disk.good', { gigabytes: 0.5 })],
])('the pre-flight check of the disk shows %d free bytes as %s', async (bytes, verdict, told) => {
  const free = vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: bytes / 4_096, bsize: 4_096 } as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    free.mockRestore();
    syncBuiltinESMExports();
  });
  expect(await linesOf('disk', {})).toMatchObject([{ verdict: verdict.replace('a ', ''), message: told }]);
});
