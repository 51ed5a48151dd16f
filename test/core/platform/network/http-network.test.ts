// The route to the service over real sockets, with everything that can go wrong: each failure is a value with its
// reason, with virtual time for silent peers, and the next call succeeds.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createNetwork } from '../../../../main/core/platform/network/http-network.ts';
import { createFlightClient } from '../../../../main/core/service/flight-client.ts';
import { emulatorProfile } from '../../../../main/core/service/profile.ts';
import { recordingLog } from '../../account/account-under-test.ts';
import type { FrontMode } from '../../../support/network/middlebox.ts';
import { setUpNetworks, names, reached, service } from './network-under-test.ts';

const { context, middlebox, open, ended } = setUpNetworks();

describe('straight to the service', () => {
  const networkErrors: [FrontMode, object][] = [
    ['self-signed', { kind: 'unreachable', why: 'not-trusted', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    ['expired', { kind: 'unreachable', why: 'not-trusted', code: 'CERT_HAS_EXPIRED' }],
    ['other-host', { kind: 'unreachable', why: 'not-trusted', code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    ['plain', { kind: 'unreachable', why: 'not-trusted' }],
    ['hang-up', { kind: 'unreachable', why: 'no-answer' }],
    // Over valid https the answer is the service's, not a captive portal's.
    ['portal-page', { kind: 'not-understood', code: 'HTTP 200, not a list of flights' }],
    ['portal-redirect', { kind: 'not-understood', code: 'HTTP 302' }],
  ];
  test.each(networkErrors)('%s ends as %j, and the next call succeeds afterwards', async (mode, outcome) => {
    await using behind = await service();
    const box = await middlebox({ to: behind.url });
    const { list } = open(`https://pilot-service.test:${box.port}`);
    box.front = mode;
    expect(await list()).toMatchObject(outcome);
    expect(box.heard.join('')).not.toMatch(mode.startsWith('portal') ? /^$/ : /secret/);
    box.front = 'pass';
    expect(await list()).toMatchObject(reached);
  });

  test.each<FrontMode>(['silent', 'silent-before-headers', 'silent-in-body'])(
    'a connection that is %s forever is aborted after a minute, and the next one is new',
    async (mode) => {
      await using behind = await service();
      const box = await middlebox({ to: behind.url });
      const { list } = open(`https://pilot-service.test:${box.port}`);
      box.front = mode;
      const began = context.clock.monotonic();
      expect(await ended(list(), 1_000)).toEqual({
        kind: 'unreachable',
        why: 'no-answer',
        code: 'no byte for a minute',
      });
      expect(context.clock.monotonic() - began).toBeGreaterThanOrEqual(60_000);
      box.front = 'pass';
      expect(await list()).toMatchObject(reached);
    },
  );

  test('a body that is never read times out as well, and counts as sent in part', async () => {
    const box = await middlebox();
    const { client } = open(`https://pilot-service.test:${box.port}`);
    const path = join(context.folder, 'shot.png');
    const content = Buffer.alloc(8_000_000, 1);
    writeFileSync(path, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const file = { path, name: 'shot.png', bytes: content.length, mediaType: 'image/png', sha256 };
    const call = client.upload({ token: 'secret', file, onProgress: () => {} });
    expect(await ended(call, 1_000)).toEqual({ kind: 'lost', code: 'no byte for a minute' });
  });

  test('nothing was sent without a listener', async () => {
    const box = await middlebox();
    const { list } = open(`https://pilot-service.test:${box.port}`);
    await box.close();
    expect(await list()).toEqual({ kind: 'unreachable', why: 'no-answer', code: 'ECONNREFUSED' });
  });

  test('an unknown host is reported as such, also by this computer itself', async () => {
    const unknown = { kind: 'unreachable', why: 'name-not-found' };
    expect(await open('https://elsewhere.test').list()).toMatchObject(unknown);
    const bySystem = createNetwork({ clock: context.clock, log: recordingLog() });
    context.networks.push(bySystem);
    const profile = emulatorProfile('emulator', 'https://no-such-service.invalid');
    const client = createFlightClient({
      profile,
      clock: context.clock,
      network: bySystem,
      userAgent: 'Test/1',
      log: { info() {} },
    });
    expect(await client.list({ token: 'secret' })).toMatchObject(unknown);
  });

  test('a silent name service times out after a minute', async () => {
    const { list } = open('https://pilot-service.test', { lookup: () => {} });
    expect(await ended(list(), 1_000)).toMatchObject({ kind: 'unreachable', code: 'no byte for a minute' });
  });

  test('a call is aborted by its signal while the route lookup hangs', async () => {
    const { client } = open('https://pilot-service.test', { proxies: { find: () => new Promise(() => {}) } });
    const aborted = new AbortController();
    const call = client.list({ token: 'secret', signal: aborted.signal });
    aborted.abort();
    expect(await call).toEqual({ kind: 'stopped', mayHaveArrived: false });
  });
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === '::1'));

describe.skipIf(!hasIpv6)(`over IPv6 alone${hasIpv6 ? '' : ' (this computer has no ::1)'}`, () => {
  test.each([
    ['an address', '[::1]', {}],
    ['a name that has no other', 'pilot-service.test', { 'pilot-service.test': ['::1'] }],
    ['a name whose IPv4 address leads nowhere', 'pilot-service.test', { 'pilot-service.test': ['127.0.0.1', '::1'] }],
  ])('%s is reached', async (_what, host, known) => {
    await using behind = await service();
    const box = await middlebox({ to: behind.url, host: '::1' });
    const { list } = open(`https://${host}:${box.port}`, { lookup: names(known) });
    expect(await list()).toMatchObject(reached);
  });
});

test('after sleep no earlier connection is reused, and a call in progress may still finish', async () => {
  await using behind = await service();
  const box = await middlebox({ to: behind.url });
  const { list, network } = open(`https://pilot-service.test:${box.port}`);
  // Sequential requests share open connections.
  for (let call = 0; call < 6; call += 1) await list();
  const before = box.connections;
  expect(before).toBeLessThan(6);
  await list();
  expect(box.connections).toBe(before);
  const inProgress = list();
  network.reset();
  expect(await inProgress).toMatchObject(reached);
  expect(await list()).toMatchObject(reached);
  expect(box.connections).toBeGreaterThan(before);
});
