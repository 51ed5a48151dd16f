import { describe, expect, test } from 'vitest';
import { failed, ok } from '../../../../../main/contract/failure.ts';
import { newService, serviceSchema } from '../../../../../main/contract/settings.ts';
import { createReportHandlers } from '../../../../../main/core/app/commands/report-handlers.ts';
import { failures } from '../../../../../main/core/messages/failures.ts';
import { createVirtualClock } from '../../../../support/virtual-clock.ts';
import type { ProfileRuntime } from '../../../../../main/core/profile/profile-runtime.ts';

describe("the address of a flight's page", () => {
  const isAllowed = (flightPage: string) => serviceSchema.safeParse({ ...newService('service'), flightPage }).success;
  test.each(['', 'https://service.example/flights/{id}', 'http://127.0.0.1:8080/?flight={id}#{id}'])(
    'may be "%s"',
    (pattern) => expect(isAllowed(pattern)).toBe(true),
  );
  test.each([
    'https://service.example/flights',
    'https://{id}.example/flights',
    'https://service.example@{id}/x',
    'javascript:alert({id})//x/{id}',
    'file:///etc/{id}',
    'https://service.example/a b/{id}',
    `https://service.example/${'x'.repeat(300)}{id}`,
  ])("isn't %s", (pattern) => expect(isAllowed(pattern)).toBe(false));
});

describe('opening the page of a flight', () => {
  function setUp(flightPage: string, hasBrowser = true) {
    const opened: string[] = [];
    const runtime = {
      profile: { flightPage },
      board: {
        find: (id: string) =>
          id === 'flight-4711' ? { flight: { id: 4711 } } : id === 'job-1' ? { flight: null } : null,
      },
    } as unknown as ProfileRuntime;
    const browser = {
      open: async (address: string) => (
        opened.push(address),
        hasBrowser ? ok(null) : failed(failures.browserNotOpened())
      ),
    };
    const ports = { clock: createVirtualClock(), browser, desktop: {} };
    const { 'strips.openPage': openPage } = createReportHandlers({ ports, runtime: () => runtime });
    return { opened, open: (id: string) => openPage({ id }) };
  }

  test('replaces {id} with the number of the flight', async () => {
    const { open, opened } = setUp('https://service.example/flights/{id}?from={id}');
    expect(await open('flight-4711')).toEqual(ok(null));
    expect(opened).toEqual(['https://service.example/flights/4711?from=4711']);
  });

  test.each([
    ['of a report without a flight', 'https://service.example/{id}', 'job-1', failures.notFound('report')],
    ['of a report that is gone', 'https://service.example/{id}', 'job-9', failures.notFound('report')],
    ['where the service has none', '', 'flight-4711', failures.noFlightPage()],
  ])('opens nothing %s, and says why', async (_, pattern, id, failure) => {
    const { open, opened } = setUp(pattern);
    expect(await open(id)).toEqual(failed(failure));
    expect(opened).toEqual([]);
  });

  test('fails if no browser could be started', async () => {
    expect(await setUp('https://service.example/{id}', false).open('flight-4711')).toEqual(
      failed(failures.pageNotOpened()),
    );
  });
});
