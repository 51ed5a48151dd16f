// Which events are notices, with their messages, and how many notices become few.
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../../main/contract/settings.ts';
import type { AppState } from '../../../../main/contract/state.ts';
import type { Strip } from '../../../../main/contract/strip.ts';
import {
  grouped,
  isAnyWanted,
  isWanted,
  knownAtStart,
  noticesOf,
  summaryOf,
  type Notice,
} from '../../../../main/core/app/notifications/notices.ts';
import { createNotifier } from '../../../../main/core/app/notifications/notifier.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import type { SystemNotification } from '../../../../main/core/platform/ports.ts';
import { message } from '../../../../main/messages/message.ts';
import { emptyAppState, makeFolder } from '../../../support/fake-companion/fake-state.ts';
import { wholeStrip } from '../../../support/fake-companion/fake-strips.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const start = 1_000;
const strip = (more: Partial<Strip> = {}, stage: Strip['stage'] = 'rejected') =>
  wholeStrip('job-1', stage, { since: start, reason: null, ...more });
const changed = (strips: Strip[], removed: string[] = []) => ({ type: 'strips.changed', strips, removed }) as const;
const became = (more: Partial<AppState>) =>
  ({ type: 'state.changed', state: { ...emptyAppState(start, true), ...more } }) as const;

/** The notices of each event in turn. */
function heard(...events: Parameters<typeof noticesOf>[1][]) {
  let known = knownAtStart(start);
  return events.map((event) => {
    const found = noticesOf(known, event, 'profile');
    ({ known } = found);
    return found.notices;
  });
}
const counts = (...events: Parameters<typeof heard>) => heard(...events).map((notices) => notices.length);
const ended = { status: 'signed-out', name: null, reason: failures.signInEnded() } as const;

describe('a change of strips', () => {
  test.each<[string, Parameters<typeof heard>, number[]]>([
    ['at the start is news', [changed([strip()])], [1]],
    ['before the start is none', [changed([strip({ since: start - 1 })])], [0]],
    ['to the same stage is none', [changed([strip()]), changed([strip()])], [1, 0]],
    ['to another stage is news', [changed([strip()]), changed([strip({}, 'completed')])], [1, 1]],
    ['of one that was removed is news', [changed([strip()]), changed([], ['job-1']), changed([strip()])], [1, 0, 1]],
    ['of another one removed is none', [changed([strip()]), changed([], ['job-2']), changed([strip()])], [1, 0, 0]],
    ['outlives a change of the state', [changed([strip()]), became({}), changed([strip()])], [1, 0, 0]],
    ['of settings is none', [{ type: 'settings.changed' }], [0]],
  ])('%s', (_what, events, notices) => {
    expect(counts(...events)).toEqual(notices);
  });

  const held = (reason: Strip['reason']) => strip({ bay: 'needs-attention', reason }, 'held');
  const probable = (bay: Strip['bay']) => strip({ bay, evidence: 'inferred' }, 'inferred');
  test.each<[string, Strip, Notice['kind'][]]>([
    ['to completed', strip({ bay: 'completed' }, 'completed'), ['completed']],
    ['to archived', strip({ bay: 'completed' }, 'archived'), ['archived']],
    ['to rejected', strip({ bay: 'needs-attention' }), ['rejected']],
    ['to held', held(failures.fileGone()), ['attention']],
    ['to held for a reason that is not known', held(null), ['attention']],
    ['to held for a sign-in, which is a notice of its own', held(failures.signInNeeded()), []],
    ['to under review', strip({ bay: 'under-review' }, 'with-moderator'), []],
    ['to uploaded, where that is only probable', probable('under-review'), []],
    ['to completed, where that is only probable', probable('completed'), []],
  ])('%s is of its kind, or none', (_what, one, kinds) => {
    expect(heard(changed([one]))[0]?.map(({ kind }) => kind)).toEqual(kinds);
  });

  test('to held is told with its reason, if that is known', () => {
    const bodyOf = (reason: Strip['reason']) => heard(changed([held(reason)]))[0]?.[0]?.body;
    expect(bodyOf(failures.fileGone())).toEqual(failures.fileGone().message);
    expect(bodyOf(null)).toEqual(message('app.notification.attentionText'));
  });

  const file = { name: 'a.png', bytes: 1, source: { kind: 'dropped' }, addedAt: 0 } as const;
  const flight = { icaoOut: 'EDDF', icaoIn: 'LPPT', seasonPoints: null } as Strip['flight'];
  test.each<[string, Strip, SystemNotification['title']]>([
    ['its file', strip({ file, flight: null }), message('app.notification.rejected', { name: 'a.png' })],
    ['its route', strip({ file: null, flight }), message('app.notification.rejected', { name: 'EDDF–LPPT' })],
    ['its id', strip({ file: null, flight: null }), message('app.notification.rejected', { name: 'job-1' })],
    ['its route', strip({ file, flight }, 'completed'), message('app.notification.completed', { route: 'EDDF–LPPT' })],
    [
      'its file, without a flight',
      strip({ file, flight: null }, 'completed'),
      message('app.notification.completed', { route: 'a.png' }),
    ],
  ])('is named by %s', (_what, one, title) => {
    expect(heard(changed([one]))).toMatchObject([[{ title, place: { view: 'board', stripId: 'job-1' } }]]);
  });

  test('has the points of a flight, or none', () => {
    const bodyWith = (seasonPoints: number | null) =>
      heard(changed([strip({ flight: { ...flight!, seasonPoints } }, 'completed')]))[0]?.[0]?.body;
    expect(bodyWith(0)).toEqual(message('app.notification.points', { given: true, points: '0' }));
    expect(bodyWith(null)).toEqual(message('app.notification.points', { given: false, points: '' }));
  });
});

describe('a change of the state', () => {
  test.each<[string, Parameters<typeof heard>, number[]]>([
    ['a sign-in that ended is news once', [became({ account: ended }), became({ account: ended })], [1, 0]],
    [
      'one that ended again is news again',
      [became({ account: ended }), became({}), became({ account: ended })],
      [1, 0, 1],
    ],
    ['a sign-out by the pilot is none', [became({ account: { ...ended, reason: null } })], [0]],
    ['nothing is news before the first start is complete', [became({ account: ended, begun: false })], [0]],
    ['changed strips leave it known', [became({ account: ended }), changed([]), became({ account: ended })], [1, 0, 0]],
  ])('%s', (_what, events, notices) => {
    expect(counts(...events)).toEqual(notices);
  });

  test('a folder that cannot be read is told with its reason, each time it goes', () => {
    const away = makeFolder({ id: 'a', name: 'Shots', status: 'unavailable', concern: failures.folderMissing('/x') });
    const both = became({ folders: [away, makeFolder({ id: 'b', name: 'B', status: 'unavailable' }), makeFolder()] });
    const [first, again, back, gone] = heard(both, both, became({ folders: [] }), both);
    expect(first).toEqual([
      {
        kind: 'folder',
        title: message('app.notification.folder', { name: 'Shots' }),
        body: failures.folderMissing('/x').message,
        place: { view: 'files', stripId: null },
      },
      expect.objectContaining({ body: message('app.notification.folderText') }),
    ]);
    expect([again?.length, back?.length, gone?.length]).toEqual([0, 0, 2]);
  });
});

const notice = (kind: Notice['kind'], id = 'job-1'): Notice => ({
  kind,
  title: message('app.notification.rejected', { name: id }),
  body: message('app.notification.rejectedText'),
  place: { view: kind === 'folder' ? 'files' : 'board', stripId: id },
});
const alone = ({ title, body, place }: Notice) => ({ title, body, place });
const many = (kind: 'completed' | 'rejected' | 'folder' | null, n: number, view: 'board' | 'files' = 'board') => ({
  title: message('app.notification.many', { kind, n }),
  body: message('app.notification.manyText'),
  place: { view, stripId: null },
});

describe('notices that came together', () => {
  test('are shown one by one up to three, in their order', () => {
    const three = [notice('rejected'), notice('completed'), notice('rejected')];
    expect(grouped(three)).toEqual(three.map(alone));
  });

  test('are one for each kind from four, and a kind of its own stays as it is', () => {
    const signIns = [notice('signIn', '1'), notice('signIn', '2')];
    const all = (['attention', 'folder', 'completed'] as const).flatMap((kind) => [notice(kind), notice(kind)]);
    expect(grouped([...all, ...signIns, notice('rejected')])).toEqual([
      many('completed', 2),
      many(null, 2),
      alone(notice('rejected')),
      alone(signIns[0]!),
      many('folder', 2, 'files'),
    ]);
  });

  test('are one summary after quiet hours, with the kinds that there are', () => {
    const counts = [message('app.notification.many', { kind: 'rejected', n: 2 })];
    const place = { view: 'board', stripId: null };
    const title = message('app.notification.summary');
    const rejected = [notice('rejected'), notice('rejected')];
    const body = (signIn: boolean) => message('app.notification.summaryText', { counts, signIn });
    expect(summaryOf(rejected)).toEqual({ title, body: body(false), place });
    expect(summaryOf([...rejected, notice('signIn')])).toEqual({ title, body: body(true), place });
    expect(summaryOf([notice('signIn')])).toEqual({ title, body: message('app.notification.signIn'), place });
  });
});

test.each([
  ['notifyCompleted', 'completed'],
  ['notifyArchived', 'archived'],
  ['notifyAttention', 'attention'],
  ['notifyRejected', 'rejected'],
  ['notifySignIn', 'signIn'],
  ['notifyFolder', 'folder'],
] as const)('%s switches notices of its kind off, and no others', (name, kind) => {
  const all = ['completed', 'archived', 'attention', 'rejected', 'signIn', 'folder'] as const;
  const settings = { ...defaultSettings, [name]: false };
  expect(all.filter((one) => !isWanted(notice(one), settings))).toEqual([kind]);
});

test('one kind that is switched on is enough', () => {
  const off = {
    notifyCompleted: false,
    notifyArchived: false,
    notifyAttention: false,
    notifyRejected: false,
    notifySignIn: false,
  };
  const settings = { ...defaultSettings, ...off, notifyFolder: true };
  expect(isAnyWanted(settings)).toBe(true);
  expect(isAnyWanted({ ...settings, notifyFolder: false })).toBe(false);
});

describe('the notifier', () => {
  function make(quietMs = 0) {
    const clock = createVirtualClock();
    const shown: SystemNotification[] = [];
    const settings = { ...defaultSettings, quietUntil: clock.now() + quietMs };
    const notifier = createNotifier({
      clock,
      notify: (one) => void shown.push(one),
      settings: () => settings,
      profileKey: () => 'profile',
    });
    let id = 0;
    const reject = (count = 1) =>
      notifier.hear(
        changed(Array.from({ length: count }, () => strip({ id: `job-${(id += 1)}`, since: clock.now() + 1 }))),
      );
    return { clock, shown, settings, notifier, reject };
  }

  test('gathers for three seconds from the first', async () => {
    const { clock, shown, reject } = make();
    reject();
    await clock.advance(2_999);
    reject();
    expect(shown).toEqual([]);
    await clock.advance(1);
    expect(shown).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  test('shows nothing after a stop', async () => {
    const { clock, shown, notifier, reject } = make();
    reject();
    notifier.stop();
    await clock.advance(10_000);
    expect(shown).toEqual([]);
  });

  test('sees within a minute that quiet hours have ended', async () => {
    const { clock, shown, settings, reject } = make(10_000_000);
    reject();
    await clock.advance(3_000);
    settings.quietUntil = 0;
    await clock.advance(59_999);
    expect(shown).toEqual([]);
    await clock.advance(1);
    expect(shown).toHaveLength(1);
  });

  test('sees the end of quiet hours in time', async () => {
    const { clock, shown, reject } = make(10_000);
    reject();
    await clock.advance(9_999);
    expect(shown).toEqual([]);
    await clock.advance(1);
    expect(shown).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test('holds back at most a thousand, and those of the end are in the summary', async () => {
    const { clock, shown, settings, notifier, reject } = make(10_000_000);
    reject(1_005);
    await clock.advance(3_000);
    reject(1);
    settings.quietUntil = 0;
    reject(1);
    const body = (n: number) =>
      message('app.notification.summaryText', {
        counts: [message('app.notification.many', { kind: 'rejected', n })],
        signIn: false,
      });
    expect(shown).toMatchObject([{ body: body(1_001) }]);
    expect(clock.pending).toBe(0);
    notifier.hear({ type: 'settings.changed' });
    expect(shown).toHaveLength(1);
  });
});
