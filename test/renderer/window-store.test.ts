// The window's store on a companion in memory: what it reads, what it hears, what it does after a gap.
import { describe, expect, it } from 'vitest';
import type { Bridge } from '../../main/contract/bridge.ts';
import type { LinkState } from '../../renderer/bridge/link.ts';
import { parseBridge } from '../../renderer/bridge/parsed-bridge.ts';
import { createWindowStore } from '../../renderer/store/window-store.ts';
import { createFakeCompanion } from '../support/fake-companion.ts';
import { wholeStrip } from '../support/fake-strips.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

function setUp({ strips = 0, answer }: { strips?: number; answer?: Bridge['call'] } = {}) {
  const clock = createVirtualClock();
  const companion = createFakeCompanion({
    clock,
    strips: Array.from({ length: strips }, (_, n) => wholeStrip(`flight-${n + 1}`, 'settled')),
  });
  const bridge: Bridge = {
    call: answer ?? ((name, input) => companion.handle(name, input) as never),
    takeFiles: (files) =>
      companion.takeFiles(
        files.map(({ name }) => ({ path: `/in/${name}`, name })),
        { kind: 'dropped' },
      ),
    subscribe: (listener) => companion.subscribe(listener),
    pictureAddress: (id) => `pictures/${id}`,
  };
  let tellLink: (state: LinkState) => void = () => {};
  const link = {
    onChange(listener: (state: LinkState) => void) {
      tellLink = listener;
      return () => {};
    },
  };
  const store = createWindowStore({ bridge: parseBridge(bridge), link, localNow: () => clock.now() });
  const undo = store.start();
  return { clock, companion, store, undo, tellLink: (state: LinkState) => tellLink(state) };
}

const settledIds = (store: ReturnType<typeof setUp>['store']) => store.get().lists.settled.strips.map((s) => s.id);

describe('the store', () => {
  it('reads a bay of 300 by fifties, and more on request', async () => {
    const { store, clock } = setUp({ strips: 300 });
    await clock.advance(0);
    expect(settledIds(store)).toHaveLength(50);
    expect(settledIds(store)[0]).toBe('flight-300');
    await store.more('settled');
    expect(settledIds(store)).toHaveLength(100);
    expect(store.get().lists.settled.next).toBe('flight-201');
  });

  it('follows a file from the drop to settled without reading again', async () => {
    const { store, clock, companion } = setUp();
    await clock.advance(0);
    await store.takeFiles([new File(['x'], 'shot.png')]);
    expect(store.get().arriving).toEqual([]);
    expect(store.get().lists.outbound.strips.map((s) => s.stage)).toEqual(['waiting']);
    const reads = companion.calls.length;
    await clock.advance(60_000);
    expect(store.get().lists.settled.strips.map((s) => s.file?.name)).toEqual(['shot.png']);
    expect(store.get().said.words).toMatch(/Settled/);
    expect(companion.calls).toHaveLength(reads);
  });

  it('shows refused files as a notice that can be dismissed', async () => {
    const { store, clock } = setUp();
    await clock.advance(0);
    await store.takeFiles([new File(['x'], 'notes.txt')], ['Shots']);
    const [notice] = store.get().notices;
    expect(notice?.lines.map((line) => line.name)).toEqual(['notes.txt', 'Shots']);
    store.dismiss(notice!.id);
    expect(store.get().notices).toEqual([]);
  });

  it('keeps the detail of the selected report fresh, and says when it is gone', async () => {
    const { store, clock, companion } = setUp();
    await clock.advance(0);
    companion.put(wholeStrip('job-1', 'held'));
    store.select('job-1');
    await clock.advance(0);
    expect(store.get().detail).toMatchObject({ strip: { stage: 'held' } });
    companion.put(wholeStrip('job-1', 'waiting'));
    await clock.advance(0);
    expect(store.get().detail).toMatchObject({ strip: { stage: 'waiting' } });
    await store.order('strips.remove', { id: 'job-1' });
    await clock.advance(0);
    expect(store.get().detail).toBe('gone');
  });

  it('reads everything anew after the connection was lost and found', async () => {
    const { store, clock, companion, tellLink } = setUp();
    await clock.advance(0);
    tellLink('up');
    tellLink('down');
    expect(store.get().link).toBe('down');
    companion.calls.length = 0;
    tellLink('up');
    await clock.advance(0);
    const names = companion.calls.map((call) => call.name);
    expect(names.filter((name) => name === 'strips.page')).toHaveLength(4);
    expect(names).toContain('app.state');
  });

  it('shows what went wrong with an order in the words it came with', async () => {
    const { store, clock } = setUp();
    await clock.advance(0);
    expect(await store.order('folders.add', { path: 'nowhere', existing: false })).toBe(false);
    expect(store.get().notices[0]?.lines[0]?.words).toMatch(/^nowhere is not a folder/);
  });

  it('lets nothing in that does not fit the contract', async () => {
    const { store, clock } = setUp({ answer: async () => ({ ok: true, value: { version: 'new' } }) as never });
    await clock.advance(0);
    expect(store.get().app).toBeNull();
    const result = await store.ask('app.state', {});
    expect(result).toMatchObject({ ok: false, failure: { kind: 'answer-not-understood' } });
  });
});
