// Smaller rules of the window: versions of the state, announcements, drops, names, lists, the form of a service, the tick.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { draftOf, serviceOf, errorsOf } from '../../renderer/settings/service-fields.tsx';
import { shownCount, todayOf } from '../../renderer/board/board.tsx';
import { codeText } from '../../renderer/elements/failure-message.tsx';
import { stripName } from '../../renderer/format/strip-text.ts';
import { tabStopOf } from '../../renderer/list/list.tsx';
import { countDragged, namedPaste } from '../../renderer/shell/drop-zone.tsx';
import { shownName, text } from '../../renderer/text.ts';
import { announcement, signedInText, stateAnnouncement } from '../../renderer/store/announcements.ts';
import { applyEvent, emptyWindow, takeAppState } from '../../renderer/store/window-state.ts';
import { intakeNotices } from '../../renderer/store/drops.ts';
import { createTicker } from '../../renderer/store/ticker.ts';
import { newService } from '../../main/contract/settings.ts';
import type { Strip } from '../../main/contract/strip.ts';
import { emptyAppState } from '../support/fake-companion/fake-state.ts';
import { makeFlight, wholeStrip } from '../support/fake-companion/fake-strips.ts';
import { message, verbatim } from '../../main/messages/message.ts';

const now = Date.UTC(2026, 4, 12, 14, 2, 11);

describe("the process's state", () => {
  it('is not overtaken by an older version', () => {
    const newer = { ...emptyAppState(now, true), version: 7 };
    const state = takeAppState(emptyWindow, newer, now);
    expect(applyEvent(state, { type: 'state.changed', state: { ...newer, version: 6 } }, now)).toBe(state);
    expect(applyEvent(state, { type: 'state.changed', state: { ...newer, version: 8 } }, now).app?.version).toBe(8);
  });

  it("sets the window's clock by the process's", () => {
    expect(takeAppState(emptyWindow, emptyAppState(now, true), now - 2_500).clockOffsetMs).toBe(2_500);
  });

  it('has the flights read again when one changed, and not for a report without one', () => {
    const revisionAfter = (...strips: Strip[]) =>
      applyEvent(emptyWindow, { type: 'strips.changed', strips, removed: [] }, now).flightsRevision;
    expect(revisionAfter(wholeStrip('flight-2', 'completed'))).not.toBe(emptyWindow.flightsRevision);
    expect(revisionAfter({ ...wholeStrip('job-1', 'waiting'), flight: null })).toBe(emptyWindow.flightsRevision);
  });
});

describe('what is announced', () => {
  const known = new Map([['job-1', wholeStrip('job-1', 'uploading')]]);
  const find = (id: string) => known.get(id) ?? null;

  it('is a significant move', () => {
    const sent = wholeStrip('job-1', 'automatic-check', { flight: makeFlight(4711) });
    expect(announcement(find, [sent])).toBe('report-1.png uploaded as flight 4711.');
    const reason = { kind: 'file-rejected-by-service' as const, message: verbatim('The service does not take it.') };
    expect(announcement(find, [wholeStrip('job-1', 'rejected', { reason })])).toBe(
      'report-1.png needs attention. The service does not take it.',
    );
  });

  it('is nothing for a new strip, or one with new figures only', () => {
    expect(announcement(find, [wholeStrip('job-1', 'uploading')])).toBeNull();
    expect(announcement(find, [wholeStrip('job-2', 'waiting')])).toBeNull();
  });

  it('is the connection when it changes, and the reason when a sign-in ends', () => {
    const before = emptyAppState(now, true);
    const gone = { ...before, connection: { ...before.connection, status: 'offline' as const } };
    expect(stateAnnouncement(before, gone)).toBe('Offline.');
    expect(stateAnnouncement(gone, before)).toBe('Online.');
    const concern = { kind: 'service-unreachable' as const, message: verbatim('The service does not answer.') };
    const silent = { ...gone, connection: { ...gone.connection, concern } };
    expect(stateAnnouncement(before, silent)).toBe("Can't reach the service.");
    expect(stateAnnouncement(before, before)).toBeNull();
    const reason = { kind: 'sign-in-needed' as const, message: verbatim('Sign in again.') };
    const out = { ...before, account: { status: 'signed-out' as const, name: null, reason } };
    expect(stateAnnouncement(before, out)).toBe('Sign in again.');
  });

  it('is the name of a new pilot, once, and not in the demonstration', () => {
    const demo = emptyAppState(now, true);
    const before = { ...demo, service: { ...demo.service, kind: 'service' as const } };
    const signIn = { step: 'done' as const, at: now, name: 'Anna Aviator', missing: [] };
    expect(signedInText(before, { ...before, signIn })).toBe('Signed in as Anna Aviator');
    expect(signedInText({ ...before, signIn }, { ...before, signIn })).toBeNull();
    expect(signedInText(demo, { ...demo, signIn })).toBeNull();
  });

  it('is a number if many reports move at once', () => {
    const many = [1, 2, 3, 4].map((n) => wholeStrip(`job-${n}`, 'uploading'));
    const all = new Map(many.map((strip) => [strip.id, strip]));
    const settled = many.map(({ id }) => wholeStrip(id, 'completed'));
    expect(
      announcement(
        (id) => all.get(id) ?? null,
        settled.map((s) => ({ ...s, flight: null })),
      ),
    ).toBe('4 reports updated.');
  });
});

describe('files over the window', () => {
  it('are counted by their type while they are dragged', () => {
    const item = (type: string, kind = 'file') => ({ kind, type });
    expect(countDragged([item('image/png'), item('image/jpeg'), item('text/plain'), item('')])).toEqual({
      images: 2,
      others: 2,
    });
    expect(countDragged([item('text/plain', 'string')])).toBeNull();
    expect(countDragged([])).toBeNull();
  });

  it("are listed with the reason if they weren't added", () => {
    const answer = (outcome: 'added' | 'duplicate' | 'rejected', name: string) => ({
      name,
      outcome,
      stripId: outcome === 'rejected' ? null : 'job-1',
      message: verbatim(`about ${name}`),
    });
    const told = intakeNotices([answer('added', 'a'), answer('rejected', 'b'), answer('duplicate', 'c')], ['Shots']);
    expect(told.added).toBe(1);
    expect(told.notices.map((notice) => [notice.tone, notice.title, notice.lines.map((line) => line.name)])).toEqual([
      ['error', "2 files couldn't be added", ['b', 'Shots']],
      ['note', 'Already added', ['c']],
    ]);
  });
});

describe('the form of a service', () => {
  const good = { ...draftOf(newService('service')), address: 'https://service.example', clientId: 'abc' };

  it.each([
    ['address', 'http://service.example', /start with https/],
    ['address', '', /start with https/],
    ['clientId', ' ', /required/],
    ['authorizePath', 'oauth', /starts with \//],
    ['issuer', 'http://id.example', /start with https/],
    ['redirectPort', '70000', /from 0 to 65535/],
    ['redirectPort', '-1', /from 0 to 65535/],
    ['zone', 'Moon/Sea', /Unknown time zone/],
  ] as const)('reports an invalid %s %j', (field, value, message) => {
    expect(errorsOf({ ...good, [field]: value })[field]).toMatch(message);
  });

  it('requires the address of a broker in that mode, and keeps no invalid one', () => {
    const byBroker = { ...good, mode: 'broker' } as const;
    expect(errorsOf(byBroker).brokerAddress).toMatch(/start with https/);
    expect(errorsOf({ ...byBroker, brokerAddress: 'https://broker.example' })).toEqual({});
    expect(errorsOf({ ...good, brokerAddress: 'half an addr' })).toEqual({});
    expect(serviceOf({ ...good, brokerAddress: 'half an addr' }).brokerAddress).toBe('');
  });

  it('reports an address that another service has', () => {
    const others = [{ ...newService('club'), address: 'https://service.example' }];
    expect(errorsOf(good, others).address).toMatch(/already have a service with this address/);
    expect(errorsOf({ ...good, address: 'https://other.example' }, others)).toEqual({});
  });

  it('accepts a valid draft, also for a service on this computer', () => {
    expect(errorsOf(good)).toEqual({});
    expect(errorsOf({ ...good, address: 'http://127.0.0.1:4010' })).toEqual({});
    const typed = { ...good, address: ' https://a.example ', issuer: ' https://id.example ', redirectPort: '0' };
    expect(errorsOf(typed)).toEqual({});
    expect(serviceOf(typed)).toMatchObject({
      address: 'https://a.example',
      issuer: 'https://id.example',
      redirectPort: 0,
    });
  });
});

it('the tick comes on the second while something subscribes, and not otherwise', () => {
  vi.useFakeTimers({ now: now + 300 });
  onTestFinished(() => void vi.useRealTimers());
  const ticker = createTicker(Date.now);
  const seen: number[] = [];
  const stop = ticker.subscribe(() => seen.push(ticker.now() - now));
  vi.advanceTimersByTime(2_000);
  expect(seen).toEqual([1_000, 2_000]);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(ticker.now() - now).toBe(7_000);
});

it.each([
  ['write_not_enabled', 'Service code: write_not_enabled'],
  ['ENOSPC', 'System code: ENOSPC'],
  ['proxy: HTTP 407', 'Proxy code: HTTP 407'],
  ['UND_ERR_SOCKET', null],
])('%s is printed as %s', (code, message) => {
  expect(codeText(code)).toBe(message);
});

it.each([
  ['image.png', 'pasted-2026-05-12T12-30-05Z.png'],
  ['image.JPEG', 'pasted-2026-05-12T12-30-05Z.jpeg'],
  ['report.png', 'report.png'],
  ['my image.png', 'my image.png'],
])('names the pasted file %s %s', (name, expected) => {
  expect(namedPaste(new File(['x'], name), Date.UTC(2026, 4, 12, 12, 30, 5)).name).toBe(expected);
});

const ids = ['1', '2', '3', '4'];

it('Tab reaches the first strip, then the one that had the focus last', () => {
  expect(tabStopOf([], null)).toBeNull();
  expect(tabStopOf(ids, null)).toBe('1');
  expect(tabStopOf(['0', ...ids], { id: '3', ids })).toBe('3');
});

it('the place of a strip that is gone is that of the next one, or of the last one', () => {
  expect(tabStopOf(['1', '2', '4'], { id: '3', ids })).toBe('4');
  expect(tabStopOf(['1', '2'], { id: '3', ids })).toBe('2');
  expect(tabStopOf([], { id: '3', ids })).toBeNull();
});

const turned = 'report\u202Egnp.jpg';

it('writes out direction characters, and leaves every other name unchanged', () => {
  expect(shownName(turned)).toBe('report[U+202E]gnp.jpg');
  expect(shownName('تقرير رحلة\u200E.png')).toBe('تقرير رحلة\u200E.png');
  expect(shownName('report-1.png')).toBe('report-1.png');
});

it('does so in the name of a report and in messages', () => {
  const strip = wholeStrip('job-5', 'waiting');
  expect(stripName({ ...strip, file: { ...strip.file!, name: turned } })).toBe('report[U+202E]gnp.jpg');
  expect(text(message('failure.fileIncomplete', { name: turned }))).toContain('report[U+202E]gnp.jpg');
});

it('a long bay shows its first few until all are asked for', () => {
  expect(shownCount(20, 20, false)).toBe(20);
  expect(shownCount(50, 10_000, false)).toBe(6);
  expect(shownCount(50, 10_000, true)).toBe(50);
});

it('an evening goes on after midnight: flights of the last twelve hours count as those of today', () => {
  const completed = (id: number, since: number) => wholeStrip(`flight-${id}`, 'completed', { since });
  const strips = [
    completed(3, Date.UTC(2026, 4, 12, 0, 20)),
    completed(2, Date.UTC(2026, 4, 11, 23, 40)),
    completed(1, Date.UTC(2026, 4, 11, 9, 0)),
  ];
  const lists = { completed: { strips, next: null, readTo: null, status: 'read' } } as const;
  const idsAt = (now: number) => todayOf(lists, now).map(({ id }) => id);
  expect(idsAt(Date.UTC(2026, 4, 12, 0, 30))).toEqual(['flight-3', 'flight-2']);
  expect(idsAt(Date.UTC(2026, 4, 12, 20, 0))).toEqual(['flight-3']);
});
