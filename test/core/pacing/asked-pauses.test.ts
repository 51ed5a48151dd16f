// Pauses that the service requests while something else happens.
import { expect, test } from 'vitest';
import { ok } from '../../../main/contract/failure.ts';
import { createRequestScheduler } from '../../../main/core/pacing/request-scheduler.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { createServiceFake } from '../flight-service-fake.ts';
import { freshStores } from '../storage/fresh-stores.ts';

const file = { path: '/shot.png', name: 'shot.png', bytes: 100, mediaType: 'image/png', sha256: 'ab' };

function setUp() {
  const clock = createVirtualClock();
  const service = createServiceFake(clock);
  service.latencyMs = 100;
  const { requests, accountOf } = freshStores();
  const accountId = accountOf('anna');
  let tokenTakesMs = 0;
  const open = () =>
    createRequestScheduler({
      clock,
      accountId,
      requests,
      client: service.client,
      tokens: {
        async accessToken() {
          if (tokenTakesMs > 0) await clock.sleep(tokenTakesMs);
          return ok({ value: 'first' });
        },
        rejected: async () => ok({ value: 'second' }),
        accepted() {},
      },
      waiting: () => 5,
      onChange() {},
    });
  const scheduler = open();
  return {
    clock,
    service,
    requests,
    accountId,
    scheduler,
    open,
    after: clock.advanceUntilSettled,
    upload: () => scheduler.upload(file, () => {}, new AbortController().signal),
    letTokensTake: (ms: number) => (tokenTakesMs = ms),
  };
}

const forFiveMinutes = { kind: 'rate-limited', retryAfterMs: 300_000, code: 'rate_limit_exceeded' } as const;

test('an upload that waits for its token is not sent during a pause requested meanwhile', async () => {
  const { clock, service, scheduler, after, upload, letTokensTake } = setUp();
  await after(upload());
  await clock.advance(20_000);
  letTokensTake(5_000);
  const second = upload();
  await clock.advance(100);
  letTokensTake(0);
  service.reading = forFiveMinutes;
  await after(scheduler.list({}));
  const allowedAt = clock.monotonic() + 300_000;
  await after(second, 400_000);
  expect(service.uploads().at(-1)!.at).toBeGreaterThanOrEqual(allowedAt);
});

test('an upload that waits for a slot is not sent during a pause requested meanwhile', async () => {
  const { clock, service, scheduler, after, upload } = setUp();
  await after(upload());
  for (let read = 0; read < 58; read += 1) await after(scheduler.list({}));
  service.reading = forFiveMinutes;
  const list = scheduler.list({});
  const second = upload();
  await after(list);
  const allowedAt = clock.monotonic() + 300_000;
  await after(second, 400_000);
  expect(service.uploads().at(-1)!.at).toBeGreaterThanOrEqual(allowedAt);
});

test.each(['{"version":5,', '"text"', '{"keptAt":0,"waitMs":-1}'])(
  'stored state that can’t be read (%#) counts as nothing known',
  (text) => {
    const { clock, requests, open } = setUp();
    requests.storedState = () => text;
    expect(open().nextUploadAt()).toBe(clock.monotonic());
  },
);
