import { expect, test } from 'vitest';
import { createConnection } from '../../../main/core/app/connectivity.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

function connected() {
  const clock = createVirtualClock();
  let hint: (online: boolean) => void = () => {};
  let timesBack = 0;
  const connection = createConnection({
    clock,
    system: { onResume: () => () => {}, onNetworkHint: (listener) => ((hint = listener), () => {}) },
    onChange: () => {},
    onBack: () => (timesBack += 1),
  });
  return { clock, connection, hint: (online: boolean) => hint(online), timesBack: () => timesBack };
}

const given = (change: Partial<Parameters<ReturnType<typeof createConnection>['state']>[0]> = {}) => ({
  hold: null,
  lastOutcome: 'page',
  service: 'The service',
  isOnThisComputer: false,
  ...change,
});

test('field guide 18: "online" is a hint; the results of calls decide', async () => {
  const { connection, hint, clock } = connected();
  hint(true);
  const unreachable = failures.serviceUnreachable('The service');
  for (const hold of [unreachable, failures.captivePortal('S', 'C'), failures.proxyError('S', 'C')]) {
    expect(connection.state(given({ hold }))).toMatchObject({ status: 'offline', concern: hold });
  }
  const since = clock.now();
  await clock.advance(60_000);
  hint(true);
  expect(connection.state(given({ hold: unreachable }))).toMatchObject({ status: 'offline', since });
  expect(connection.state(given())).toEqual({ status: 'online', since: clock.now(), concern: null });
});

test('field guide 18: "offline" is certain, and its end triggers a request immediately', () => {
  const { connection, hint, timesBack } = connected();
  hint(false);
  expect(connection.state(given())).toMatchObject({ status: 'offline', concern: { kind: 'offline' } });
  expect(timesBack()).toBe(0);
  hint(true);
  expect(timesBack()).toBe(1);
  expect(connection.state(given())).toMatchObject({ status: 'online', concern: null });
});

test('a service on this computer needs no network: being offline does not affect it', () => {
  const { connection, hint } = connected();
  hint(false);
  expect(connection.state(given({ isOnThisComputer: true }))).toMatchObject({ status: 'online', concern: null });
});

test('holds for another reason do not affect the connection', () => {
  const { connection } = connected();
  expect(connection.state(given({ hold: failures.writeNotEnabled() }))).toMatchObject({
    status: 'online',
    concern: null,
  });
});

test.each([
  [null, 'unknown'],
  ['page', 'online'],
  ['flight', 'online'],
  ['accepted', 'online'],
  ['too-fast', 'online'],
  ['rate-limited', 'online'],
  ['unauthorized', 'online'],
  ['absent', 'online'],
  ['server-error', 'service-error'],
  ['not-understood', 'service-error'],
  ['unreachable', 'offline'],
  ['lost', 'unknown'],
  ['captive-portal', 'offline'],
] as const)('after a request that ended as %s the connection is %s', (lastOutcome, status) => {
  const { connection } = connected();
  expect(connection.state(given({ lastOutcome })).status).toBe(status);
});

test('a service that fails uploads has errors, even if it has answered another request since', () => {
  const { connection } = connected();
  const hold = { ...failures.serviceError('The service', 'HTTP 503'), retryAt: 10_000 };
  expect(connection.state(given({ hold, lastOutcome: 'page' }))).toMatchObject({
    status: 'service-error',
    concern: hold,
  });
  expect(connection.state(given())).toMatchObject({ status: 'online', concern: null });
  const signIn = failures.signInServiceError('The service', 'HTTP 503');
  expect(connection.state(given({ hold: signIn }))).toMatchObject({ status: 'online', concern: null });
});
