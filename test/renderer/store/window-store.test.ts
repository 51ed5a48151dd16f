// The window's store on an in-memory companion: what it reads, and which events it handles.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../main/contract/failure.ts';
import { bays } from '../../../main/contract/strip.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { verbatim } from '../../../main/messages/message.ts';
import { text } from '../../../renderer/text.ts';
import { openReadStore, openStore } from './open-store.ts';

const completedIds = (store: ReturnType<typeof openStore>['store']) =>
  store.get().lists.completed.strips.map((s) => s.id);

/** Two pilots, of whom this one is active. */
const two = (inUse: number) =>
  [1, 2].map((id) => ({ id, name: `Pilot ${id}`, isInUse: id === inUse, waiting: 0, attention: 0, concern: null }));

describe('the store', () => {
  it('reads a bay of 300 by fifties, and more on request', async () => {
    const { store } = await openReadStore({ strips: 300 });
    expect(completedIds(store)).toHaveLength(50);
    expect(completedIds(store)[0]).toBe('flight-300');
    await store.more('completed');
    expect(completedIds(store)).toHaveLength(100);
    expect(store.get().lists.completed.next).toBe('flight-201');
  });

  it('reads the next page automatically when few strips of a bay are left', async () => {
    const { store, clock, companion } = await openReadStore({ strips: 120 });
    const removed = Array.from({ length: 36 }, (_, n) => `flight-${120 - n}`);
    companion.emit({ type: 'strips.changed', strips: [], removed });
    await clock.advance(0);
    expect(completedIds(store)).toHaveLength(64);
    expect(completedIds(store)[0]).toBe('flight-84');
  });

  it('follows a file from the drop to completion without reading again', async () => {
    const { store, clock, companion } = await openReadStore();
    await store.addFiles([new File(['x'], 'shot.png')]);
    expect(store.get().arriving).toEqual([]);
    expect(store.get().lists.queue.strips.map((s) => s.stage)).toEqual(['waiting']);
    const reads = companion.calls.length;
    await clock.advance(60_000);
    expect(store.get().lists.completed.strips.map((s) => s.file?.name)).toEqual(['shot.png']);
    expect(store.get().announced.message).toMatch(/Completed/);
    expect(companion.calls).toHaveLength(reads);
  });

  it('keeps files that are dropped on the first start, and adds them once there is a queue', async () => {
    const { store, clock } = await openReadStore({ begun: false });
    await store.addFiles([new File(['x'], 'early.png')]);
    await store.addFiles([new File(['x'], 'too.png')]);
    expect(store.get().kept.map((file) => file.name)).toEqual(['early.png', 'too.png']);
    expect(store.get().announced.message).toMatch(/^2 files wait in this window/);
    await store.send('profile.choose', { profile: 'demo' });
    await clock.advance(0);
    expect(store.get().kept).toEqual([]);
    expect(store.get().lists.queue.strips.map((s) => s.file?.name)).toEqual(['early.png', 'too.png']);
  });

  it('shows each file of a drop once, and queues a second drop after the first', async () => {
    const { store } = await openReadStore();
    const drawn: number[] = [];
    const undo = store.subscribe(() => {
      const { arriving, lists } = store.get();
      const names = [...arriving.map((one) => one.name), ...lists.queue.strips.map((s) => s.file!.name)];
      drawn.push(names.length - new Set(names).size);
    });
    const files = (...names: string[]) => names.map((name) => new File(['x'], name));
    const drops = [store.addFiles(files('1.png', '2.png', '3.png')), store.addFiles(files('4.png', '5.png'))];
    expect(store.get().arriving).toHaveLength(5);
    await Promise.all(drops);
    undo();
    // The strip of a file may arrive shortly before its answer.
    expect(Math.max(...drawn)).toBeLessThanOrEqual(1);
    expect(store.get().lists.queue.strips.map((s) => s.file?.name)).toEqual(
      ['1', '2', '3', '4', '5'].map((n) => `${n}.png`),
    );
  });

  it('adds files for the pilot who was shown when they were dropped', async () => {
    const { store, companion } = openStore();
    companion.change((s) => ({ ...s, accounts: two(1) }));
    const added = store.addFiles([new File(['x'], '1.png'), new File(['x'], '2.png')]);
    companion.change((s) => ({ ...s, accounts: two(2) }));
    await added;
    const given = companion.calls.filter(({ name }) => name === 'addFiles').map(({ input }) => input);
    expect(given).toMatchObject([[{ pilot: 1 }], [{ pilot: 1 }]]);
  });

  it('adds the image in place of a report of another pilot for that pilot', async () => {
    const { store, companion } = openStore();
    companion.put({ ...wholeStrip('job-7', 'held'), pilot: { id: 2, name: 'Ben', isSignedOut: true } });
    await store.replaceFile('job-7', new File(['x'], 'small.jpg'), 'Replaced.');
    expect(companion.calls.find(({ name }) => name === 'addFiles')?.input).toMatchObject([{ pilot: 2 }]);
  });

  it('announces in one sentence what was added, what was not, and what exists already', async () => {
    const { store } = await openReadStore();
    await store.addFiles([new File(['x'], '1.png')]);
    await store.addFiles(['1.png', '2.png', 'notes.txt'].map((name) => new File(['x'], name)));
    const { message } = store.get().announced;
    expect(message).toMatch(
      /^1 report added to the queue\. 1 file couldn't be added\. notes\.txt .+ Already in the queue\.$/,
    );
  });

  it('reads the board again when another pilot signs in', async () => {
    const { clock, companion } = await openReadStore();
    const pages = () => companion.calls.filter((call) => call.name === 'strips.page').length;
    const before = pages();
    const account = { status: 'signing-in' } as const;
    companion.change((s) => ({ ...s, account }));
    await clock.advance(0);
    expect(pages()).toBe(before);
    const ben = { name: 'Ben', since: 7, scopes: [], mayUpload: true, missing: [], concern: null };
    companion.change((s) => ({ ...s, account: { status: 'signed-in', ...ben } }));
    await clock.advance(0);
    expect(pages()).toBe(before + bays.length);
  });

  it('reads the board again without a filter when the active pilot changes', async () => {
    const { clock, companion, cleared } = openStore();
    companion.change((s) => ({ ...s, accounts: two(1) }));
    await clock.advance(0);
    const pages = () => companion.calls.filter((call) => call.name === 'strips.page').length;
    const before = pages();
    // Signed in at the same time: only the account differs.
    expect(cleared).toHaveLength(0);
    companion.change((s) => ({ ...s, accounts: two(2) }));
    await clock.advance(0);
    expect(pages()).toBe(before + bays.length);
    expect(cleared).toHaveLength(1);
  });

  it('closes the report of the previous pilot, unless the pilot was switched for it', async () => {
    const { clock, companion, store } = openStore({ strips: 1 });
    companion.put(wholeStrip('job-7', 'held'));
    const switched = async (stripId: string, to: number) => {
      store.select(stripId);
      await clock.advance(0);
      companion.change((s) => ({ ...s, accounts: two(to) }));
      await clock.advance(0);
      return store.get().selectedId;
    };
    companion.change((s) => ({ ...s, accounts: two(1) }));
    expect([await switched('flight-1', 2), await switched('job-7', 1)]).toEqual([null, 'job-7']);
  });

  it('drops the news of the previous pilot', async () => {
    const { clock, companion, store } = openStore();
    const { handle } = companion;
    const news = { since: 1, completed: 2, points: 30, longest: null, archived: 0, archivedFlights: [] };
    const answer: typeof handle = (name, input) =>
      name === 'logbook.news' ? Promise.resolve(ok(news)) : handle(name, input);
    Object.assign(companion, { handle: answer });
    companion.change((s) => ({ ...s, accounts: two(1) }));
    await clock.advance(0);
    await store.readNews();
    expect(store.get().news).not.toBeNull();
    companion.change((s) => ({ ...s, accounts: two(2) }));
    await clock.advance(0);
    expect(store.get().news).toBeNull();
  });

  it('shows when it refreshes', async () => {
    const { clock, companion, store } = await openReadStore();
    await store.refresh();
    expect(store.get().toast.message).toBe('Refreshing…');
    companion.change((s) => ({ ...s, runway: { ...s.runway, pausedUntil: clock.now() + 30_000 } }));
    await store.refresh();
    expect(store.get().toast.message).toMatch(/^Rate limit reached, refreshing at \d\d:\d\d:\d\d/);
  });

  it("shows a failed sign-in once, in the account's card", async () => {
    const reason = {
      kind: 'sign-in-expired',
      message: verbatim('The sign-in took too long.'),
      requiredAction: 'sign-in',
    } as const;
    const { store, companion } = await openReadStore({ signInEnds: reason });
    const signIn = { step: 'failed', at: 1, why: reason } as const;
    companion.change((s) => ({ ...s, account: { status: 'signed-out', name: null, reason }, signIn }));
    await store.signIn();
    expect(store.get().notices).toEqual([]);
    companion.change((s) => ({ ...s, account: { status: 'none' }, signIn: null }));
    await store.signIn();
    expect(store.get().notices[0]?.lines[0]?.message).toBe(text(reason.message));
  });

  it('shows nothing of a sign-in that the pilot cancelled', async () => {
    const cancelled = {
      kind: 'sign-in-cancelled',
      message: verbatim('Cancelled.'),
      requiredAction: 'sign-in',
    } as const;
    const { store } = await openReadStore({ signInEnds: cancelled });
    await store.signIn();
    expect(store.get().notices).toEqual([]);
  });

  it('shows rejected files as a notice that can be dismissed', async () => {
    const { store } = await openReadStore();
    await store.addFiles([new File(['x'], 'notes.txt')], ['Shots']);
    const [notice] = store.get().notices;
    expect(notice?.lines.map((line) => line.name)).toEqual(['notes.txt', 'Shots']);
    store.dismiss(notice!.id);
    expect(store.get().notices).toEqual([]);
  });

  it('updates the detail of the selected report, and shows when it is gone', async () => {
    const { store, clock, companion } = await openReadStore();
    companion.put(wholeStrip('job-1', 'held'));
    store.select('job-1');
    await clock.advance(0);
    expect(store.get().detail).toMatchObject({ strip: { stage: 'held' } });
    companion.put(wholeStrip('job-1', 'waiting'));
    await clock.advance(0);
    expect(store.get().detail).toMatchObject({ strip: { stage: 'waiting' } });
    await store.send('strips.remove', { id: 'job-1' });
    await clock.advance(0);
    expect(store.get().detail).toBe('gone');
  });

  it('shows the address of the console where no browser opens', async () => {
    const address = 'http://127.0.0.1:5/_emulator/#token=x';
    const { store } = openStore({ answer: (() => Promise.resolve(ok({ address }))) as never });
    await store.openConsole();
    expect(store.get().notices.at(-1)?.lines[0]).toMatchObject({ message: expect.stringContaining(address), address });
  });

  it('shows the message of a failed command', async () => {
    const { store } = await openReadStore();
    expect(await store.send('folders.add', { path: 'nowhere', existing: false })).toBe(false);
    expect(store.get().notices[0]?.lines[0]?.message).toMatch(/^nowhere isn't a folder/);
  });

  it('rejects results and events that do not match the contract', async () => {
    const { store } = await openReadStore({ answer: async () => ({ ok: true, value: { version: 'new' } }) as never });
    expect(store.get().app).toBeNull();
    const result = await store.ask('app.state', {});
    expect(result).toMatchObject({ ok: false, failure: { kind: 'answer-not-understood' } });
  });
});
