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

test('field guide 18: "online" is a hint; what the calls met is the truth', async () => {
  const { connection, hint, clock } = connected();
  hint(true);
  const unreachable = failures.serviceUnreachable('The service');
  for (const hold of [unreachable, failures.captivePortal('S', 'C'), failures.proxyError('S', 'C')]) {
    expect(connection.state(hold)).toMatchObject({ status: 'offline', concern: hold });
  }
  const since = clock.now();
  await clock.advance(60_000);
  hint(true);
  expect(connection.state(unreachable)).toMatchObject({ status: 'offline', since });
  expect(connection.state(null)).toEqual({ status: 'online', since: clock.now(), concern: null });
});

test('field guide 18: "offline" is certain, and its end lets the service be asked at once', () => {
  const { connection, hint, timesBack } = connected();
  hint(false);
  expect(connection.state(null)).toMatchObject({ status: 'offline', concern: { kind: 'offline' } });
  expect(timesBack()).toBe(0);
  hint(true);
  expect(timesBack()).toBe(1);
  expect(connection.state(null)).toMatchObject({ status: 'online', concern: null });
});

test('a service on this computer needs no network: being offline does not concern it', () => {
  const { connection, hint } = connected();
  hint(false);
  expect(connection.state(null, true)).toMatchObject({ status: 'online', concern: null });
});

test('holds for another reason do not affect the connection', () => {
  const { connection } = connected();
  expect(connection.state(failures.writeNotEnabled())).toMatchObject({ status: 'online', concern: null });
});
