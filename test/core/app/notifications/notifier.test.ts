import { beforeEach, describe, expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../../main/contract/settings.ts';
import type { AppState } from '../../../../main/contract/state.ts';
import type { Strip } from '../../../../main/contract/strip.ts';
import { summaryOf } from '../../../../main/core/app/notifications/notices.ts';
import { createNotifier } from '../../../../main/core/app/notifications/notifier.ts';
import type { SystemNotification } from '../../../../main/core/platform/ports.ts';
import { app, core } from '../../../../main/messages/catalogue.ts';
import { createFormatter } from '../../../../main/messages/formatter.ts';
import { message } from '../../../../main/messages/message.ts';
import { emptyAppState } from '../../../support/fake-companion/fake-state.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';

const { text } = createFormatter({ catalogue: { ...app, ...core } });
const reason = (id: 'failure.notFound') =>
  ({ kind: 'file-too-large', message: { id, params: { what: 'file' } } }) as const;

let clock: VirtualClock;
let shown: SystemNotification[];
let settings: Settings;
let notifier: ReturnType<typeof createNotifier>;
let lastId = 0;

beforeEach(() => {
  clock = createVirtualClock();
  shown = [];
  settings = defaultSettings;
  notifier = createNotifier({ clock, notify: (one) => void shown.push(one), settings: () => settings });
});

const strip = (change: Partial<Strip>): Strip => ({
  id: `job-${(lastId += 1)}`,
  bay: 'under-review',
  stage: 'with-moderator',
  segments: [],
  actor: 'nobody',
  since: clock.now(),
  usually: null,
  file: { name: 'report.png', bytes: 1, source: { kind: 'dropped' }, addedAt: 0 },
  hasImage: true,
  flight: null,
  evidence: null,
  isAgreed: false,
  lacksText: false,
  progress: null,
  uploadsAt: null,
  reason: null,
  actions: [],
  order: 0,
  ...change,
});
const flight = { icaoOut: 'KJFK', icaoIn: 'EGLL', seasonPoints: 12.5 } as Strip['flight'];
const completed = (): Strip => strip({ bay: 'completed', stage: 'completed', flight });
const change = (...strips: Strip[]) => notifier.hear({ type: 'strips.changed', strips, removed: [] });
const become = (state: Partial<AppState>) =>
  notifier.hear({ type: 'state.changed', state: { ...emptyAppState(clock.now(), true), ...state } });
const lines = () => shown.map(({ title, body }) => `${text(title)} | ${text(body)}`);
const settle = () => clock.advance(5_000);

describe('what is worth a notification', () => {
  test('is neither the upload nor the flight of a report that only probably arrived', async () => {
    change(strip({ stage: 'inferred', evidence: 'inferred', flight }));
    await settle();
    change({ ...completed(), stage: 'inferred', evidence: 'inferred' });
    await settle();
    expect(lines()).toEqual([]);
  });

  test.each([
    ['a completed flight', () => completed(), 'Flight completed: KJFK–EGLL | Season points: 12.5'],
    [
      'a completed flight without points',
      () => ({ ...completed(), flight: { ...flight!, seasonPoints: null } }),
      'Flight completed: KJFK–EGLL | The service has completed its checks.',
    ],
    [
      'a rejected report',
      () => strip({ bay: 'needs-attention', stage: 'rejected' }),
      'Rejected: report.png | The service rejected this report.',
    ],
    [
      'an archived flight',
      () => strip({ bay: 'completed', stage: 'archived', file: null, flight }),
      "Archived: KJFK–EGLL | The service archived this flight, so it doesn't count.",
    ],
    [
      'a report that needs attention',
      () => strip({ bay: 'needs-attention', stage: 'held', reason: reason('failure.notFound') }),
      `Needs attention: report.png | ${text(reason('failure.notFound').message)}`,
    ],
    [
      'a report that needs attention for a reason that is not known',
      () => strip({ bay: 'needs-attention', stage: 'held' }),
      'Needs attention: report.png | Open Pilot Companion to see what to do.',
    ],
  ])('%s', async (_what, make, line) => {
    const one = make();
    change(one);
    await settle();
    expect(lines()).toEqual([line]);
    expect(shown[0]?.place).toEqual({ view: 'board', stripId: one.id });
    // The same stage again is not news.
    change(one);
    await settle();
    expect(shown).toHaveLength(1);
  });

  test.each([
    ['a report under review', () => strip({})],
    ['a change from before the start', () => ({ ...completed(), since: clock.now() - 1 })],
    [
      'a report that waits for the sign-in, which is a separate notification',
      () =>
        strip({
          bay: 'needs-attention',
          stage: 'held',
          reason: { ...reason('failure.notFound'), requiredAction: 'sign-in' },
        }),
    ],
  ])('not %s', async (_what, make) => {
    change(make());
    await settle();
    expect(lines()).toEqual([]);
  });

  test('a lost sign-in, once, and again after the next', async () => {
    const lost = { status: 'signed-out', name: 'Pilot', reason: reason('failure.notFound') } as const;
    become({ account: lost });
    become({ account: lost });
    await settle();
    expect(shown.map(({ place }) => place)).toEqual([{ view: 'settings', stripId: null }]);
    become({});
    become({ account: lost });
    await settle();
    expect(shown).toHaveLength(2);
    become({ account: { status: 'signed-out', name: 'Pilot', reason: null } });
    await settle();
    expect(shown).toHaveLength(2);
  });

  test('a folder that cannot be read, once each time it goes', async () => {
    const folder = {
      id: 'a',
      name: 'Screenshots',
      status: 'unavailable',
      concern: null,
    } as AppState['folders'][number];
    become({ folders: [folder] });
    become({ folders: [folder] });
    become({ folders: [{ ...folder, status: 'watching' }] });
    await settle();
    expect(lines()).toEqual([
      'Folder unavailable: Screenshots | New screenshots in it will be uploaded when it is back.',
    ]);
    become({ folders: [folder] });
    await settle();
    expect(shown).toHaveLength(2);
  });
});

test('many together are one for each kind', async () => {
  change(completed(), completed(), completed(), strip({ bay: 'needs-attention', stage: 'rejected' }));
  await settle();
  expect(lines()).toEqual([
    '3 flights completed | Open Pilot Companion to see them.',
    'Rejected: report.png | The service rejected this report.',
  ]);
});

describe('a kind that is switched off is not shown, and every other one is', () => {
  const folder = { id: 'a', name: 'Shots', status: 'unavailable', concern: null } as AppState['folders'][number];
  const lostSignIn = { status: 'signed-out', name: 'Pilot', reason: reason('failure.notFound') } as const;
  const titles = {
    notifyCompleted: 'Flight completed: KJFK–EGLL',
    notifyAttention: 'Needs attention: report.png',
    notifyRejected: 'Rejected: report.png',
    notifySignIn: 'Sign in to continue uploading',
    notifyFolder: 'Folder unavailable: Shots',
  } as const;
  const kinds = Object.keys(titles) as (keyof typeof titles)[];

  test.each(kinds)('%s', async (off) => {
    settings = { ...settings, [off]: false };
    change(completed());
    for (const stage of ['held', 'rejected'] as const) change(strip({ bay: 'needs-attention', stage }));
    become({ account: lostSignIn, folders: [folder] });
    await settle();
    const others = kinds.filter((kind) => kind !== off).map((kind) => titles[kind]);
    expect(shown.map(({ title }) => text(title))).toEqual(others);
  });
});

describe('in quiet hours', () => {
  beforeEach(() => void (settings = { ...settings, quietUntil: clock.now() + 3_600_000 }));

  test('nothing is shown, and one summary afterwards', async () => {
    change(completed());
    await clock.advance(1_800_000);
    change(completed(), strip({ bay: 'needs-attention', stage: 'rejected' }));
    expect(shown).toEqual([]);
    await clock.advance(1_900_000);
    expect(lines()).toEqual(['While notifications were off | 2 flights completed and 1 report rejected.']);
    change(completed());
    await settle();
    expect(shown).toHaveLength(2);
  });

  test('the summary ends with what to do if a sign-in has ended, and is only that if nothing else happened', () => {
    const title = message('app.notification.signIn');
    const signIn = { kind: 'signIn', title, body: title, place: { view: 'board', stripId: null } } as const;
    const rejected = { ...signIn, kind: 'rejected' } as const;
    expect(text(summaryOf([rejected, signIn]).body)).toBe('1 report rejected. Sign in to continue uploading.');
    expect(text(summaryOf([signIn]).body)).toBe('Sign in to continue uploading');
  });

  test('the summary comes immediately if the pilot ends them', async () => {
    change(completed());
    await settle();
    settings = { ...settings, quietUntil: 0 };
    notifier.hear({ type: 'settings.changed' });
    expect(lines()).toEqual(['While notifications were off | 1 flight completed.']);
  });

  test('there is no summary if nothing happened', async () => {
    await clock.advance(7_200_000);
    expect(shown).toEqual([]);
  });
});
