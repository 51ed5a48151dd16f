import { expect, test } from 'vitest';
import { createConnection } from '../../../main/core/app/connectivity.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

function connected() {
  const clock = createVirtualClock();
  let hint: (online: boolean) => void = () => {};
  const told: string[] = [];
  const connection = createConnection({
    clock,
    system: { onResume: () => () => {}, onNetworkHint: (listener) => ((hint = listener), () => told.push('stopped')) },
    onChange: () => told.push('change'),
    onBack: () => told.push('back'),
  });
  return { clock, connection, told, hint: (online: boolean) => hint(online) };
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
  const { connection, hint, told } = connected();
  hint(false);
  expect(connection.state(given({ hold: failures.proxyError('S', 'C') }))).toMatchObject({
    status: 'offline',
    concern: failures.offline(),
  });
  expect(told).toEqual(['change']);
  hint(true);
  expect(told).toEqual(['change', 'back', 'change']);
  hint(true);
  expect(told).toEqual(['change', 'back', 'change', 'change']);
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
  [null, 'unknown', null],
  ['page', 'online', null],
  ['flight', 'online', null],
  ['accepted', 'online', null],
  ['too-fast', 'online', null],
  ['rate-limited', 'online', null],
  ['unauthorized', 'online', null],
  ['absent', 'online', null],
  ['server-error', 'service-error', null],
  ['not-understood', 'service-error', null],
  ['accepted-unread', 'service-error', null],
  ['unreachable', 'offline', failures.serviceUnreachable('The service')],
  ['lost', 'unknown', null],
  ['captive-portal', 'offline', failures.serviceUnreachable('The service')],
] as const)('after a request that ended as %s the connection is %s', async (lastOutcome, status, concern) => {
  const { connection, clock } = connected();
  const since = clock.now();
  await clock.advance(1_000);
  // It was unknown from the start.
  expect(connection.state(given({ lastOutcome }))).toEqual({
    status,
    since: status === 'unknown' ? since : clock.now(),
    concern,
  });
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
