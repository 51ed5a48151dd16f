// The bridge of a window in a browser: when its link is up, and what opens the event stream again.
import { expect, it } from 'vitest';
import { createHttpBridge } from '../../renderer/bridge/http.ts';
import type { LinkState } from '../../renderer/bridge/link.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

type Answer = () => Promise<Response>;

const never: Answer = () => new Promise(() => {});
/** An event stream without events. */
const open: Answer = async () => new Response(new ReadableStream(), { status: 200 });
const fails: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const json =
  (value: unknown): Answer =>
  async () =>
    Response.json(value);

/** @param events the answers to the requests for the event stream; the last one repeats */
function openBridge({ events, other = fails }: { readonly events: readonly Answer[]; readonly other?: Answer }) {
  const clock = createVirtualClock();
  const seen: LinkState[] = [];
  let asked = 0;
  const { bridge, link } = createHttpBridge({
    async fetch(address, { signal }) {
      if (address !== 'bridge/events') return other();
      const answer = events[Math.min(asked, events.length - 1)]!;
      asked += 1;
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        answer().then(resolve, reject);
      });
    },
    session: { check: async () => 'ours', headers: () => ({}), requireProof() {} },
    after: (delayMs, action) => clock.schedule(delayMs, action),
    save() {},
  });
  link.onChange((state) => seen.push(state));
  const stop = bridge.subscribe(() => {});
  return { bridge, clock, seen, stop, asked: () => asked };
}

it('is down when the event stream is not answered in ten seconds, and asks again', async () => {
  const { clock, seen } = openBridge({ events: [never, open] });
  await clock.advance(9_999);
  expect(seen).toEqual([]);
  await clock.advance(1);
  expect(seen).toEqual(['down']);
  await clock.advance(1_000);
  expect(seen).toEqual(['down', 'up']);
});

it('stays up without any event', async () => {
  const { clock, seen, asked } = openBridge({ events: [open] });
  await clock.advance(60_000);
  expect([seen, asked()]).toEqual([['up'], 1]);
});

it.each([
  ['fails on its way', fails],
  ['is no JSON', async () => new Response('Bad gateway', { status: 502 })],
])('opens the event stream again when an answer %s, so that everything is read again', async (_, other) => {
  const { bridge, clock, seen } = openBridge({ events: [open], other });
  await clock.advance(0);
  expect(await bridge.call('settings.read', {})).toMatchObject({ ok: false, failure: { kind: 'service-unreachable' } });
  await clock.advance(1_000);
  expect(seen).toEqual(['up', 'down', 'up']);
});

it('keeps the event stream when a file cannot be read, or a command is refused', async () => {
  const refused = { ok: false, failure: { kind: 'not-found', message: { id: 'failure.notFound', params: {} } } };
  const { bridge, clock, seen } = openBridge({ events: [open], other: json(refused) });
  await clock.advance(0);
  expect(await bridge.call('settings.read', {})).toEqual(refused);
  const unreadable = openBridge({ events: [open] });
  await unreadable.clock.advance(0);
  await unreadable.bridge.addFiles([new File(['x'], 'gone.png')]);
  await Promise.all([clock.advance(60_000), unreadable.clock.advance(60_000)]);
  expect([seen, unreadable.seen]).toEqual([['up'], ['up']]);
});

it('asks no more once it is stopped', async () => {
  const { clock, seen, stop, asked } = openBridge({ events: [fails] });
  await clock.advance(0);
  stop();
  await clock.advance(60_000);
  expect([seen, asked()]).toEqual([['down'], 1]);
});
