// The bridge of a window in a browser: when its link is up, and what opens the event stream again.
import { expect, it } from 'vitest';
import { createHttpBridge } from '../../renderer/bridge/http.ts';
import type { LinkState } from '../../renderer/bridge/event-stream.ts';
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

type Opened = { readonly events: readonly Answer[]; readonly other?: Answer; readonly startsHidden?: boolean };

/** @param events the answers to the requests for the event stream; the last one repeats */
function openBridge({ events, other = fails, startsHidden = false }: Opened) {
  const clock = createVirtualClock();
  let isHidden = startsHidden;
  let onTab = () => {};
  const seen: LinkState[] = [];
  let asked = 0;
  let streams = 0;
  const { bridge, link } = createHttpBridge({
    async fetch(address, { signal }) {
      if (address !== 'bridge/events') return other();
      const answer = events[Math.min(asked, events.length - 1)]!;
      asked += 1;
      streams += 1;
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => {
          streams -= 1;
          reject(signal.reason as Error);
        });
        answer().then(resolve, reject);
      });
    },
    session: { check: async () => 'ours', headers: () => ({}), requireProof() {} },
    tab: {
      isHidden: () => isHidden,
      onChange(listener) {
        onTab = listener;
        return () => (onTab = () => {});
      },
    },
    after: (delayMs, action) => clock.schedule(delayMs, action),
    save() {},
  });
  link.onChange((state) => seen.push(state));
  const stop = bridge.subscribe(() => {});
  const tab = (next: 'hidden' | 'visible') => {
    isHidden = next === 'hidden';
    onTab();
  };
  return { bridge, clock, seen, stop, tab, asked: () => asked, streams: () => streams };
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
  await unreadable.bridge.addFiles([new File(['x'], 'gone.png')], null);
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

/** An event stream that begins with the state, as the process sends it. */
const withState: Answer = async () =>
  new Response(
    new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('data: {}\n\n')) }),
    { status: 200 },
  );
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('a hidden tab keeps no connection, reads the state now and then, and is not down', async () => {
  const { clock, seen, tab, asked, streams } = openBridge({ events: [withState] });
  await clock.advance(0);
  await settled();
  expect([seen, streams()]).toEqual([['up'], 1]);
  tab('hidden');
  await clock.advance(29_999);
  expect([seen, asked(), streams()]).toEqual([['up'], 1, 0]);
  await clock.advance(1);
  await settled();
  expect([seen, asked(), streams()]).toEqual([['up', 'up'], 2, 0]);
  await clock.advance(60_000);
  await settled();
  expect(streams()).toBe(0);
  tab('visible');
  await clock.advance(0);
  await settled();
  expect([seen.at(-1), streams()]).toEqual(['up', 1]);
  await clock.advance(60_000);
  expect(streams()).toBe(1);
});

it('a tab that is hidden while it opens reads the state first', async () => {
  const { clock, seen, tab, streams } = openBridge({ events: [withState] });
  tab('hidden');
  await clock.advance(0);
  await settled();
  expect([seen, streams()]).toEqual([['up'], 0]);
});

it('a tab that is opened in the background reads the state once, and connects as soon as it is shown', async () => {
  const { clock, seen, tab, asked, streams } = openBridge({ events: [withState], startsHidden: true });
  await clock.advance(0);
  await settled();
  expect([seen, asked(), streams()]).toEqual([['up'], 1, 0]);
  tab('visible');
  await clock.advance(0);
  expect([asked(), streams()]).toEqual([2, 1]);
});

it('a hidden tab whose process has gone says so', async () => {
  const { clock, seen, tab } = openBridge({ events: [withState, fails] });
  await clock.advance(0);
  await settled();
  tab('hidden');
  await clock.advance(30_000);
  expect(seen).toEqual(['up', 'down']);
});
